import { sql, type AliasedRawBuilder } from 'kysely';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

export interface Spans {
  from: number;
  step: number;
  count: number;
}

/** Columns of a query: how many rows have `column` in each of equal spans of time. One pass over the rows; an empty span counts as 0. */
export function countsOfSpans(column: string, { from, step, count }: Spans): AliasedRawBuilder<number, `span_${number}`>[] {
  return Array.from({ length: count }, (_, at) => {
    const start = from + at * step;
    return sql<number>`count(*) filter (where ${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${start + step})`.as(`span_${at}`);
  });
}

export const spansOf = (row: Readonly<Record<`span_${number}`, number>>, { count }: Spans): number[] =>
  Array.from({ length: count }, (_, at) => row[`span_${at}`]!);
