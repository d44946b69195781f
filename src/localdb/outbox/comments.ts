import { openDeviceKey } from '#localdb/device-key.ts';
import type { LocalDb, WriteOf } from '#localdb/schema.ts';
import { saveWrite } from './outbox.ts';

type Saved = Pick<WriteOf<'comment'>, 'study' | 'comment' | 'base' | 'content'>;

/** Stored when it resolves, and sent later. `base`: the version that is shown, 0 for a new comment. `isNew`: it was not stored before. */
export async function saveComment(db: LocalDb, { isNew, ...saved }: Saved & { isNew: boolean }): Promise<void> {
  const { id: device } = await openDeviceKey(db);
  await saveWrite(db, { kind: isNew ? 'comment' : 'comment-change', device, ...saved });
}

/** Takes the place of changes that wait, and of the comment itself while it waits. */
export function deleteComment(db: LocalDb, { study, comment }: Pick<Saved, 'study' | 'comment'>): Promise<void> {
  return saveWrite(db, { kind: 'comment-deletion', study, comment });
}

/** `comment`: the first one of the thread. */
export function resolveComment(db: LocalDb, write: Pick<Saved, 'study' | 'comment'> & { on: boolean }): Promise<void> {
  return saveWrite(db, { kind: 'comment-resolved', ...write });
}
