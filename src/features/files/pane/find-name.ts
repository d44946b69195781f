/** Letters that follow each other within this time are one search. */
const PAUSE_MS = 1_000;

export interface TypedName {
  text: string;
  atMs: number;
}

export const NOTHING_TYPED: TypedName = { text: '', atMs: -Infinity };

/** Whether a letter now would continue a search. */
export const isTyping = ({ text, atMs: at }: TypedName, atMs: number): boolean => text !== '' && atMs - at <= PAUSE_MS;

export const typed = (before: TypedName, letter: string, atMs: number): TypedName => ({
  text: isTyping(before, atMs) ? before.text + letter : letter,
  atMs,
});

const folded = (text: string): string => text.normalize('NFC').toLocaleLowerCase('en');

/**
 * The line whose name begins with what was typed, from the cursor on and then from the top. One letter that is typed again goes to the next
 * such name. -1: there is none.
 */
export function placeOfTyped(names: readonly string[], text: string, from: number): number {
  const wanted = folded(text);
  const isOneLetter = [...wanted].every((letter) => letter === wanted[0]);
  const start = isOneLetter ? from + 1 : from;
  const search = isOneLetter ? (wanted[0] ?? '') : wanted;
  for (let step = 0; step < names.length; step += 1) {
    const at = (start + step) % names.length;
    if (folded(names[at] ?? '').startsWith(search)) return at;
  }
  return -1;
}
