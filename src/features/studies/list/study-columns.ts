import type { StudyOrder } from '#contract/study-filters.ts';
import type { Column } from '#ui/lists/columns.ts';
import { TEXTS } from '#features/studies/texts.ts';

/** Columns after picture, modality and patient, in their order. They drop by priority on narrow windows (design.md §7). */
export const STUDY_COLUMNS = [
  { id: 'labels', title: TEXTS.columns.labels, width: 'minmax(6rem, 1.75fr)', isDefault: true },
  { id: 'folder', title: TEXTS.columns.folder, width: 'minmax(5rem, 1fr)', isDefault: false },
  { id: 'projects', title: TEXTS.columns.projects, width: 'minmax(5rem, 1fr)', isDefault: false },
  { id: 'bodyPart', title: TEXTS.columns.bodyPart, width: 'minmax(5rem, 1fr)', isDefault: true, from: 75 },
  { id: 'studyDate', title: TEXTS.columns.studyDate, width: '6rem', isDefault: false },
  { id: 'created', title: TEXTS.columns.created, width: '9.5rem', isDefault: true },
  { id: 'series', title: TEXTS.columns.series, width: '3.5rem', isDefault: true, from: 62 },
  { id: 'size', title: TEXTS.columns.size, width: '5rem', isDefault: true, from: 87.5 },
  { id: 'status', title: TEXTS.columns.status, width: 'minmax(7rem, 1fr)', isDefault: true },
  { id: 'passage', title: TEXTS.columns.passage, width: '3.5rem', isDefault: true, from: 87.5 },
] as const satisfies readonly Column<string>[];

export type StudyColumnId = (typeof STUDY_COLUMNS)[number]['id'];

/** What a press on the title of a column orders by. */
export type OrderedColumn = 'name' | 'created' | 'date';

export const ORDER_OF_COLUMN: Partial<Record<StudyColumnId, OrderedColumn>> = { studyDate: 'date', created: 'created' };

/** `-created` is the order without a choice. */
export function orderNow(order: StudyOrder | undefined, column: OrderedColumn): 'asc' | 'desc' | null {
  const now = order ?? '-created';
  if (now === column) return 'asc';
  return now === `-${column}` ? 'desc' : null;
}

/** Dates begin with the newest, names with A; a second press reverses. Null: the default. */
export function nextOrder(order: StudyOrder | undefined, column: OrderedColumn): StudyOrder | null {
  const now = orderNow(order, column);
  const first: StudyOrder = column === 'name' ? 'name' : `-${column}`;
  const reversed: StudyOrder = column === 'name' ? '-name' : column;
  const next = now === null ? first : now === (column === 'name' ? 'asc' : 'desc') ? reversed : first;
  return next === '-created' ? null : next;
}
