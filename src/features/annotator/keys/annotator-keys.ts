import type { KeyGroup } from '#ui/KeyList.tsx';
import type { Layout, Tool } from '#features/annotator/station/station.ts';

/** What a key does while an image has the focus (design.md §16, picture 51). */
export type KeyAct =
  | { act: 'tool'; tool: Tool }
  | { act: 'walk'; by: number }
  | { act: 'walk-to'; end: 'first' | 'last' }
  | { act: 'walk-volume'; by: number }
  | { act: 'zoom'; factor: number }
  | { act: 'preset'; index: number }
  | { act: 'layout'; layout: Layout }
  | { act: 'next-pane' | 'three-planes' | 'full' | 'play' | 'strip' | 'tags' | 'keys' | 'align' | 'overlays' }
  | { act: 'undo' | 'redo' | 'delete' | 'key-image' }
  | { act: 'invert' | 'reset' | 'turn' | 'flip-sideways' | 'flip-upright' | 'smooth' };

interface Key {
  key: string;
  /** The place of the key, whatever Shift makes of it. */
  code: string;
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** By the digit that is pressed with Alt: as many panes. */
const LAYOUTS: Record<string, Layout> = {
  1: { rows: 1, columns: 1 },
  2: { rows: 1, columns: 2 },
  3: { rows: 1, columns: 3 },
  4: { rows: 2, columns: 2 },
  5: { rows: 2, columns: 1 },
  6: { rows: 2, columns: 3 },
  7: { rows: 3, columns: 1 },
  8: { rows: 3, columns: 2 },
  9: { rows: 3, columns: 3 },
};

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, PageDown: 10, PageUp: -10 };
const SHIFT_STEP = 10;
export const ZOOM_STEP = 1.25;

export function keyAct({ key, code, shiftKey, altKey, ctrlKey, metaKey }: Key): KeyAct | null {
  if (ctrlKey || metaKey) return key.toLowerCase() === 'z' && !altKey ? { act: shiftKey ? 'redo' : 'undo' } : null;
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1];
  if (altKey) {
    const layout = digit === undefined ? undefined : LAYOUTS[digit];
    if (layout) return { act: 'layout', layout };
    return digit === '0' ? { act: 'three-planes' } : null;
  }
  const step = STEPS[key];
  if (step !== undefined) return { act: 'walk', by: shiftKey && Math.abs(step) === 1 ? step * SHIFT_STEP : step };
  if (shiftKey && digit !== undefined && digit !== '0') return { act: 'preset', index: Number(digit) - 1 };
  if (key === ' ') return { act: shiftKey ? 'play' : 'reset' };
  if (shiftKey && key !== '?' && key !== '+') return WITH_SHIFT[key.toLowerCase()] ?? null;
  return ALONE[key.toLowerCase()] ?? null;
}

const ALONE: Record<string, KeyAct> = {
  home: { act: 'walk-to', end: 'first' },
  end: { act: 'walk-to', end: 'last' },
  ',': { act: 'walk-volume', by: -1 },
  '.': { act: 'walk-volume', by: 1 },
  enter: { act: 'full' },
  '+': { act: 'zoom', factor: ZOOM_STEP },
  '=': { act: 'zoom', factor: ZOOM_STEP },
  '-': { act: 'zoom', factor: 1 / ZOOM_STEP },
  l: { act: 'tool', tool: 'window' },
  n: { act: 'tool', tool: 'pan' },
  z: { act: 'tool', tool: 'zoom' },
  c: { act: 'tool', tool: 'crosshair' },
  d: { act: 'tool', tool: 'slices' },
  m: { act: 'tool', tool: 'length' },
  a: { act: 'tool', tool: 'angle' },
  o: { act: 'tool', tool: 'ellipse' },
  g: { act: 'tool', tool: 'freehand' },
  b: { act: 'tool', tool: 'bidirectional' },
  j: { act: 'tool', tool: 'probe' },
  t: { act: 'tool', tool: 'arrow' },
  delete: { act: 'delete' },
  backspace: { act: 'delete' },
  i: { act: 'invert' },
  h: { act: 'flip-sideways' },
  v: { act: 'flip-upright' },
  u: { act: 'strip' },
  q: { act: 'overlays' },
  '?': { act: 'keys' },
};

const WITH_SHIFT: Record<string, KeyAct> = {
  n: { act: 'next-pane' },
  v: { act: 'turn' },
  i: { act: 'smooth' },
  t: { act: 'tags' },
  l: { act: 'align' },
  o: { act: 'tool', tool: 'rectangle' },
  g: { act: 'tool', tool: 'box' },
  j: { act: 'tool', tool: 'point' },
  k: { act: 'key-image' },
};

/** Whether it is a letter, which a person may have turned off. */
export function isLetter({ key }: Pick<Key, 'key'>): boolean {
  return /^[a-z]$/i.test(key);
}

/** For the dialog of keys. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: 'View',
    rows: [
      { keys: 'L', what: 'Drag sets the window' },
      { keys: 'N', what: 'Drag moves the picture' },
      { keys: 'Z', what: 'Drag zooms' },
      { keys: 'D', what: 'Drag walks through the slices' },
      { keys: 'C', what: 'Crosshair' },
      { keys: 'C, Shift drag', what: 'Turn the planes of the other panes' },
      { keys: '+ −', what: 'Zoom' },
      { keys: 'Shift 1 to 9', what: 'Window presets' },
      { keys: 'I', what: 'Invert' },
      { keys: 'Shift I', what: 'Smooth pixels' },
      { keys: 'H, V', what: 'Flip left and right, up and down' },
      { keys: 'Shift V', what: 'Turn a quarter to the right' },
      { keys: 'Q', what: 'Hide or show all overlays' },
      { keys: 'Space', what: 'Reset the view' },
    ],
  },
  {
    title: 'Measure',
    rows: [
      { keys: 'M', what: 'Length' },
      { keys: 'A', what: 'Angle' },
      { keys: 'O, Shift O', what: 'Ellipse, rectangle' },
      { keys: 'G, Shift G', what: 'Freehand, box' },
      { keys: 'B', what: 'Bidirectional' },
      { keys: 'J, Shift J', what: 'Value of a pixel, point' },
      { keys: 'T', what: 'Arrow with text' },
      { keys: 'Shift K', what: 'Key image' },
      { keys: 'Del', what: 'Delete the current one' },
      { keys: 'Ctrl Z, Ctrl Shift Z', what: 'Undo, redo' },
    ],
  },
  {
    title: 'Slices and time',
    rows: [
      { keys: '↑ ↓', what: 'Previous, next slice' },
      { keys: 'Shift ↑ ↓', what: 'Ten slices' },
      { keys: 'Home End', what: 'First, last slice' },
      { keys: ', .', what: 'Previous, next time or b-value' },
      { keys: 'Shift Space', what: 'Play, pause' },
    ],
  },
  {
    title: 'Layout',
    rows: [
      { keys: 'Alt 1 to 9', what: 'Rows and columns' },
      { keys: 'Alt 0', what: 'Three planes' },
      { keys: 'Enter', what: 'This pane over the whole area' },
      { keys: 'Tab, Shift N', what: 'Next pane' },
      { keys: 'U', what: 'List of series' },
      { keys: 'Shift L', what: 'Link the panes as they are now' },
      { keys: 'Shift T', what: 'Tags' },
      { keys: '?', what: 'Keys' },
      { keys: 'Esc', what: 'Cancel a drag, close the topmost' },
    ],
  },
];
