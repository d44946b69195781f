import { deflateSync, inflateSync } from 'fflate';
import { parseWireDate } from '#contract/dates.ts';
import type { MaskOperation, MaskOperations, SentMaskOperation, TakenOperation } from '#contract/mask-operations.ts';
import { withConnection } from '#localdb/connection.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { open, seal } from '#localdb/encryption.ts';
import type { LocalDb, MaskOperationRow, MaskOperationState, MaskRow, NewMaskOperationRow, Sealed } from '#localdb/schema.ts';
import { dropStartIn } from './mask-start.ts';

/**
 * [Note: Journal of masks]
 *
 * What somebody draws is stored here before it is shown. A mask is the replay of its operations: those of the server by their numbers up to `last`
 * of its row in `masks`, and after them those of this device that the server has not confirmed. Rows are never changed but for their state. A snapshot may
 * stand for the first of them ([Note: Starting from a snapshot]).
 *
 *     drawn ──number──▶ taken ──restored backup──▶ drawn
 *       └──kept aside──▶ aside ──applied by somebody──▶ taken
 *                         ├──discarded by somebody──▶ deleted
 *                         └──restored backup──▶ drawn
 */

/** What is sealed in a row. */
export interface MaskOperationContent {
  operation: SentMaskOperation;
  /** ID of the user who drew it; null: the account no longer exists. */
  author: number | null;
  /** It repeats an action that was undone before: that one's uuid. */
  repeats?: string;
  /** When it was drawn here, or when the server took it (ISO 8601), and the name of the account. For display; what was stored earlier has neither. */
  at?: string;
  by?: string;
}

/** The row of a segmentation, created if this device did not have one. One of another grid stays as it is: see `gridHash`. */
export async function savedMask(
  db: LocalDb,
  { segmentation, study, gridHash }: Pick<MaskRow, 'segmentation' | 'study' | 'gridHash'>,
): Promise<MaskRow> {
  return withConnection(db, () =>
    db.transaction('rw', db.masks, db.maskOperations, async () => {
      const known = await db.masks.get(segmentation);
      const isEmpty = known !== undefined && known.last === 0 && (await db.maskOperations.where({ segmentation }).count()) === 0;
      if (known !== undefined && (known.gridHash === gridHash || !isEmpty)) return known;
      const row = { segmentation, study, gridHash, last: 0 };
      await db.masks.put(row);
      return row;
    }),
  );
}

/** Stores what somebody drew in one go, all of it or nothing; rejects with a quota error if the device is full. */
export async function saveDrawn(
  db: LocalDb,
  device: DeviceKey,
  { segmentation, study }: Pick<MaskRow, 'segmentation' | 'study'>,
  contents: readonly MaskOperationContent[],
): Promise<void> {
  const rows: NewMaskOperationRow[] = await Promise.all(
    contents.map(async (content) => ({
      ...{ uuid: content.operation.uuid, segmentation, study, isOwn: 1 as const, state: 'drawn' as const },
      sealed: await sealContent(device, content),
    })),
  );
  await withConnection(db, () =>
    db.transaction('rw', db.maskOperations, async () => {
      // After a lost connection nobody knows whether they were stored.
      const known = await db.maskOperations
        .where('uuid')
        .anyOf(rows.map(({ uuid }) => uuid))
        .count();
      if (known === 0) await db.maskOperations.bulkAdd(rows);
    }),
  );
}

/**
 * Operations after the number `since` have arrived, in order. They are stored once, whoever has stored them before. A server that has fewer than it once had was
 * restored from a backup: then what was drawn here waits again, and the others are asked for from the beginning.
 */
export async function saveArrived(
  db: LocalDb,
  device: DeviceKey,
  { segmentation, study }: Pick<MaskRow, 'segmentation' | 'study'>,
  { since, last, operations }: MaskOperations & { since: number },
): Promise<void> {
  const rows = await Promise.all(operations.map((operation) => arrivedRow(device, { segmentation, study }, operation)));
  await withConnection(db, () =>
    db.transaction('rw', db.masks, db.maskSnapshots, db.maskOperations, async () => {
      const mask = await db.masks.get(segmentation);
      // A sign-out in between has emptied the table.
      if (mask === undefined || mask.last < since) return;
      if (last < since) return startAgain(db, mask);
      const known = await db.maskOperations
        .where('uuid')
        .anyOf(rows.map(({ uuid }) => uuid))
        .toArray();
      const byUuid = new Map(known.map((row) => [row.uuid, row]));
      await db.maskOperations.bulkPut(
        rows.map((row) => {
          const before = byUuid.get(row.uuid);
          if (before === undefined) return row;
          // Its content says more here than on the server.
          return { ...row, seq: before.seq, ...(before.isOwn === 1 && { isOwn: 1, sealed: before.sealed }) };
        }),
      );
      // An answer that was cut off ends with its last operation.
      const upTo = operations.at(-1)?.number ?? last;
      if (upTo > mask.last) await db.masks.update(segmentation, { last: upTo });
    }),
  );
}

