import type { ReadMove } from '#contract/campaigns.ts';
import type { SentTaskMove } from '#contract/tasks.ts';
import type { LocalDb, OutboxRow } from '#localdb/schema.ts';
import { saveWrite } from './outbox.ts';

interface Made {
  /** UUIDs of the task and of its study. */
  task: string;
  study: string;
  body: SentTaskMove;
}

/**
 * Stored when it resolves, and sent later. Moves of a task are sent in their order, and none replaces another. A finish is sent after the strokes that
 * were drawn on the study before it: whoever reviews the work finds all of it.
 */
export async function saveTaskMove(db: LocalDb, { task, study, body }: Made): Promise<void> {
  const strokes = body.act === 'finish' ? await unsentStrokes(db, study) : [];
  await saveWrite(db, { kind: 'task-move', task, study, after: strokes.at(-1) ?? 0, body: { ...body, move: crypto.randomUUID() } });
}

interface MadeInCampaign {
  /** UUIDs of the campaign, of the read and of its study. */
  campaign: string;
  read: string;
  study: string;
  body: Omit<ReadMove, 'move'>;
}

/** The same for a read of a campaign. Its agreement is computed of all that was drawn in it. */
export async function saveReadMove(db: LocalDb, { campaign, read, study, body }: MadeInCampaign): Promise<void> {
  const strokes = body.act === 'finish' ? await unsentStrokes(db, study) : [];
  const move = { ...body, move: crypto.randomUUID() };
  await saveWrite(db, { kind: 'read-move', campaign, read, study, after: strokes.at(-1) ?? 0, body: move });
}

/**
 * The writes that may be sent now: without a finish whose strokes wait, and what was done with its task afterwards. Reads of a campaign are moved in
 * their order: what was made in a read belongs to the one that was open.
 */
export async function writesToSend(db: LocalDb, rows: readonly OutboxRow[]): Promise<OutboxRow[]> {
  const heldBack = new Set<string>();
  const sent: OutboxRow[] = [];
  for (const row of rows) {
    const { write } = row;
    if (write.kind === 'task-move' || write.kind === 'read-move') {
      const subject = write.kind === 'task-move' ? write.task : write.campaign;
      const waits = write.after > 0 && (await unsentStrokes(db, write.study)).some((seq) => seq <= write.after);
      if (waits) heldBack.add(subject);
      if (heldBack.has(subject)) continue;
    }
    sent.push(row);
  }
  return sent;
}

/** Their numbers in the journal of this device, in the order in which they were drawn. */
async function unsentStrokes(db: LocalDb, study: string): Promise<number[]> {
  const rows = await db.maskOperations
    .where('state')
    .equals('drawn')
    .filter((row) => row.study === study)
    .primaryKeys();
  return rows.toSorted((a, b) => a - b);
}
