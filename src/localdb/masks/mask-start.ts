import { unzlibSync, zlibSync } from 'fflate';
import type { MaskSnapshot } from '#contract/mask-snapshots.ts';
import { withConnection } from '#localdb/connection.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { open, seal } from '#localdb/encryption.ts';
import type { LocalDb, MaskRow, MaskSnapshotRow } from '#localdb/schema.ts';
import { base64ToBytes } from '#model/base64.ts';

/**
 * [Note: Starting from a snapshot]
 *
 * A device that has nothing of a segmentation may start from the mask at a number, and reads only the operations after it. What cannot be replayed from there
 * (whoever drew had not seen all of the snapshot, takes back something in it, or empties a segment; or its bytes are not the right ones) takes the one way back:
 * the snapshot is deleted, and all operations are read from the first one. Operations that are here stay, and so does what waits to be sent.
 */

/** A stored snapshot as it is read; `bytes` is null if it is not there, or cannot be decrypted or inflated. */
export interface JournalStart {
  number: number;
  sha256: string;
  bytes: Uint8Array | null;
}

/** A snapshot may be asked for: nothing of the segmentation is here, and none has failed before. */
export async function mayStart(db: LocalDb, segmentation: string): Promise<boolean> {
  return withConnection(db, () =>
    db.transaction('r', db.masks, db.maskOperations, async () => {
      const mask = await db.masks.get(segmentation);
      return mask !== undefined && isFree(mask) && (await db.maskOperations.where({ segmentation }).count()) === 0;
    }),
  );
}

/** Stores a snapshot to start from, if nothing has arrived or was drawn meanwhile, and if it is of the same grid. Rejects with a quota error if the device is full. */
export async function saveStart(
  db: LocalDb,
  device: DeviceKey,
  segmentation: string,
  { number, sha256, grid, bytes }: MaskSnapshot,
): Promise<void> {
  const deflated = base64ToBytes(bytes);
  if (deflated === null) return;
  const sealed = await seal(device, deflated);
  await withConnection(db, () =>
    db.transaction('rw', db.masks, db.maskSnapshots, db.maskOperations, async () => {
      const mask = await db.masks.get(segmentation);
      if (mask === undefined || !isFree(mask) || mask.gridHash !== grid) return;
      if ((await db.maskOperations.where({ segmentation }).count()) > 0) return;
      await db.maskSnapshots.put({ segmentation, study: mask.study, number, sha256, sealed });
      await db.masks.update(segmentation, { start: number, last: number });
    }),
  );
}

const isFree = ({ last, start, readsAll }: MaskRow): boolean => last === 0 && start === undefined && readsAll !== true;

/** The way back: all operations are read from the first one. Nothing happens if the mask does not start from the snapshot of this number (any more). */
export async function dropStart(db: LocalDb, segmentation: string, number: number): Promise<void> {
  await withConnection(db, () =>
    db.transaction('rw', db.masks, db.maskSnapshots, async () => {
      const mask = await db.masks.get(segmentation);
      if (mask !== undefined && mask.start === number) await dropStartIn(db, mask);
    }),
  );
}

/** Within a transaction on `masks` and `maskSnapshots`. */
export async function dropStartIn(db: LocalDb, { segmentation, study, gridHash, handedIn }: MaskRow): Promise<void> {
  await db.maskSnapshots.delete(segmentation);
  await db.masks.put({ segmentation, study, gridHash, last: 0, readsAll: true, ...(handedIn !== undefined && { handedIn }) });
}

export async function openedStart(device: Pick<DeviceKey, 'key'>, number: number, row: MaskSnapshotRow | undefined): Promise<JournalStart> {
  if (row === undefined || row.number !== number) return { number, sha256: '', bytes: null };
  const { sha256, sealed } = row;
  try {
    return { number, sha256, bytes: unzlibSync(await open(device, sealed)) };
  } catch {
    return { number, sha256, bytes: null };
  }
}

/** As snapshots are sent and stored (RFC 1950). */
export function deflateSnapshot(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return zlibSync(bytes) as Uint8Array<ArrayBuffer>;
}

/** This device need not hand in the snapshot of this number (again). */
export async function noteHandedIn(db: LocalDb, segmentation: string, number: number): Promise<void> {
  await withConnection(db, () => db.masks.update(segmentation, { handedIn: number }));
}
