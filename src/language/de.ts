import type { Texts } from './t.ts';

/** One file per part of the product, so that a translator sees what belongs together. No text is in two of them. */
const FILES = import.meta.glob<Texts>('./de/*.json', { eager: true, import: 'default' });

export const TEXTS: Texts = Object.assign({}, ...Object.values(FILES));
