import type { Texts } from './t.ts';

/** Languages of the page under their own names. */
export const LANGUAGES = [
  { tag: 'en', name: 'English' },
  { tag: 'de', name: 'Deutsch' },
] as const;

export type Language = (typeof LANGUAGES)[number]['tag'];

const isLanguage = (tag: string | undefined | null): tag is Language => LANGUAGES.some((one) => one.tag === tag);

/** The language that was chosen on this device, else the first of the browser's that the page has, else English. */
export function languageFor(chosen: string | null, browser: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen;
  return browser.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en';
}

/** English is in the code. */
const MODULES: Readonly<Record<string, () => Promise<{ TEXTS: Texts }>>> = {
  en: () => Promise.resolve({ TEXTS: {} }),
  de: () => import('./de.ts'),
};

/**
 * The texts of a language.
 *
 * @throws {Error} 'Cannot find module' if there are none (NAV-15, given).
 */
export async function loadTexts(tag: string): Promise<Texts> {
  const load = MODULES[tag];
  if (load === undefined) throw new Error('Cannot find module');
  return (await load()).TEXTS;
}
