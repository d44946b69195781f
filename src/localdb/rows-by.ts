import type { Table } from 'dexie';

/** Rows with one of these values, requested in parallel. Dexie's `anyOf` would step from row to row, with a round trip to the browser for each. */
export async function rowsBy<Row, Key, Given>(
  table: Table<Row, Key, Given>,
  index: string,
  values: readonly (string | string[])[],
): Promise<Row[]> {
  return (await Promise.all(values.map((value) => table.where(index).equals(value).toArray()))).flat();
}

/** The rows that exist for these keys. */
export async function rowsByKey<Row, Key, Given>(table: Table<Row, Key, Given>, keys: readonly Key[]): Promise<Row[]> {
  return (await table.bulkGet([...keys])).filter((row) => row !== undefined);
}
