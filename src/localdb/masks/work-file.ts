import { z } from '#contract/zod.ts';
import { SentMaskOperation } from '#contract/mask-operations.ts';
import { withConnection } from '#localdb/connection.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { savedWrites, saveWrite } from '#localdb/outbox/outbox.ts';
import type { LocalDb, NewMaskOperationRow, OutboxWrite } from '#localdb/schema.ts';
import { joinBytes } from '#model/join-bytes.ts';
import { openContent, sealContent } from './journal.ts';

/**
 * [Note: A file of unsent work]
 *
 *     "LSWK" version salt(16) iv(12) AES-256-GCM of deflated JSON, SHA-256 of everything before
 *
 * The key comes from a passphrase (PBKDF2, SHA-256): the key of the device never leaves it, and the file must open on another one. What stands before the sealed
 * bytes is authenticated with them. The hash at the end tells a damaged file from a wrong passphrase; it protects from nobody.
 */
const MAGIC = Uint8Array.of(0x4c, 0x53, 0x57, 0x4b, 1);
const [SALT_BYTES, IV_BYTES, HASH_BYTES] = [16, 12, 32];
const HEAD_BYTES = MAGIC.length + SALT_BYTES + IV_BYTES;
const ITERATIONS = 600_000;

const OfSegmentation = { study: z.string(), segmentation: z.string() };

/** What was created without a network, and is drawn on. Creating it again has no effect; what has a name or a place in a list could be older than that of the server. */
const Creation = z.discriminatedUnion('kind', [
  z.object({
    ...OfSegmentation,
    kind: z.literal('segmentation'),
    structure: z.object({ slug: z.string(), title: z.string(), category: z.object({ slug: z.string(), title: z.string() }) }),
  }),
  z.object({ ...OfSegmentation, kind: z.literal('segmentation-mask'), series: z.string() }),
  z.object({ ...OfSegmentation, kind: z.literal('segment'), segment: z.string() }),
]);
type Creation = z.infer<typeof Creation>;

const Work = z.object({
  user: z.number().int(),
  team: z.string(),
  created: z.array(Creation),
  operations: z.array(z.object({ ...OfSegmentation, repeats: z.string().optional(), operation: SentMaskOperation })),
});
type Work = z.infer<typeof Work>;

/** Who writes or opens a file, and in which team (its slug). `onPart` tells how much is done, from 0 to 1. */
export interface WorkFileOwner {
  userId: number;
  team: string;
  passphrase: string;
  onPart?: (part: number) => void;
}

/** Operations that a file would have. */
export function countWork(db: LocalDb): Promise<number> {
  return db.maskOperations.where('state').anyOf('drawn', 'aside').count();
}

/** Of one study: its UUID. */
export function countWorkOn(db: LocalDb, study: string): Promise<number> {
  return db.maskOperations
    .where('study')
    .equals(study)
    .filter(({ state }) => state !== 'taken')
    .count();
}

/**
 * All operations that this device drew and that are not in the order of the server: those that wait, and those kept aside; with the segmentations, masks and segments
 * that it created and that wait. `unread`: nobody can decrypt them.
 */
export async function writeWorkFile(
  db: LocalDb,
  device: Pick<DeviceKey, 'key'>,
  { userId, team, passphrase, onPart }: WorkFileOwner,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; count: number; unread: number }> {
  const rows = await withConnection(db, () => db.maskOperations.where('state').anyOf('drawn', 'aside').sortBy('seq'));
  const created = (await savedWrites(db)).flatMap(({ write }) => (isCreation(write) ? [write] : []));
  const contents = await inParts(rows, ({ sealed }) => openContent(device, sealed).catch(() => null), onPart);
  const operations = rows.flatMap(({ study, segmentation }, at): Work['operations'] => {
    const content = contents[at] ?? null;
    if (content === null) return [];
    const { operation, repeats } = content;
    return [{ study, segmentation, operation, ...(repeats !== undefined && { repeats }) }];
  });
  const bytes = await sealedWork({ user: userId, team, created, operations }, passphrase);
  return { bytes, count: operations.length, unread: rows.length - operations.length };
}

/** A file with operations of a user (`userId`) that the server keeps aside. That user opens it as one that a device has written. */
export function writeAsideFile(
  operations: readonly Work['operations'][number][],
  { userId, team, passphrase }: WorkFileOwner,
): Promise<Uint8Array<ArrayBuffer>> {
  return sealedWork({ user: userId, team, created: [], operations: [...operations] }, passphrase);
}

