import type { ApiFailure } from '#api/result.ts';
import { inContext, t } from '#language/t.ts';
import { formatDateTime, formatTime } from '#ui/format.ts';
import type { HistoryAction, Restored, ShownState } from '#workers/masks/types.ts';
import { COMPUTE_TOOLS } from '#features/annotator/masks/compute/compute-tools.ts';
import { refusedText } from '#features/annotator/masks/mask-texts.ts';

export const HISTORY_TEXTS = {
  tab: t('History'),
  list: t('What was done'),
  empty: t('Nothing was drawn on this segmentation yet.'),
  notOpen: t('The history is shown when the segmentation is open.'),
  more: t('Show earlier actions'),
  you: t('You'),
  nobody: t('An account that no longer exists'),
  somebody: t('Somebody else'),
  noTime: t('time not known'),
  onServer: t('on the server'),
  onDevice: t('on this device'),
  undone: t('undone'),
  look: t('Look at this state'),
  restore: t('Restore this state'),
  back: t('Back to now'),
  name: t('Name this state'),
  nameLabel: t('Name'),
  nameWhy: t('For everybody who sees the segmentation. Write nothing about the patient.'),
  nameExample: t('Before biopsy'),
  nameNeeded: t('Write a name.'),
  nameWaits: t('It can be named once it is on the server.'),
  nameOffline: t('Naming needs the server, which cannot be reached.'),
  save: t('Save'),
  cancel: t('Cancel'),
  remove: t('Remove the name'),
  revision: t('Named state'),
  notHere: t('What was drawn up to then is not on this device. Nothing was changed.'),
  nothing: t('Nothing differs from now. Nothing was changed.'),
  failed: t('It could not be read on this device. Nothing was changed.'),
  tooMuch: t('What differs is too large to be stored in one piece. Nothing was changed.'),
} as const;

const TOOLS: Record<string, string> = {
  ...Object.fromEntries(COMPUTE_TOOLS.map(({ value, label }) => [value, label])),
  paint: t('Paint'),
  erase: t('Erase'),
  polygon: t('Polygon'),
  import: t('Import or copy'),
  majority: t('Majority'),
  scribbles: t('Scribbles'),
  merge: t('Merge segments'),
  split: t('Split a segment'),
  restore: t('Restore an earlier state'),
  clear: t('Clear a deleted segment'),
};

/** A tool of a later version has no words of its own. */
function toolText(tool: string | null): string {
  if (tool?.startsWith('take ')) return t('Take mine');
  if (tool?.startsWith('leave ')) return t('Leave theirs');
  return (tool !== null && Object.hasOwn(TOOLS, tool) && TOOLS[tool]) || inContext('noun', 'Change');
}

export function actionText({ kind, tool }: HistoryAction): string {
  if (kind === 'clear') return TOOLS.clear!;
  const name = toolText(tool);
  return kind === 'draw' ? name : `${kind === 'undo' ? t('Undo') : t('Redo')}: ${name}`;
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
export const earlierText = (title: string): string => t('Showing {title}', { title });
export const backText = (title: string): string => t('Showing {title} — back to now', { title });

export function notShownText(why: Extract<ShownState, { ok: false }>['why']): string {
  return why === 'not-here' ? HISTORY_TEXTS.notHere : HISTORY_TEXTS.notOpen;
}

/** Why a name was not given, or not removed. */
export function notNamedText(failure: ApiFailure): string {
  if (failure.kind !== 'refused') return HISTORY_TEXTS.nameOffline;
  if (failure.code === 'not_allowed') return t('You may not change names of this segmentation.');
  if (failure.code === 'too_large') return t('This segmentation has too many named states.');
  return failure.code === 'not_found' ? t('The segmentation or the name is gone.') : t('The server refused it. Nothing was changed.');
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
    restored.length > 0 ? t('Restored: {names}.', { names: names(restored) }) : HISTORY_TEXTS.nothing,
    locked.length > 0 ? t('Locked, so left as it is: {names}.', { names: names(locked) }) : '',
    gone.length > 0
      ? t('{count, plural, one {# deleted segment was} other {# deleted segments were}} not brought back.', { count: gone.length })
      : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}