async function startAgain(db: LocalDb, mask: MaskRow): Promise<void> {
  const { segmentation } = mask;
  const ofMask = db.maskOperations.where({ segmentation });
  const own = (await ofMask.toArray()).filter(({ state, isOwn }) => state === 'taken' && isOwn === 1);
  await ofMask.filter(({ state, isOwn }) => state === 'taken' && isOwn === 0).delete();
  await db.maskOperations.bulkPut(own.map((row) => ({ ...withoutState(row), state: 'drawn' })));
  if (mask.start === undefined) await db.masks.update(segmentation, { last: 0 });
  else await dropStartIn(db, mask);
}

/** What the server did with operations of this device. Discarded ones are deleted. `last` follows numbers without a gap. */
export async function saveAnswers(db: LocalDb, segmentation: string, answers: readonly TakenOperation[]): Promise<void> {
  await withConnection(db, () =>
    db.transaction('rw', db.masks, db.maskOperations, async () => {
      const rows = await db.maskOperations
        .where('uuid')
        .anyOf(answers.map(({ uuid }) => uuid))
        .toArray();
      const byUuid = new Map(rows.map((row) => [row.uuid, row]));
      const changed = answers.flatMap((answer): MaskOperationRow[] => {
        const row = byUuid.get(answer.uuid);
        return row === undefined || row.state === 'taken' || 'discarded' in answer ? [] : [{ ...withoutState(row), ...stateOf(answer) }];
      });
      await db.maskOperations.bulkPut(changed);
      await db.maskOperations.bulkDelete(discardedIn(answers, byUuid));
      const mask = await db.masks.get(segmentation);
      if (mask === undefined) return;
      const numbers = new Set(answers.flatMap((answer) => ('number' in answer ? [answer.number] : [])));
      let { last } = mask;
      while (numbers.has(last + 1)) last += 1;
      if (last > mask.last) await db.masks.update(segmentation, { last });
    }),
  );
}

/** Rejects if it was sealed under another key, or is damaged. */
export async function openContent(device: Pick<DeviceKey, 'key'>, sealed: Sealed): Promise<MaskOperationContent> {
  // Written by us, so its shape is trusted.
  return JSON.parse(new TextDecoder().decode(inflateSync(await open(device, sealed)))) as MaskOperationContent;
}

/** Deflated first: afterwards nothing shrinks. */
export async function sealContent(device: DeviceKey, content: MaskOperationContent): Promise<Sealed> {
  return seal(device, deflateSync(new TextEncoder().encode(JSON.stringify(content)), { level: 1 }));
}

async function arrivedRow(
  device: DeviceKey,
  of: Pick<MaskRow, 'segmentation' | 'study'>,
  { number, user, created_at, ...arrived }: MaskOperation,
): Promise<NewMaskOperationRow> {
  const { uuid, action, kind, segment, grid, base, device: drawnOn, tab, withdraws, bytes } = arrived;
  const operation = { uuid, action, kind, segment, grid, base, device: drawnOn, tab, withdraws, bytes };
  const sealed = await sealContent(device, {
    operation,
    author: user?.id ?? null,
    at: isoOf(created_at),
    ...(user !== null && { by: user.name }),
  });
  return { ...of, uuid, isOwn: 0, state: 'taken', number, sealed };
}

/** The wire has UTC without a zone. */
const isoOf = (text: string): string => parseWireDate(text)?.toISOString() ?? text;

function discardedIn(answers: readonly TakenOperation[], byUuid: ReadonlyMap<string, MaskOperationRow>): number[] {
  return answers.flatMap((answer) => {
    const row = byUuid.get(answer.uuid);
    return 'discarded' in answer && row !== undefined && row.state !== 'taken' ? [row.seq] : [];
  });
}

function stateOf(answer: Exclude<TakenOperation, { discarded: true }>): MaskOperationState {
  return 'number' in answer ? { state: 'taken', number: answer.number } : { state: 'aside', reason: answer.aside };
}

function withoutState({
  seq,
  uuid,
  segmentation,
  study,
  isOwn,
  sealed,
}: MaskOperationRow): Omit<MaskOperationRow, keyof MaskOperationState> {
  return { seq, uuid, segmentation, study, isOwn, sealed };
}
