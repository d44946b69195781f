import type { Row } from './rows.ts';

export type Column = 'name' | 'size' | 'changed';

export interface RowOrder {
  by: Column;
  order: 'asc' | 'desc';
}

export const BY_NAME: RowOrder = { by: 'name', order: 'asc' };

/** `scan 2` is before `scan 10`. */
const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Names that are alike in every letter are told apart by their code units, so that an order is always the same. */
export const compareNames = (a: string, b: string): number => names.compare(a, b) || (a < b ? -1 : Number(a > b));

/** Folders first in every order; what is alike is ordered by name. */
export function orderedRows(rows: readonly Row[], { by, order }: RowOrder): Row[] {
  const sign = order === 'asc' ? 1 : -1;
  const value = ({ size, changedAt }: Row): number => (by === 'size' ? size : changedAt) ?? -1;
  const compare = (a: Row, b: Row): number =>
    by === 'name' ? sign * compareNames(a.name, b.name) : sign * (value(a) - value(b)) || compareNames(a.name, b.name);
  return rows.toSorted((a, b) => Number(b.isFolder) - Number(a.isFolder) || compare(a, b));
}

/** A press on the head of a column: its own order first, then the other one. Sizes and times begin with the largest. */
export function pressedOrder(now: RowOrder, by: Column): RowOrder {
  if (now.by === by) return { by, order: now.order === 'asc' ? 'desc' : 'asc' };
  return { by, order: by === 'name' ? 'asc' : 'desc' };
}
