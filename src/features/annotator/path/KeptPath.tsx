import type { Series } from '#contract/study-detail.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useKeptPath } from './use-path.ts';

/** The path of the study is here again after a reload. */
export function KeptPath({ db, study, series, isRead }: { db: LocalDb; study: string; series: readonly Series[]; isRead: boolean }) {
  useKeptPath(db, study, series, isRead);
  return null;
}
