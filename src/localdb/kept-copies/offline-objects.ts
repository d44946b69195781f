import type { CacheLimits } from '#model/offline/cache-limits.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { deleteObjects, limitsHere, releaseCache, trimCache } from './offline-cache.ts';
import { isQuotaError } from '#localdb/quota.ts';
import { isReserveHeld } from '#localdb/files/reserved-space.ts';
import type { KeptKey, KeptKind, KeptObjectRow, KeptPieceRow, LocalDb } from '#localdb/schema.ts';
import { readSegment, sealUnits, SEGMENT_BYTES } from '#localdb/files/segment.ts';

/**
 * [Note: Kept objects]
 *
 * Objects of the server that can be read here offline: answers, thumbnails, volumes, files. An object has a row and pieces of at most 8 MiB.
 * Each piece is written in one transaction with the count of the stored bytes, so an interrupted download continues after the last piece, and
 * 500 MB need the memory of one piece. A complete object replaces the earlier one under its key. Objects of a pinned study stay until it is
 * unpinned; all others are a cache: [Note: The cache gives way].
 */

/** An object of the server, as described by its answer. */
export interface ObjectToKeep {
  key: KeptKey;
  studyUuid: string;
  /** Its ETag. A different tag means different content. Null if it has none. */
  tag: string | null;
  /** Of a model: the pinned study that needs it. */
  neededBy?: string;
}

/** `no-room`: the device has no free space, or an intake needs it. */
export type Kept = 'kept' | 'no-room';

export interface KeepOptions {
  /** ms. */
  now?: number;
  limits?: CacheLimits;
}

/** Stores a whole object and replaces the earlier one. `no-room`: nothing of it is stored, and the earlier one stays. */
export async function keepObject(
  db: LocalDb,
  device: DeviceKey,
  object: ObjectToKeep,
  bytes: Blob,
  options: KeepOptions = {},
): Promise<Kept> {
  const begun = await beginObject(db, device, { ...object, size: bytes.size }, options);
  if (begun === 'no-room') return begun;
  for (let at = begun.keptBytes; at < bytes.size; at += SEGMENT_BYTES) {
    const piece = new Uint8Array(await bytes.slice(at, at + SEGMENT_BYTES).arrayBuffer());
    const added = await appendToObject(db, device, begun.id, at, piece, options);
    if (added === 'no-room') await db.transaction('rw', [db.keptObjects, db.keptPieces], () => deleteObjects(db, [begun.id]));
    // Unpinned, signed out or stored by another tab meanwhile: nothing to continue.
    if (added !== 'kept') return 'no-room';
  }
  return 'kept';
}

/** An incomplete object, with the bytes stored so far. */
export interface BegunObject {
  id: string;
  keptBytes: number;
}

/** Begins an object of `size` bytes, or finds a partial one with the same content. A partial one with other content is deleted. */
export async function beginObject(
  db: LocalDb,
  device: DeviceKey,
  object: ObjectToKeep & { size: number },
  { now = Date.now(), limits }: KeepOptions = {},
): Promise<BegunObject | 'no-room'> {
  const { key, studyUuid, tag, size, neededBy } = object;
  const fitsCache = !(await isReserveHeld(db)) && size <= (limits ?? (await limitsHere())).bytes;
  const begin = (): Promise<BegunObject | 'no-room'> =>
    db.transaction('rw', [db.keptObjects, db.keptPieces, db.pins], async () => {
      const isPinned = (await db.pins.get(neededBy ?? studyUuid)) !== undefined;
      if (!isPinned && !fitsCache) return 'no-room';
      const begun = (await db.keptObjects.where('key').equals(key).toArray()).filter((row) => !isWhole(row));
      const same = begun.find((row) => row.tag === tag && row.size === size && row.keyId === device.id);
      await deleteObjects(
        db,
        begun.filter((row) => row !== same).map(({ id }) => id),
      );
      if (same) return same;
      const row: KeptObjectRow = {
        ...{ id: crypto.randomUUID(), key, studyUuid, kind: kindOf(key), keyId: device.id, size, keptBytes: 0, tag },
        ...{ cached: isPinned ? 0 : 1, fetchedAt: now, usedAt: now, ...(neededBy !== undefined && { neededBy: [neededBy] }) },
      };
      await db.keptObjects.add(row);
      if (isWhole(row)) await replaceOthers(db, row);
      return row;
    });
  return orNoRoom(begin);
}

