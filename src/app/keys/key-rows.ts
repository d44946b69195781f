import type { KeyGroup } from '#ui/KeyList.tsx';

/** The key map (design.md §16): only keys that exist. The route table supplies the areas of G. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: 'Lists',
    rows: [
      { keys: '↑ ↓ Home End', what: 'Row' },
      { keys: 'Enter', what: 'Open' },
    ],
  },
  { title: 'Studies', rows: [{ keys: 'Ctrl Enter', what: 'Open annotator in a new tab' }] },
  { title: 'My work, Reviews', rows: [{ keys: 'N', what: 'Next case, in the annotator in a new tab' }] },
  {
    title: 'Upload',
    rows: [
      { keys: 'Ctrl O, Ctrl Shift O', what: 'Browse files, browse folder' },
      { keys: 'Ctrl Enter', what: 'Process' },
      { keys: 'Space, Ctrl A', what: 'Select the row, select all' },
      { keys: 'Shift ↑ ↓', what: 'Select a range' },
      { keys: '← →', what: 'Slice; with Shift 10' },
      { keys: 'A', what: 'Acquisition; then T, D, C by first letter' },
      { keys: 'R', what: 'Reference series' },
      { keys: 'P', what: 'Project' },
      { keys: 'M', what: 'Move to another study' },
      { keys: 'E', what: 'Patient name; Enter keeps, Esc restores' },
    ],
  },
  {
    title: 'Files',
    rows: [
      { keys: 'Tab', what: 'Other pane; Shift Tab and Esc leave the panes' },
      { keys: 'Insert, Space, Ctrl A', what: 'Select the entry, select all' },
      { keys: 'Shift ↑ ↓', what: 'Select a range of entries' },
      { keys: 'Enter, Backspace', what: 'Open, folder above' },
      { keys: 'Letters', what: 'Find a name' },
      { keys: 'F2', what: 'Rename' },
      { keys: 'F3', what: 'View' },
      { keys: 'F4, Shift F4', what: 'Pack, unpack' },
      { keys: 'F5, F6', what: 'Copy, move to the other pane' },
      { keys: 'F7', what: 'New folder' },
      { keys: 'F8, Delete', what: 'Delete' },
      { keys: 'F9', what: 'Download' },
    ],
  },
  {
    title: 'Viewer',
    rows: [
      { keys: '↑ ↓ ← →', what: 'Slice; with Shift 10' },
      { keys: 'Home End', what: 'First slice, last slice' },
      { keys: 'L, N, Z, S', what: 'Drag for window, move, zoom, slices' },
      { keys: '+ −', what: 'Zoom' },
      { keys: 'Shift 1 to 9', what: 'Window presets' },
      { keys: 'I', what: 'Invert' },
      { keys: 'K', what: 'Play, pause' },
      { keys: 'T', what: 'Tags' },
      { keys: 'Space', what: 'Reset the view' },
      { keys: 'Alt ↑ ↓', what: 'Previous, next series' },
    ],
  },
];

/** The keys of every page; each area has its letter. */
export function everywhere(areas: readonly { label: string; key: string }[]): KeyGroup {
  return {
    title: 'Everywhere',
    rows: [
      { keys: 'Ctrl K', what: 'Command search' },
      { keys: 'Ctrl Shift L', what: 'Lock now' },
      { keys: '/', what: 'Filter field of a list' },
      { keys: '?', what: 'This map' },
      ...areas.map(({ label, key }) => ({ keys: `G ${key}`, what: label })),
      { keys: 'Esc', what: 'Close the topmost' },
    ],
  };
}