async function sealedWork(work: Work, passphrase: string): Promise<Uint8Array<ArrayBuffer>> {
  const [salt, iv] = [crypto.getRandomValues(new Uint8Array(SALT_BYTES)), crypto.getRandomValues(new Uint8Array(IV_BYTES))];
  const head = joinBytes([MAGIC, salt, iv]);
  const deflated = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(JSON.stringify(work)));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: head }, await keyOf(passphrase, salt), deflated);
  const whole = joinBytes([head, new Uint8Array(sealed)]);
  return joinBytes([whole, await sha256(whole)]);
}

export type WorkFileOpened =
  /** `known`: the journal had them. */
  { ok: true; added: number; known: number } | { ok: false; why: WorkFileRefusal };

export type WorkFileRefusal = 'not-a-work-file' | 'newer-version' | 'damaged' | 'passphrase' | 'other-user' | 'other-team';

/**
 * Puts the operations of a file into the journal, where they wait to be sent, each uuid once, and before them what was created in the outbox. All operations or none;
 * rejects with a quota error if the device is full.
 */
export async function openWorkFile(
  db: LocalDb,
  device: DeviceKey,
  bytes: Uint8Array<ArrayBuffer>,
  { userId, team, passphrase, onPart }: WorkFileOwner,
): Promise<WorkFileOpened> {
  const versionAt = MAGIC.length - 1;
  if (MAGIC.subarray(0, versionAt).some((byte, at) => bytes[at] !== byte)) return { ok: false, why: 'not-a-work-file' };
  if (bytes[versionAt] !== MAGIC[versionAt]) return { ok: false, why: 'newer-version' };
  const whole = bytes.slice(0, -HASH_BYTES);
  const hash = await sha256(whole);
  if (hash.some((byte, at) => bytes[whole.length + at] !== byte)) return { ok: false, why: 'damaged' };
  const opened = await unsealed(whole, passphrase);
  if (opened === null) return { ok: false, why: 'passphrase' };
  const work = await parsed(opened);
  if (work === null) return { ok: false, why: 'damaged' };
  if (work.user !== userId) return { ok: false, why: 'other-user' };
  if (work.team !== team) return { ok: false, why: 'other-team' };
  const rows = await inParts(
    work.operations,
    async ({ study, segmentation, operation, repeats }): Promise<NewMaskOperationRow> => {
      const content = { operation, author: userId, ...(repeats !== undefined && { repeats }) };
      return { uuid: operation.uuid, segmentation, study, isOwn: 1, state: 'drawn', sealed: await sealContent(device, content) };
    },
    onPart,
  );
  // They are sent before what is drawn on them, so they are here before.
  await saveCreated(db, work.created);
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

/** Some at the same time, so that the browser encrypts on several threads and the page is drawn between them. */
async function inParts<T, R>(all: readonly T[], work: (one: T) => Promise<R>, onPart: WorkFileOwner['onPart']): Promise<R[]> {
  const done: R[] = [];
  for (let from = 0; from < all.length; from += AT_A_TIME) {
    done.push(...(await Promise.all(all.slice(from, from + AT_A_TIME).map(work))));
    onPart?.(done.length / all.length);
  }
  return done;
}

const AT_A_TIME = 20;

function isCreation(write: OutboxWrite): write is Creation {
  return write.kind === 'segmentation' || write.kind === 'segmentation-mask' || write.kind === 'segment';
}

/** Those that wait here as well stay where they are. */
async function saveCreated(db: LocalDb, created: readonly Creation[]): Promise<void> {
  const known = new Set((await savedWrites(db)).flatMap(({ write }) => (isCreation(write) ? [nameOf(write)] : [])));
  for (const write of created) if (!known.has(nameOf(write))) await saveWrite(db, write);
}

const nameOf = (write: Creation): string => `${write.kind} ${write.kind === 'segment' ? write.segment : write.segmentation}`;

/** Null: another passphrase. */
async function unsealed(whole: Uint8Array<ArrayBuffer>, passphrase: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const salt = whole.slice(MAGIC.length, MAGIC.length + SALT_BYTES);
  const [head, iv] = [whole.slice(0, HEAD_BYTES), whole.slice(MAGIC.length + SALT_BYTES, HEAD_BYTES)];
  const key = await keyOf(passphrase, salt);
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: head }, key, whole.slice(HEAD_BYTES)).then(
    (deflated) => new Uint8Array(deflated),
    () => null,
  );
}

async function parsed(deflated: Uint8Array<ArrayBuffer>): Promise<Work | null> {
  try {
    const text = new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), deflated));
    return Work.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Not on this thread: a file can have many megabytes. */
async function through(stream: CompressionStream | DecompressionStream, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

async function keyOf(passphrase: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  // The same letters can be typed as different characters.
  const typed = new TextEncoder().encode(passphrase.normalize('NFC'));
  const base = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS };
  return crypto.subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}
