import { withConnection } from './connection.ts';
import type { KeyRow, LocalDb, SegmentRow } from './schema.ts';

/** The keys of one user on this device. They cannot be exported; docs/security.md says what that protects against. */
export interface DeviceKey {
  id: string;
  /** AES-GCM-256. */
  key: CryptoKey;
  /** HMAC-SHA-256, to find rows by identifying data without storing it. */
  hashKey: CryptoKey;
  /** Whether segments are stored as Blobs here, or else as ArrayBuffers. */
  keepsBlobs: boolean;
}

/** The user's key, created on first use. Two contexts that start at the same time get the same one. */
export async function openDeviceKey(db: LocalDb): Promise<DeviceKey> {
  const row = await withConnection(db, () => savedKey(db));
  if (row.keepsBlobs) return { ...row, keepsBlobs: true };
  // A browser that failed is tested again next time, because it may only have been out of space.
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

/** Some browsers refuse Blobs in IndexedDB (private windows of Safari) or return unreadable ones. Only a test shows it. */
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
    // If this fails, the next sweep removes it.
    await db.segments.delete(probe.id).catch(() => undefined);
  }
}
