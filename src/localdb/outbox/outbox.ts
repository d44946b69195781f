import { withConnection } from '#localdb/connection.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { openJson, sealJson } from '#localdb/encryption.ts';
import type { KeyRow, LocalDb, OutboxRow, OutboxWrite, StoredOutboxRow } from '#localdb/schema.ts';

/**
 * [Note: Outbox]
 *
 * A small write of the user is stored here before it is sent, online or not. The page and every other tab show it from then on, and it survives
 * a reload or a kill. A row is deleted when the server has answered. Each row states the wanted result and not a change, so sending it twice
 * changes nothing. IDs and flags are in clear; a write with words is sealed whole, because a user may write a patient's name anywhere.
 */

/**
 * Replaces earlier writes with the same key: only the last decision of the user is sent. `instead`: the number of another write, whose place it takes;
 * if that one was replaced meanwhile, nothing is stored.
 */
export async function saveWrite(db: LocalDb, write: OutboxWrite, instead?: number): Promise<void> {
  const stored = hasWords(write) ? await sealJson(await openDeviceKey(db), write) : write;
  const replaced = new Set(keysReplacedBy(write));
  await withConnection(db, () =>
    db.transaction('rw', db.outbox, async () => {
      if (instead !== undefined) {
        if ((await db.outbox.get(instead)) === undefined) return;
        await db.outbox.delete(instead);
      }
      await db.outbox.filter((row) => replaced.has(row.key) || isMarkedWithAll(write, row) || isSaidOfDeleted(write, row)).delete();
      await db.outbox.add({ key: keyOf(write), write: stored });
    }),
  );
}

/** In the order in which they were made. Without rows that were sealed under a key that is gone: nobody can read them. Only reads. */
export async function savedWrites(db: LocalDb): Promise<OutboxRow[]> {
  const [rows, key] = await Promise.all([db.outbox.orderBy('seq').toArray(), db.keys.toCollection().first()]);
  const opened = await Promise.all(rows.map((row) => openRow(row, key)));
  return opened.filter((row) => row !== null);
}

/** All in one transaction. A row that was replaced meanwhile has another number, and stays. */
export async function removeWrites(db: LocalDb, rows: readonly Pick<OutboxRow, 'seq'>[]): Promise<void> {
  await withConnection(db, () => db.outbox.bulkDelete(rows.map(({ seq }) => seq)));
}

async function openRow({ write, ...row }: StoredOutboxRow, key: KeyRow | undefined): Promise<OutboxRow | null> {
  if (!ArrayBuffer.isView(write)) return { ...row, write };
  if (key === undefined) return null;
  return openJson<OutboxWrite>(key, write).then(
    (opened) => ({ ...row, write: opened }),
    () => null,
  );
}

const WITH_WORDS: ReadonlySet<OutboxWrite['kind']> = new Set([
  ...(['lesion', 'lesion-change', 'lesion-finding', 'lesion-deletion', 'study-response'] as const),
  ...(['segmentation', 'segment-title', 'measurement', 'comment', 'comment-change', 'form-answer', 'layout', 'task-move'] as const),
]);

function hasWords({ kind }: OutboxWrite): boolean {
  return WITH_WORDS.has(kind);
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
    case 'segmentation':
    case 'segmentation-sharing':
    case 'segmentation-overlap':
    case 'segmentation-mask':
    case 'segment-order':
      return `${write.kind}:${write.segmentation}`;
    case 'segment':
    case 'segment-title':
    case 'segment-colour':
    case 'segment-deletion':
      return `${write.kind}:${write.segment}`;
    case 'measurement':
    case 'measurement-deletion':
      return `measurement:${write.measurement}`;
    case 'lesion-finding':
      return `lesion-finding:${write.lesion}:${write.study}`;
    case 'lesion':
    case 'lesion-change':
    case 'lesion-deletion':
      return `${write.kind}:${write.lesion}`;
    case 'follow-up-baseline':
      return `follow-up-baseline:${write.study}`;
    case 'study-response':
      return `study-response:${write.response}`;
    case 'comment':
    case 'comment-change':
    case 'comment-deletion':
    case 'comment-resolved':
      return `${write.kind}:${write.comment}`;
    case 'form-answer':
    case 'form-answer-deletion':
      return `form-answer:${write.answer}`;
    case 'layout':
    case 'layout-deletion':
      return `layout:${write.layout}`;
    case 'proposal-decision':
      return `proposal-decision:${write.infer}:${write.value}`;
    case 'task-move':
      return `task-move:${write.body.move}`;
    case 'read-move':
      return `read-move:${write.body.move}`;
  }
}

function keysReplacedBy(write: OutboxWrite): string[] {
  const own = keyOf(write);
  // What a deleted segment is called no longer matters.
  if (write.kind === 'segment-deletion') return [own, `segment-title:${write.segment}`, `segment-colour:${write.segment}`];
  if (write.kind === 'lesion-deletion') return [own, `lesion:${write.lesion}`, `lesion-change:${write.lesion}`];
  if (write.kind === 'comment-deletion') return [own, `comment:${write.comment}`, `comment-change:${write.comment}`];
  return [own];
}

/** What is said in any study of a lesion that is deleted. */
const isSaidOfDeleted = (write: OutboxWrite, { key }: StoredOutboxRow): boolean =>
  write.kind === 'lesion-deletion' && key.startsWith(`lesion-finding:${write.lesion}:`);

function isMarkedWithAll(write: OutboxWrite, row: StoredOutboxRow): boolean {
  if (write.kind !== 'all-notifications' || ArrayBuffer.isView(row.write)) return false;
  return row.write.kind === 'notification' && row.write.id <= write.last_id;
}
