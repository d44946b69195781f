import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { MaskSnapshot, SentMaskSnapshot } from '#contract/mask-snapshots.ts';
import { marked } from '#language/t.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import { findRow, requireRight } from '#server/rules/segmentations/segmentation-rows.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { ObjectMissingError } from '#server/storage/object-store.ts';
import type { OfMask } from './append.ts';

/**
 * [Note: Snapshots of masks]
 *
 * Masks at a number, made by devices: the server computes no voxels, and cannot tell a wrong one. So a device starts from one only when two devices have handed
 * in the same for the number, and none another: a wrong one costs the snapshot, never a voxel. See docs/decisions/357-snapshots-of-masks.md.
 */

/** Numbers of a segmentation of which snapshots are kept. */
const NUMBERS_KEPT = 3;
const DEVICES_THAT_AGREE = 2;
/** Further ones would only say the same. */
const MOST_DEVICES = 8;
const MOST_INFLATED_BYTES = 64 * 1024 * 1024;

/** PCALL-103. One of a number that is no longer kept is not stored. `invalid`: the bytes are not those of the hash, or nobody has drawn so much yet. */
export async function saveMaskSnapshot(
  context: ServerContext,
  caller: Member,
  { study, segmentation }: OfMask,
  { number, sha256, device, bytes }: SentMaskSnapshot & { number: number },
): Promise<void> {
  const { db, objects } = context;
  const row = await requireRight(db.read, caller, 'edit', segmentation, study);
  if (number > row.operation_number) throw new Refusal('invalid', { errors: { number: [marked('Beyond the last operation.')] } });
  if (!(await isWanted(db.read, row.id, { number, device }))) return;
  const deflated = Buffer.from(bytes, 'base64');
  if ((await inflatedHash(deflated)) !== sha256)
    throw new Refusal('invalid', { errors: { bytes: [marked('Not the bytes of the hash.')] } });
  // Equal snapshots may be deflated differently.
  const name = createHash('sha256').update(deflated).digest('hex');
  const key = `team-${caller.teamId}/study-${row.study_uuid}/mask-snapshot-${row.uuid}-${number}-${name}`;
  if ((await objects.size(key)) === null) await objects.write(key, deflated);
  const unused = await db.write(async (tx) => {
    await lockTeam(tx, caller.teamId);
    const { id } = await requireRight(tx, caller, 'edit', segmentation, study);
    if (!(await isWanted(tx, id, { number, device }))) return [key];
    const snapshot = { segmentation_id: id, number, device, user_id: caller.userId, sha256, object_key: key };
    await tx
      .insertInto('mask_snapshot')
      .values({ ...snapshot, size_bytes: deflated.length, created_at: context.now() })
      .execute();
    return removeOlder(tx, id);
  });
  await removeUnusedObjects(context, unused);
}

/** Not if the device has handed one in for the number, enough others have, or later ones have taken its place. */
async function isWanted(db: Reader, segmentationId: number, { number, device }: { number: number; device: string }): Promise<boolean> {
  const known = await db
    .selectFrom('mask_snapshot')
    .select(['number', 'device'])
    .where('segmentation_id', '=', segmentationId)
    .where('number', '>=', number)
    .execute();
  const later = new Set(known.filter((each) => each.number > number).map((each) => each.number));
  const ofNumber = known.filter((each) => each.number === number);
  return later.size < NUMBERS_KEPT && ofNumber.length < MOST_DEVICES && !ofNumber.some((each) => each.device === device);
}

/** Returns the keys of their objects. */
async function removeOlder(tx: Writer, segmentationId: number): Promise<string[]> {
  const kept = await tx
    .selectFrom('mask_snapshot')
    .select('number')
    .distinct()
    .where('segmentation_id', '=', segmentationId)
    .orderBy('number', 'desc')
    .limit(NUMBERS_KEPT)
    .execute();
  const removed = await tx
    .deleteFrom('mask_snapshot')
    .where('segmentation_id', '=', segmentationId)
    .where('number', '<', kept.at(-1)!.number)
    .returning('object_key')
    .execute();
  return [...new Set(removed.map(({ object_key }) => object_key))];
}

/** PCALL-104. None for the author of an operation in it: whoever drew reads all, because undo and conflicts need the operations themselves. */
export async function maskSnapshot(
  { db, objects }: ServerContext,
  caller: Member,
  { study, segmentation }: OfMask,
  until: number | undefined,
): Promise<MaskSnapshot | null> {
  const row = await findRow(db.read, caller, segmentation, study);
  const own = await db.read
    .selectFrom('mask_operation')
    .select((eb) => eb.fn.min('number').as('first'))
    .where('segmentation_id', '=', row.id)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst();
  const most = Math.min(until ?? Infinity, row.operation_number, (own?.first ?? Infinity) - 1);
  const handedIn = await db.read
    .selectFrom('mask_snapshot')
    .select(['number', 'sha256', 'object_key', 'size_bytes'])
    .where('segmentation_id', '=', row.id)
    .where('number', '<=', most)
    .orderBy('number', 'desc')
    .execute();
  for (const [number, all] of Map.groupBy(handedIn, (each) => each.number)) {
    const [{ sha256, object_key, size_bytes }] = all as [(typeof all)[number]];
    if (all.length < DEVICES_THAT_AGREE || all.some((each) => each.sha256 !== sha256)) continue;
    const bytes = await objects.read(object_key, 0, size_bytes).catch((error: unknown) => {
      if (error instanceof ObjectMissingError) return null;
      throw error;
    });
    if (bytes !== null && row.grid_hash !== null)
      return { number, sha256, grid: row.grid_hash, bytes: Buffer.from(bytes).toString('base64') };
  }
  return null;
}

/** Null if they cannot be inflated, or are too many. */
async function inflatedHash(deflated: Buffer): Promise<string | null> {
  const inflated = await promisify(inflate)(deflated, { maxOutputLength: MOST_INFLATED_BYTES }).catch(() => null);
  return inflated && createHash('sha256').update(inflated).digest('hex');
}
