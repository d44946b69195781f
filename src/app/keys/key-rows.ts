import { t } from '#language/t.ts';
import type { KeyGroup } from '#ui/KeyList.tsx';

/** The key map (design.md §16): only keys that exist. The route table supplies the areas of G. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: t('Lists'),
    rows: [
      { keys: '↑ ↓ Home End', what: t('Row') },
      { keys: 'Enter', what: t('Open') },
    ],
  },
  { title: t('Studies'), rows: [{ keys: 'Ctrl Enter', what: t('Open annotator in a new tab') }] },
  { title: t('My work, Reviews'), rows: [{ keys: 'N', what: t('Next case, in the annotator in a new tab') }] },
  {
    title: t('Upload'),
    rows: [
      { keys: 'Ctrl O, Ctrl Shift O', what: t('Browse files, browse folder') },
      { keys: 'Ctrl Enter', what: t('Process') },
      { keys: 'Space, Ctrl A', what: t('Select the row, select all') },
      { keys: 'Shift ↑ ↓', what: t('Select a range') },
      { keys: '← →', what: t('Slice; with Shift 10') },
      { keys: 'A', what: t('Acquisition; then T, D, C by first letter') },
      { keys: 'R', what: t('Reference series') },
      { keys: 'P', what: t('Project') },
      { keys: 'M', what: t('Move to another study') },
      { keys: 'E', what: t('Patient name; Enter keeps, Esc restores') },
    ],
  },
  {
    title: t('Files'),
    rows: [
      { keys: 'Tab', what: t('Other pane; Shift Tab and Esc leave the panes') },
      { keys: 'Insert, Space, Ctrl A', what: t('Select the entry, select all') },
      { keys: 'Shift ↑ ↓', what: t('Select a range of entries') },
      { keys: 'Enter, Backspace', what: t('Open, folder above') },
      { keys: 'Letters', what: t('Find a name') },
      { keys: 'F2', what: t('Rename') },
      { keys: 'F3', what: t('View') },
      { keys: 'F4, Shift F4', what: t('Pack, unpack') },
      { keys: 'F5, F6', what: t('Copy, move to the other pane') },
      { keys: 'F7', what: t('New folder') },
      { keys: 'F8, Delete', what: t('Delete') },
      { keys: 'F9', what: t('Download') },
    ],
  },
  {
    title: t('Viewer'),
    rows: [
      { keys: '↑ ↓ ← →', what: t('Slice; with Shift 10') },
      { keys: 'Home End', what: t('First slice, last slice') },
      { keys: 'L, N, Z, S', what: t('Drag for window, move, zoom, slices') },
      { keys: '+ −', what: t('Zoom') },
      { keys: 'Shift 1 to 9', what: t('Window presets') },
      { keys: 'I', what: t('Invert') },
      { keys: 'K', what: t('Play, pause') },
      { keys: 'T', what: t('Tags') },
      { keys: 'Space', what: t('Reset the view') },
      { keys: 'Alt ↑ ↓', what: t('Previous, next series') },
    ],
  },
];

/** The keys of every page; each area has its letter. */
export function everywhere(areas: readonly { label: string; key: string }[]): KeyGroup {
  return {
    title: t('Everywhere'),
    rows: [
      { keys: 'Ctrl K', what: t('Command search') },
      { keys: 'Ctrl Shift L', what: t('Lock now') },
      { keys: '/', what: t('Filter field of a list') },
      { keys: '?', what: t('This map') },
      ...areas.map(({ label, key }) => ({ keys: `G ${key}`, what: label })),
      { keys: 'Esc', what: t('Close the topmost') },
    ],
  };
}
