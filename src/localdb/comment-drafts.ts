import { useLiveQuery } from 'dexie-react-hooks';
import type { CommentDraft } from '#model/comments/comment-draft.ts';
import { unlessOutdated, withConnection } from './connection.ts';
import { openDeviceKey } from './device-key.ts';
import { openJson, sealJson } from './encryption.ts';
import type { LocalDb } from './schema.ts';

/** In place of the one with the same key. Sealed whole: a user may write a patient's name anywhere. */
export async function keepCommentDraft(db: LocalDb, draft: CommentDraft): Promise<void> {
  const sealed = await sealJson(await openDeviceKey(db), draft);
  await withConnection(db, () => db.commentDrafts.put({ key: draft.key, study: draft.study, sealed }));
}

export async function dropCommentDraft(db: LocalDb, key: string): Promise<void> {
  await withConnection(db, () => db.commentDrafts.delete(key));
}

/** Of a study, without rows that were sealed under a key that is gone. Only reads. */
export async function keptCommentDrafts(db: LocalDb, study: string): Promise<CommentDraft[]> {
  const [rows, key] = await Promise.all([db.commentDrafts.where('study').equals(study).toArray(), db.keys.toCollection().first()]);
  if (key === undefined) return [];
  const opened = await Promise.all(rows.map(({ sealed }) => openJson<CommentDraft>(key, sealed).catch(() => null)));
  return opened.filter((draft) => draft !== null);
}

/** Live; undefined until they are known. */
export function useCommentDrafts(db: LocalDb, study: string): readonly CommentDraft[] | undefined {
  return useLiveQuery(() => unlessOutdated(db, () => keptCommentDrafts(db, study)), [db, study]);
}
