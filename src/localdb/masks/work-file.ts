import { deflateSync, inflateSync } from 'fflate';
import { z } from '#contract/zod.ts';
import { SentMaskOperation } from '#contract/mask-operations.ts';
import { withConnection } from '#localdb/connection.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import type { LocalDb, NewMaskOperationRow } from '#localdb/schema.ts';
import { openContent, sealContent } from './journal.ts';

/**
 * [Note: A file of unsent work]
 *
 *     "LSWK" version salt(16) iv(12) AES-256-GCM of deflated JSON
 *
 * The key comes from a passphrase (PBKDF2, SHA-256): the key of the device never leaves it, and the file must open on another one. What stands before the sealed
 * bytes is authenticated with them.
 */
const MAGIC = Uint8Array.of(0x4c, 0x53, 0x57, 0x4b, 1);
const [SALT_BYTES, IV_BYTES] = [16, 12];
const HEAD_BYTES = MAGIC.length + SALT_BYTES + IV_BYTES;
const ITERATIONS = 600_000;

const Work = z.object({
  user: z.number().int(),
  operations: z.array(
    z.object({ study: z.string(), segmentation: z.string(), repeats: z.string().optional(), operation: SentMaskOperation }),
  ),
});
type Work = z.infer<typeof Work>;

/** All operations that this device drew and that are not in the order of the server: those that wait, and those kept aside. `unread`: nobody can decrypt them. */
export async function writeWorkFile(
  db: LocalDb,
  device: Pick<DeviceKey, 'key'>,
  { userId, passphrase }: { userId: number; passphrase: string },
): Promise<{ bytes: Uint8Array<ArrayBuffer>; count: number; unread: number }> {
  const rows = await withConnection(db, () => db.maskOperations.where('state').anyOf('drawn', 'aside').sortBy('seq'));
  const operations: Work['operations'] = [];
  let unread = 0;
  for (const { study, segmentation, sealed } of rows) {
    const content = await openContent(device, sealed).catch(() => null);
    if (content === null) unread += 1;
    else
      operations.push({
        study,
        segmentation,
        operation: content.operation,
        ...(content.repeats !== undefined && { repeats: content.repeats }),
      });
  }
  const work: Work = { user: userId, operations };
  const [salt, iv] = [crypto.getRandomValues(new Uint8Array(SALT_BYTES)), crypto.getRandomValues(new Uint8Array(IV_BYTES))];
  const head = joined(MAGIC, salt, iv);
  const deflated = deflateSync(new TextEncoder().encode(JSON.stringify(work))) as Uint8Array<ArrayBuffer>;
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: head }, await keyOf(passphrase, salt), deflated);
  return { bytes: joined(head, new Uint8Array(sealed)), count: operations.length, unread };
}

export type WorkFileOpened =
  /** `known`: the journal had them. */
  | { ok: true; added: number; known: number }
  /** `not-opened`: another passphrase, or damaged bytes; nobody can tell which. */
  | { ok: false; why: 'not-a-work-file' | 'unknown-version' | 'not-opened' | 'other-user' };

/** Puts the operations of a file into the journal, where they wait to be sent; each uuid once. All of them or none; rejects with a quota error if the device is full. */
export async function openWorkFile(
  db: LocalDb,
  device: DeviceKey,
  bytes: Uint8Array<ArrayBuffer>,
  { userId, passphrase }: { userId: number; passphrase: string },
): Promise<WorkFileOpened> {
  const versionAt = MAGIC.length - 1;
  if (MAGIC.subarray(0, versionAt).some((byte, at) => bytes[at] !== byte)) return { ok: false, why: 'not-a-work-file' };
  if (bytes[versionAt] !== MAGIC[versionAt]) return { ok: false, why: 'unknown-version' };
  const work = await unsealed(bytes, passphrase);
  if (work === null) return { ok: false, why: 'not-opened' };
  if (work.user !== userId) return { ok: false, why: 'other-user' };
  const rows = await Promise.all(
    work.operations.map(async ({ study, segmentation, operation, repeats }): Promise<NewMaskOperationRow> => {
      const content = { operation, author: userId, ...(repeats !== undefined && { repeats }) };
      return { uuid: operation.uuid, segmentation, study, isOwn: 1, state: 'drawn', sealed: await sealContent(device, content) };
    }),
  );
  const added = await withConnection(db, () =>
    db.transaction('rw', db.masks, db.maskOperations, async () => {
      const found = await db.maskOperations
        .where('uuid')
        .anyOf(rows.map(({ uuid }) => uuid))
        .toArray();
      const known = new Set(found.map(({ uuid }) => uuid));
      const fresh = rows.filter(({ uuid }) => !known.has(uuid) && known.add(uuid));
      for (const { study, segmentation, operation } of work.operations)
        if ((await db.masks.get(segmentation)) === undefined)
          await db.masks.add({ segmentation, study, gridHash: operation.grid, last: 0 });
      await db.maskOperations.bulkAdd(fresh);
      return fresh.length;
    }),
  );
  return { ok: true, added, known: rows.length - added };
}

async function unsealed(bytes: Uint8Array<ArrayBuffer>, passphrase: string): Promise<Work | null> {
  const salt = bytes.slice(MAGIC.length, MAGIC.length + SALT_BYTES);
  const [head, iv] = [bytes.slice(0, HEAD_BYTES), bytes.slice(MAGIC.length + SALT_BYTES, HEAD_BYTES)];
  try {
    const key = await keyOf(passphrase, salt);
    const deflated = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: head }, key, bytes.slice(HEAD_BYTES));
    return Work.parse(JSON.parse(new TextDecoder().decode(inflateSync(new Uint8Array(deflated)))));
  } catch {
    return null;
  }
}

async function keyOf(passphrase: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  // The same letters can be typed as different characters.
  const typed = new TextEncoder().encode(passphrase.normalize('NFC'));
  const base = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS };
  return crypto.subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
