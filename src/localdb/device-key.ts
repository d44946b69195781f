import type { LocalDb } from './schema.ts';

/** The keys of one user on this device. Neither can be exported; see docs/security.md for what that protects from. */
export interface DeviceKey {
  id: string;
  /** AES-GCM-256. */
  key: CryptoKey;
  /** HMAC-SHA-256, for finding rows by what identifies a patient without writing it down. */
  hashKey: CryptoKey;
}

/** The user's key, made on first use. Two contexts that start at once end up with the same one. */
export async function openDeviceKey(db: LocalDb): Promise<DeviceKey> {
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
