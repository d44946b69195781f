import { withConnection } from './connection.ts';
import type { LocalDb, OutboxRow, OutboxWrite } from './schema.ts';

/**
 * [Note: Outbox]
 *
 * A small write of a person is a row here before the server hears of it, with a network as without one: the page shows it from then on, every tab
 * sees it, and a reload or a kill forgets nothing. A row goes when the server has answered. Each says what shall be, not what shall change, so one
 * that is sent again changes nothing. Ids and flags only: nothing here names a patient.
 */

/** In the place of earlier ones of the same: what a person said last is what is sent. */
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