/**
 * Writes the bytes of a begun object from `at` on, at most 8 MiB. With the last ones it is complete and replaces the earlier object. `moved-on`: it
 * is gone, or another tab has written these bytes.
 */
export async function appendToObject(
  db: LocalDb,
  device: DeviceKey,
  id: string,
  at: number,
  plain: Uint8Array<ArrayBuffer>,
  { now = Date.now(), limits }: KeepOptions = {},
): Promise<Kept | 'moved-on'> {
  if (plain.length > SEGMENT_BYTES) throw new RangeError('A piece is at most 8 MiB');
  const begun = await db.keptObjects.get(id);
  if (!begun) return 'moved-on';
  if (begun.cached === 1) await trimCache(db, id, begun.size, limits ?? (await limitsHere()));
  const piece: KeptPieceRow = { objectId: id, at, ...(await sealUnits(device, pieceId(id, at), plain)) };
  const write = (): Promise<Kept | 'moved-on'> =>
    db.transaction('rw', [db.keptObjects, db.keptPieces], async () => {
      const row = await db.keptObjects.get(id);
      if (!row || row.keptBytes !== at || at + plain.length > row.size) return 'moved-on';
      const grown = { ...row, keptBytes: at + plain.length, fetchedAt: now, usedAt: now };
      await db.keptPieces.put(piece);
      await db.keptObjects.put(grown);
      if (isWhole(grown)) await replaceOthers(db, grown);
      return 'kept';
    });
  const added = await orNoRoom(write);
  if (added !== 'no-room' || begun.cached === 1) return added;
  // Pinned objects take priority over the cache.
  return (await releaseCache(db, SEGMENT_BYTES)) > 0 ? orNoRoom(write) : added;
}

/** A complete stored object. */
export interface KeptObject {
  key: KeptKey;
  size: number;
  tag: string | null;
  /** ms. */
  fetchedAt: number;
  /** Rejects with RangeError outside the object, and with KeptObjectGoneError if it was deleted or changed meanwhile. */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
  /** The whole object. Built piece by piece, because a browser may store the bytes of a Blob elsewhere. */
  blob(type?: string): Promise<Blob>;
}

/** The object under a key; null if it is not complete here or was encrypted under a key that is gone. */
export async function keptObject(db: LocalDb, device: DeviceKey, key: KeptKey, now = Date.now()): Promise<KeptObject | null> {
  const row = (await db.keptObjects.where('key').equals(key).toArray()).find((each) => isWhole(each) && each.keyId === device.id);
  if (!row) return null;
  await touch(db, row, now);
  const { size, tag, fetchedAt } = row;
  const read = (offset: number, length: number) => readObject(db, device, row, offset, length);
  return { key, size, tag, fetchedAt, read, blob: (type) => blobOf(size, read, type) };
}

/** The incomplete object under a key, whatever its content; null if there is none. */
export async function begunObject(db: LocalDb, device: DeviceKey, key: KeptKey): Promise<BegunObject | null> {
  const rows = await db.keptObjects.where('key').equals(key).toArray();
  return rows.find((row) => !isWhole(row) && row.keyId === device.id) ?? null;
}

/** Which of these are complete on this device, without opening or using them. */
export async function keptKeys(db: LocalDb, device: DeviceKey, keys: readonly KeptKey[]): Promise<ReadonlySet<KeptKey>> {
  const rows = await db.keptObjects
    .where('key')
    .anyOf([...keys])
    .toArray();
  return new Set(rows.filter((row) => isWhole(row) && row.keyId === device.id).map(({ key }) => key));
}

