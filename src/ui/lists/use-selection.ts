import { useCallback, useMemo, useState } from 'react';

export interface SelectableRow {
  id: string;
  name: string;
}

/** Rows that are selected over pages and filters, as they were when they were selected. */
export interface Selection<Row extends SelectableRow = SelectableRow> {
  rows: ReadonlyMap<string, Row>;
  /** Selects or removes one row; with `range`, all between it and the last one that was pressed. */
  toggle(id: string, page: readonly Row[], range: boolean): void;
  /** Selects both and all rows between them. */
  select(from: string, to: string, page: readonly Row[]): void;
  /** Selects all rows of the page, or removes them if all are selected. */
  togglePage(page: readonly Row[]): void;
  remove(id: string): void;
  clear(): void;
}

export function useSelection<Row extends SelectableRow>(): Selection<Row> {
  const [rows, setRows] = useState<ReadonlyMap<string, Row>>(new Map());
  const [last, setLast] = useState<string | null>(null);
  const clear = useCallback(() => setRows(new Map()), []);
  return useMemo(
    () => ({
      rows,
      clear,
      toggle(id, page, range) {
        setLast(id);
        const some = range ? between(page, last ?? id, id) : page.filter((row) => row.id === id);
        const isAdded = range || !rows.has(id);
        setRows(isAdded ? withRows(rows, some) : withoutRows(rows, some));
      },
      select(from, to, page) {
        setLast(to);
        setRows(withRows(rows, between(page, from, to)));
      },
      togglePage(page) {
        setRows(page.every(({ id }) => rows.has(id)) ? withoutRows(rows, page) : withRows(rows, page));
      },
      remove: (id) => setRows(withoutRows(rows, [{ id }])),
    }),
    [rows, last, clear],
  );
}

/** Rows from one to the other, in either direction. If the first is on another page, only the second. */
export function between<Row extends SelectableRow>(page: readonly Row[], from: string, to: string): Row[] {
  const [a, b] = [page.findIndex(({ id }) => id === from), page.findIndex(({ id }) => id === to)];
  if (a === -1) return page.filter(({ id }) => id === to);
  return page.slice(Math.min(a, b), Math.max(a, b) + 1);
}

function withRows<Row extends SelectableRow>(rows: ReadonlyMap<string, Row>, some: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map([...rows, ...some.map((row) => [row.id, row] as const)]);
}

function withoutRows<Row>(rows: ReadonlyMap<string, Row>, some: readonly Pick<SelectableRow, 'id'>[]): ReadonlyMap<string, Row> {
  const gone = new Set(some.map(({ id }) => id));
  return new Map([...rows].filter(([id]) => !gone.has(id)));
}
