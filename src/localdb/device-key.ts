import { withConnection } from './connection.ts';
import type { KeyRow, LocalDb, SegmentRow } from './schema.ts';

/** The keys of one user on this device. Neither can be exported; see docs/security.md for what that protects from. */
export interface DeviceKey {
  id: string;
  /** AES-GCM-256. */
  key: CryptoKey;
  /** HMAC-SHA-256, for finding rows by what identifies a patient without writing it down. */
  hashKey: CryptoKey;
  /** Segments are Blobs here, or else ArrayBuffers. */
  keepsBlobs: boolean;
}

/** The user's key, made on first use. Two contexts that start at once end up with the same one. */
export async function openDeviceKey(db: LocalDb): Promise<DeviceKey> {
  const row = await withConnection(db, () => savedKey(db));
  if (row.keepsBlobs) return { ...row, keepsBlobs: true };
  // A browser that cannot is asked again the next time: it may only have had no room.
  const keepsBlobs = await canKeepBlobs(db);
  if (keepsBlobs) await db.keys.update(row.id, { keepsBlobs });
  return { ...row, keepsBlobs };
}

async function savedKey(db: LocalDb): Promise<KeyRow> {
  const saved = await db.keys.toCollection().first();
  if (saved) return saved;
  const [key, hashKey] = await Promise.all([
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  ]);
  const made = { id: crypto.randomUUID(), key, hashKey, createdAt: Date.now() };
  return db.transaction('rw', db.keys, async () => {
    const other = await db.keys.toCollection().first();
    if (other) return other;
    await db.keys.add(made);
    return made;
  });
}

/** Some browsers refuse Blobs in IndexedDB (Safari's private windows), or give back none that can be read: only trying tells. */
async function canKeepBlobs(db: LocalDb): Promise<boolean> {
  const probe: SegmentRow = {
    id: crypto.randomUUID(),
    uploadId: '',
    keyId: '',
    size: 1,
    unit: 1,
    prefix: new Uint8Array(8),
    bytes: new Blob([new Uint8Array([7])]),
  };
  try {
    await db.segments.put(probe);
    const kept = (await db.segments.get(probe.id))?.bytes;
    return kept instanceof Blob && new Uint8Array(await kept.arrayBuffer())[0] === 7;
  } catch {
    return false;
  } finally {
    // Should this fail, the next sweep removes it.
    await db.segments.delete(probe.id).catch(() => undefined);
  }
}