/** Deletes the objects of a study under keys other than these. Returns the freed bytes. */
export async function dropOthersOfStudy(db: LocalDb, studyUuid: string, keys: ReadonlySet<KeptKey>): Promise<number> {
  return db.transaction('rw', [db.keptObjects, db.keptPieces], async () => {
    const rows = await db.keptObjects.where('studyUuid').equals(studyUuid).toArray();
    return deleteObjects(
      db,
      rows.filter(({ key }) => !keys.has(key)).map(({ id }) => id),
    );
  });
}

/** Objects of one kind of a pinned study that are no longer wanted: they stay until space is needed. */
export async function giveToCache(db: LocalDb, studyUuid: string, kind: KeptKind, wanted: ReadonlySet<KeptKey>): Promise<void> {
  await db.keptObjects
    .where('studyUuid')
    .equals(studyUuid)
    .and((row) => row.kind === kind && row.cached === 0 && !wanted.has(row.key))
    .modify({ cached: 1 });
}

/** Deletes everything under a key, complete or not. Returns the freed bytes. */
export async function dropObject(db: LocalDb, key: KeptKey): Promise<number> {
  return db.transaction('rw', [db.keptObjects, db.keptPieces], async () =>
    deleteObjects(db, await db.keptObjects.where('key').equals(key).primaryKeys()),
  );
}

/**
 * Thrown if an object was deleted while it was read: to free space for an upload, because it was unpinned, or because the browser removed or
 * changed its bytes.
 */
export class KeptObjectGoneError extends Error {
  override readonly name = 'KeptObjectGoneError';
}

export function isWhole({ size, keptBytes }: Pick<KeptObjectRow, 'size' | 'keptBytes'>): boolean {
  return keptBytes === size;
}

async function orNoRoom<T>(work: () => Promise<T>): Promise<T | 'no-room'> {
  try {
    return await work();
  } catch (error) {
    if (isQuotaError(error)) return 'no-room';
    throw error;
  }
}

async function replaceOthers(db: LocalDb, { id, key }: KeptObjectRow): Promise<void> {
  const ids = await db.keptObjects.where('key').equals(key).primaryKeys();
  await deleteObjects(
    db,
    ids.filter((other) => other !== id),
  );
}

async function readObject(
  db: LocalDb,
  device: DeviceKey,
  { id, size }: KeptObjectRow,
  offset: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (offset < 0 || length < 0 || offset + length > size) throw new RangeError('Outside the object');
  const plain = new Uint8Array(length);
  for (let done = 0; done < length;) {
    const at = offset + done;
    const piece = await db.keptPieces.where('[objectId+at]').between([id, 0], [id, at], true, true).last();
    const inPiece = piece ? Math.min(piece.at + piece.size - at, length - done) : 0;
    if (!piece || inPiece <= 0) throw new KeptObjectGoneError('An object went while it was read');
    plain.set(await readPiece(device, piece, at - piece.at, inPiece), done);
    done += inPiece;
  }
  return plain;
}

async function readPiece(device: DeviceKey, piece: KeptPieceRow, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readSegment(device, { ...piece, id: pieceId(piece.objectId, piece.at) }, offset, length);
  } catch (cause) {
    throw new KeptObjectGoneError('The bytes of an object cannot be read', { cause });
  }
}

async function blobOf(size: number, read: KeptObject['read'], type = 'application/octet-stream'): Promise<Blob> {
  const parts: Blob[] = [];
  for (let at = 0; at < size; at += SEGMENT_BYTES) parts.push(new Blob([await read(at, Math.min(SEGMENT_BYTES, size - at))]));
  return new Blob(parts, { type });
}

/** Times of use are stored by the minute. Otherwise a scrolling list would write a row for every image and view. */
const TOUCH_EVERY_MS = 60_000;

async function touch(db: LocalDb, row: KeptObjectRow, now: number): Promise<void> {
  if (now - row.usedAt < TOUCH_EVERY_MS) return;
  // A full device may refuse to write the time of use; the object itself is available.
  await db.keptObjects.update(row.id, { usedAt: now }).catch(() => undefined);
}

/** Bound to the bytes: a piece cannot be moved to another position or object. */
function pieceId(objectId: string, at: number): string {
  return `${objectId}/${at}`;
}

function kindOf(key: KeptKey): KeptKind {
  return key.slice(0, key.indexOf(':')) as KeptKind;
}
