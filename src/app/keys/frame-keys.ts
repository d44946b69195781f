/** What a key does on every page (design.md §16). */
export type FrameKey = { act: 'search' } | { act: 'map' } | { act: 'lock' } | { act: 'go'; path: string };

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  /** The key types a letter into a field. */
  isTyping: boolean;
  /** The focus is in a dialog over the page. */
  isInDialog: boolean;
  atMs: number;
}

/** The longest time between G and its letter. */
const SEQUENCE_MS = 1_500;

/** Ctrl K, Ctrl Shift L, ?, G then an area letter. `pathOf` maps an upper-case letter to its area; `areLettersOn` is the user's setting. */
export function createFrameKeys({ pathOf, areLettersOn }: FrameKeysOf): (press: KeyPress) => FrameKey | null {
  let beganAtMs = -Infinity;
  return (press) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, atMs } = press;
    // Pressed as part of a combination.
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
