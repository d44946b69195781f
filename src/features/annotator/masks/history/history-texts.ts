import type { ApiFailure } from '#api/result.ts';
import { formatDateTime, formatTime } from '#ui/format.ts';
import type { HistoryAction, Restored, ShownState } from '#workers/masks/types.ts';
import { COMPUTE_TOOLS } from '#features/annotator/masks/compute/compute-tools.ts';
import { refusedText } from '#features/annotator/masks/mask-texts.ts';

export const HISTORY_TEXTS = {
  tab: 'History',
  list: 'What was done',
  empty: 'Nothing was drawn on this segmentation yet.',
  notOpen: 'The history is shown when the segmentation is open.',
  more: 'Show earlier actions',
  you: 'You',
  nobody: 'An account that no longer exists',
  somebody: 'Somebody else',
  noTime: 'time not known',
  onServer: 'on the server',
  onDevice: 'on this device',
  undone: 'undone',
  look: 'Look at this state',
  restore: 'Restore this state',
  back: 'Back to now',
  name: 'Name this state',
  nameLabel: 'Name',
  nameWhy: 'For everybody who sees the segmentation. Write nothing about the patient.',
  nameExample: 'Before biopsy',
  nameNeeded: 'Write a name.',
  nameWaits: 'It can be named once it is on the server.',
  nameOffline: 'Naming needs the server, which cannot be reached.',
  save: 'Save',
  cancel: 'Cancel',
  remove: 'Remove the name',
  revision: 'Named state',
  notHere: 'What was drawn up to then is not on this device. Nothing was changed.',
  nothing: 'Nothing differs from now. Nothing was changed.',
  failed: 'It could not be read on this device. Nothing was changed.',
  tooMuch: 'What differs is too large to be stored in one piece. Nothing was changed.',
} as const;

const TOOLS: Record<string, string> = {
  ...Object.fromEntries(COMPUTE_TOOLS.map(({ value, label }) => [value, label])),
  paint: 'Paint',
  erase: 'Erase',
  polygon: 'Polygon',
  import: 'Import or copy',
  majority: 'Majority',
  scribbles: 'Scribbles',
  merge: 'Merge segments',
  split: 'Split a segment',
  restore: 'Restore an earlier state',
  clear: 'Clear a deleted segment',
};

/** A tool of a later version has no words of its own. */
function toolText(tool: string | null): string {
  if (tool?.startsWith('take ')) return 'Take mine';
  if (tool?.startsWith('leave ')) return 'Leave theirs';
  return (tool !== null && Object.hasOwn(TOOLS, tool) && TOOLS[tool]) || 'Change';
}

export function actionText({ kind, tool }: HistoryAction): string {
  if (kind === 'clear') return TOOLS.clear!;
  const name = toolText(tool);
  return kind === 'draw' ? name : `${kind === 'undo' ? 'Undo' : 'Redo'}: ${name}`;
}

export function authorText(author: HistoryAction['author'], own: number): string {
  if (author === null) return HISTORY_TEXTS.nobody;
  return author.id === own ? HISTORY_TEXTS.you : (author.name ?? HISTORY_TEXTS.somebody);
}

/** The day only if it is another one. */
export function whenText(at: string | null, now: number): string {
  const time = at === null ? NaN : Date.parse(at);
  if (Number.isNaN(time)) return HISTORY_TEXTS.noTime;
  const isToday = new Date(time).toDateString() === new Date(now).toDateString();
  return isToday ? formatTime(time, { seconds: false }) : formatDateTime(time, { seconds: false });
}

/** `title`: when it was, and what it is called. */
export const earlierText = (title: string): string => `Showing ${title}`;
export const backText = (title: string): string => `${earlierText(title)} — back to now`;

export function notShownText(why: Extract<ShownState, { ok: false }>['why']): string {
  return why === 'not-here' ? HISTORY_TEXTS.notHere : HISTORY_TEXTS.notOpen;
}

/** Why a name was not given, or not removed. */
export function notNamedText(failure: ApiFailure): string {
  if (failure.kind !== 'refused') return HISTORY_TEXTS.nameOffline;
  if (failure.code === 'not_allowed') return 'You may not change names of this segmentation.';
  if (failure.code === 'too_large') return 'This segmentation has too many named states.';
  return failure.code === 'not_found' ? 'The segmentation or the name is gone.' : 'The server refused it. Nothing was changed.';
}

/** What became of it. `nameOf`: the name of a segment. */
export function restoredText(answer: Restored, nameOf: (segment: string) => string): string {
  if (!answer.ok) {
    if (answer.why === 'not-here') return HISTORY_TEXTS.notHere;
    return answer.why === 'too-much' ? HISTORY_TEXTS.tooMuch : refusedText(answer.why);
  }
  const { restored, locked, gone } = answer;
  const names = (segments: readonly string[]): string => segments.map(nameOf).join(', ');
  return [
    restored.length > 0 ? `Restored: ${names(restored)}.` : HISTORY_TEXTS.nothing,
    locked.length > 0 ? `Locked, so left as it is: ${names(locked)}.` : '',
    gone.length > 0 ? `${gone.length} deleted ${gone.length === 1 ? 'segment was' : 'segments were'} not brought back.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}
