/** What a key does on every page (design.md §16). */
export type FrameKey = { act: 'search' } | { act: 'map' } | { act: 'lock' } | { act: 'go'; path: string };

export interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  /** It becomes a letter of a field. */
  isTyping: boolean;
  /** Of something that stands over the page. */
  isInDialog: boolean;
  atMs: number;
}

/** G and its letter belong together when they come this close to each other. */
const SEQUENCE_MS = 1_500;

/** Ctrl K, Ctrl Shift L, ?, and G then the letter of an area. `pathOf` gives the area of a letter in upper case, `areLettersOn` what a person chose of single keys. */
export function createFrameKeys({ pathOf, areLettersOn }: FrameKeysOf): (press: Press) => FrameKey | null {
  let beganAtMs = -Infinity;
  return (press) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, atMs } = press;
    // It is pressed on the way to another key.
    if (key === 'Shift') return null;
    const isBegun = atMs - beganAtMs <= SEQUENCE_MS;
    beganAtMs = -Infinity;
    const letter = key.toUpperCase();
    if ((ctrlKey || metaKey) && !altKey && !shiftKey && letter === 'K') return { act: 'search' };
    if ((ctrlKey || metaKey) && !altKey && shiftKey && letter === 'L') return { act: 'lock' };
    if (ctrlKey || metaKey || altKey || press.isTyping || !areLettersOn()) return null;
    if (key === '?') return { act: 'map' };
    if (press.isInDialog || shiftKey) return null;
    const path = isBegun ? pathOf(letter) : undefined;
    if (path !== undefined) return { act: 'go', path };
    if (letter === 'G') beganAtMs = atMs;
    return null;
  };
}

interface FrameKeysOf {
  pathOf: (letter: string) => string | undefined;
  areLettersOn: () => boolean;
}
