import { keyNames } from '#ui/key-names.ts';
import type { Chord } from './actions.ts';

export interface Pressed {
  key: string;
  /** The place of the key, whatever Shift makes of it. */
  code: string;
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Keys without a character that may be chosen, by the name that they have in events. */
const NAMED: Record<string, Chord> = { ' ': 'Space', Enter: 'Enter', Delete: 'Del', Backspace: 'Backspace', Home: 'Home', End: 'End' };

/** Keys that also do what another one does, unless they were given something else. */
export const SAME_AS: Record<Chord, Chord> = { '=': '+', Backspace: 'Del' };

/**
 * The key of an event as it is shown; null for one that cannot be chosen. Shift counts with letters and with keys without a character. A sign is what
 * it is, with whatever keys it is written.
 */
export function chordOf({ key, shiftKey, altKey, ctrlKey, metaKey }: Pressed): Chord | null {
  if (altKey || ctrlKey || metaKey) return null;
  const named = NAMED[key];
  const isLetter = /^\p{L}$/u.test(key);
  if (named !== undefined || isLetter) return `${shiftKey ? 'Shift ' : ''}${named ?? key.toUpperCase()}`;
  return key.length === 1 && !/^[0-9]$/.test(key) ? key : null;
}

/** For `aria-keyshortcuts`. */
export function shortcutOf(chord: Chord): string {
  return chord === '+' ? 'Plus' : chord.replace(' ', '+').replace('Del', 'Delete');
}

/** As it is shown, in the language of the page. */
export function chordText(chord: Chord): string {
  return chord === '-' ? '−' : keyNames(chord);
}
