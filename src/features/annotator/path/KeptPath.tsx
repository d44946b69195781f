import type { LocalDb } from '#localdb/schema.ts';
import { useKeptPath } from './use-path.ts';

/** The path of the study is here again after a reload. */
export function KeptPath({ db, study, isRead }: { db: LocalDb; study: string; isRead: boolean }) {
  useKeptPath(db, study, isRead);
  return null;
}
