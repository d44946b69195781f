import { withConnection } from '#localdb/connection.ts';
import type { LocalDb, OutboxRow, OutboxWrite } from '#localdb/schema.ts';

/**
 * [Note: Outbox]
 *
 * A small write of the user is stored here before it is sent, online or not. The page and every other tab show it from then on, and it survives
 * a reload or a kill. A row is deleted when the server has answered. Each row states the wanted result and not a change, so sending it twice
 * changes nothing. Only IDs and flags: nothing here names a patient.
 */

/** Replaces earlier writes with the same key: only the last decision of the user is sent. */
export async function saveWrite(db: LocalDb, write: OutboxWrite): Promise<void> {
  await withConnection(db, () =>
    db.transaction('rw', db.outbox, async () => {
      await db.outbox.filter((row) => isSaidBy(write, row)).delete();
      await db.outbox.add({ key: keyOf(write), write });
    }),
  );
}

export function savedWrites(db: LocalDb): Promise<OutboxRow[]> {
  return db.outbox.orderBy('seq').toArray();
}

/** A row that was replaced meanwhile has another number, and stays. */
export async function removeWrite(db: LocalDb, { seq }: OutboxRow): Promise<void> {
  await withConnection(db, () => db.outbox.delete(seq));
}

function keyOf(write: OutboxWrite): string {
  switch (write.kind) {
    case 'notification':
      return `notification:${write.id}`;
    case 'all-notifications':
      return write.kind;
    case 'study-label':
      return `study-label:${write.study}:${write.label}`;
    case 'study-project':
      return `study-project:${write.study}:${write.project}`;
  }
}

function isSaidBy(write: OutboxWrite, row: OutboxRow): boolean {
  if (row.key === keyOf(write)) return true;
  return write.kind === 'all-notifications' && row.write.kind === 'notification' && row.write.id <= write.last_id;
}
