import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ObjectMissingError, type ObjectStore } from '#server/storage/object-store.ts';
import type { Progress, Totals } from './progress.ts';
import { BackupRefusal } from './refusal.ts';

const COPIES_AT_ONCE = 4;

export interface ObjectToCopy {
  key: string;
  bytes: number;
  /** If it is known. Other bytes are not copied. */
  sha256?: string;
}

export interface CopiedObject {
  key: string;
  bytes: number;
  sha256: string;
  isNew: boolean;
}

export interface ObjectsCopy {
  from: ObjectStore;
  to: ObjectStore;
  objects: AsyncIterable<ObjectToCopy>;
  progress: Progress;
  /** SHA-256 of an object that an earlier run has copied and verified: only its size is looked at. */
  verifiedBefore?: (key: string) => string | null;
  /** The object is in `to`, and its bytes have been compared. */
  onCopied?: (object: CopiedObject) => Promise<void> | void;
  /** The object has gone since it was listed, or does not have the expected bytes: it is left out. Without this, the copy fails. */
  onLeftOut?: (key: string) => void;
}

/** The bytes of an object are not those that were backed up. */
class DamagedObjectError extends Error {
  override readonly name = 'DamagedObjectError';
}

/** Copies some objects at a time. Those that `to` has are not sent again. When it resolves, the bytes of every object have been compared. */
export async function copyObjects(copy: ObjectsCopy): Promise<Totals & { bytes: number; copied: number }> {
  const done = { count: 0, bytes: 0, copied: 0 };
  const waiting = copy.objects[Symbol.asyncIterator]();
  let failed = false;
  const lane = async (): Promise<void> => {
    for (;;) {
      const next = failed ? { done: true as const } : await waiting.next();
      if (next.done === true) return;
      const object = await copyOrLeaveOut(copy, next.value).catch((error: unknown) => {
        failed = true;
        throw error;
      });
      if (object === null) continue;
      done.count += 1;
      done.bytes += object.bytes;
      done.copied += object.isNew ? 1 : 0;
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: COPIES_AT_ONCE }, lane));
  await waiting.return?.();
  for (const outcome of lanes) if (outcome.status === 'rejected') throw outcome.reason;
  return done;
}

async function copyOrLeaveOut(copy: ObjectsCopy, object: ObjectToCopy): Promise<CopiedObject | null> {
  try {
    const copied = await copyObject(copy, object);
    await copy.onCopied?.(copied);
    copy.progress.add(1, object.bytes);
    return copied;
  } catch (error) {
    const isLost = error instanceof ObjectMissingError || error instanceof DamagedObjectError;
    if (!isLost || copy.onLeftOut === undefined) throw error;
    copy.onLeftOut(object.key);
    copy.progress.add(1, object.bytes);
    return null;
  }
}

async function copyObject({ from, to, verifiedBefore }: ObjectsCopy, { key, bytes, sha256 }: ObjectToCopy): Promise<CopiedObject> {
  if ((await to.size(key)) === bytes) {
    const known = verifiedBefore?.(key) ?? null;
    if (known !== null) return { key, bytes, sha256: known, isNew: false };
    const there = await hashOf(to, key, bytes);
    if (there === (sha256 ?? (await hashOf(from, key, bytes)))) return { key, bytes, sha256: there, isNew: false };
  }
  const hash = createHash('sha256');
  await to.write(key, hashed(from.stream(key, 0, bytes), hash));
  const sent = hash.digest('hex');
  if (sha256 !== undefined && sent !== sha256) {
    await to.remove(key);
    throw new DamagedObjectError();
  }
  if ((await hashOf(to, key, bytes)) !== sent)
    throw new BackupRefusal(`The object ${key} does not have the bytes that were written. Check the store, and run the command again.`);
  return { key, bytes, sha256: sent, isNew: true };
}

async function hashOf(store: ObjectStore, key: string, bytes: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of store.stream(key, 0, bytes)) hash.update(part as Uint8Array);
  return hash.digest('hex');
}

function hashed(bytes: Readable, hash: ReturnType<typeof createHash>): Readable {
  async function* parts(): AsyncGenerator<Uint8Array> {
    for await (const part of bytes as AsyncIterable<Uint8Array>) {
      hash.update(part);
      yield part;
    }
  }
  return Readable.from(parts(), { objectMode: false });
}

export async function totalsOf(store: ObjectStore): Promise<Totals & { bytes: number }> {
  const totals = { count: 0, bytes: 0 };
  for await (const { bytes } of store.list('')) {
    totals.count += 1;
    totals.bytes += bytes;
  }
  return totals;
}
