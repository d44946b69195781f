import { Readable } from 'node:stream';
import type { ArchiveUnpacker } from '#server/archives/archive-unpacker.ts';
import { ObjectMissingError } from '#server/storage/object-store.ts';
import { piecesOfBatchFile, requireBatch } from './batch.ts';
import { createBatchSource } from './source.ts';
import type { ByteAnswer } from '#server/rules/byte-answer.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { receivingOf } from '#server/rules/receive/receiving.ts';

export type PictureReader = Pick<ArchiveUnpacker, 'pixels'>;

/** CALL-046: a picture of a file that waits to be moved. One at a time for all callers: each is decoded in a separate process. */
export async function batchPixels(
  context: ServerContext,
  reader: PictureReader,
  caller: Member,
  { session, file: id }: { session: string; file: string },
): Promise<ByteAnswer> {
  const { upload } = await requireBatch(context, caller, session);
  const file = await context.db.read
    .selectFrom('batch_file')
    .select(['id', 'name', 'size'])
    .where('id', '=', Number(id))
    .where('upload_id', '=', upload.id)
    .where('proved', '=', 1)
    .executeTakeFirst();
  if (file === undefined) throw new Refusal('not_found');
  const source = createBatchSource(context, file.size, () => piecesOfBatchFile(context.db.read, file.id));
  const pixels = await receivingOf(context.db)
    .turns.take('batch-pixels', () => reader.pixels({ name: file.name, source }, session, AbortSignal.timeout(MAX_MS)))
    .catch((error: unknown) => {
      // A file that crashes its reader has no picture.
      if (error instanceof ObjectMissingError) throw error;
      return null;
    });
  if (pixels === null) throw new Refusal('not_found');
  const { rows, columns, frames, bytes } = pixels;
  return {
    size: bytes.length,
    type: 'application/octet-stream',
    sha256: null,
    saveAs: null,
    headers: { 'x-rows': String(rows), 'x-columns': String(columns), 'x-frames': String(frames) },
    stream: () => Readable.from([bytes], { objectMode: false }),
  };
}

const MAX_MS = 60_000;
