import type { FollowUpTable } from '#model/lesions/follow-up-table.ts';

/** Columns of the table for which the panel has room: the baseline, else the first study, the prior and the study that is read. All are in the CSV. */
export function shownColumns({ columns, baseline }: Pick<FollowUpTable, 'columns' | 'baseline'>): number[] {
  const last = columns.length - 1;
  return [...new Set([baseline ?? 0, last - 1, last])].filter((at) => at >= 0).toSorted((a, b) => a - b);
}
