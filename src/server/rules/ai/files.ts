import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ByteSource } from '#imaging/byte-source.ts';
import { LIMITS } from '#contract/limits.ts';
import { marked } from '#language/t.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { ByteAnswer } from '#server/rules/byte-answer.ts';
import { Refusal, type ServerContext } from '#server/rules/context.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';

/** Files of models, trainings and inferences. They arrive in parts, so that one of any size takes bounded memory, and a broken transfer costs one part. */

export interface ArrivingPart {
  teamId: number;
  uuid: string;
  part: number;
  parts: number;
  /** Of this part. */
  sha256: string;
  bytes: Uint8Array;
  /** The folder of its object, with a slash at the end. */
  folder: string;
}

/** Stores one part; the same again has no effect. `conflict`: the file is complete, or has another number of parts. */
export async function saveFilePart(
  context: ServerContext,
  { teamId, uuid, part, parts, sha256, bytes, folder }: ArrivingPart,
): Promise<number> {
  const { db, objects } = context;
  if (part >= parts) throw new Refusal('invalid', { errors: { part: [marked('There are not so many parts.')] } });
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Refusal('invalid', { errors: { sha256: [marked('Not the hash of the bytes.')] } });
  const key = `${folder}ai-${uuid}-${part}-${sha256}`;
  if ((await objects.size(key)) === null) await objects.write(key, bytes);
  const { id, replaced } = await db.write(async (tx) => {
    const file = await findOrAddFile(tx, { teamId, uuid, parts, now: context.now() });
    const earlier = await tx
      .selectFrom('ai_file_part')
      .select('object_key')
      .where('file_id', '=', file.id)
      .where('part', '=', part)
      .executeTakeFirst();
    if (earlier?.object_key === key) return { id: file.id, replaced: null };
    if (file.size !== null) throw new Refusal('conflict');
    const row = { object_key: key, size: bytes.length };
    await tx
      .insertInto('ai_file_part')
      .values({ file_id: file.id, part, ...row })
      .onConflict((conflict) => conflict.columns(['file_id', 'part']).doUpdateSet(row))
      .execute();
    return { id: file.id, replaced: earlier?.object_key ?? null };
  });
  if (replaced !== null) await removeUnusedObjects(context, [replaced]);
  return id;
}

async function findOrAddFile(tx: Writer, { teamId, uuid, parts, now }: { teamId: number; uuid: string; parts: number; now: number }) {
  await tx
    .insertInto('ai_file')
    .values({ team_id: teamId, uuid, parts, size: null, sha256: null, created_at: now })
    .onConflict((conflict) => conflict.columns(['team_id', 'uuid']).doNothing())
    .execute();
  const file = await tx.selectFrom('ai_file').selectAll().where('team_id', '=', teamId).where('uuid', '=', uuid).executeTakeFirstOrThrow();
  if (file.parts !== parts) throw new Refusal('conflict');
  return file;
}

/** Size and hash of a file all of whose parts have arrived; they are computed once. `invalid`: a part is missing, or it is too large. */
export async function completeFile({ db, objects }: ServerContext, fileId: number): Promise<{ size: number; sha256: string }> {
  const file = await db.read.selectFrom('ai_file').selectAll().where('id', '=', fileId).executeTakeFirstOrThrow();
  if (file.size !== null && file.sha256 !== null) return { size: file.size, sha256: file.sha256 };
  const parts = await partsOf(db.read, fileId);
  if (parts.length !== file.parts) throw new Refusal('invalid', { errors: { file: [marked('A part of the file is missing.')] } });
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  if (size > LIMITS.aiFileBytes) throw new Refusal('too_large');
  const hash = createHash('sha256');
  for (const { object_key, size: bytes } of parts)
    for await (const piece of objects.stream(object_key, 0, bytes)) hash.update(piece as Uint8Array);
  const sha256 = hash.digest('hex');
  await db.write((tx) => tx.updateTable('ai_file').set({ size, sha256 }).where('id', '=', fileId).execute());
  return { size, sha256 };
}

export function partsOf(db: Reader, fileId: number) {
  return db.selectFrom('ai_file_part').select(['part', 'object_key', 'size']).where('file_id', '=', fileId).orderBy('part').execute();
}

export async function readFile({ db, objects }: ServerContext, fileId: number): Promise<Buffer> {
  const parts = await partsOf(db.read, fileId);
  return Buffer.concat(await Promise.all(parts.map(({ object_key, size }) => objects.read(object_key, 0, size))));
}

/** A complete file, to be read in ranges. */
export async function fileSource({ db, objects }: ServerContext, fileId: number): Promise<ByteSource> {
  const parts = await partsOf(db.read, fileId);
  return {
    size: parts.reduce((sum, part) => sum + part.size, 0),
    async read(offset, length) {
      const pieces: Uint8Array[] = [];
      for await (const piece of readParts(objects, parts, offset, offset + length)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
  };
}

/** A complete file, to send. */
export async function fileAnswer({ db, objects }: ServerContext, fileId: number, type: string): Promise<ByteAnswer> {
  const { size, sha256 } = await db.read
    .selectFrom('ai_file')
    .select(['size', 'sha256'])
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow();
  if (size === null || sha256 === null) throw new Refusal('not_found');
  const parts = await partsOf(db.read, fileId);
  return {
    ...{ size, sha256, type, saveAs: null },
    stream: (offset, length) => Readable.from(readParts(objects, parts, offset, offset + length), { objectMode: false }),
  };
}

async function* readParts(
  objects: ServerContext['objects'],
  parts: readonly { object_key: string; size: number }[],
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (const { object_key, size } of parts) {
    const [first, end] = [Math.max(from, start), Math.min(to, start + size)];
    if (first < end) for await (const bytes of objects.stream(object_key, first - start, end - first)) yield bytes as Uint8Array;
    start += size;
  }
}

/** Deletes the rows and returns the keys of their objects, which are removed after the commit. */
export async function deleteFiles(tx: Writer, fileIds: readonly number[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const parts = await tx
    .deleteFrom('ai_file_part')
    .where('file_id', 'in', [...fileIds])
    .returning('object_key')
    .execute();
  await tx
    .deleteFrom('ai_file')
    .where('id', 'in', [...fileIds])
    .execute();
  return parts.map(({ object_key }) => object_key);
}
