import type { ByteSource } from '#imaging/byte-source.ts';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { partsOf } from '#server/rules/ai/files.ts';
import type { JobInput } from '#server/rules/ai/jobs/job-parts.ts';
import { streamPieces, type StoredRange } from '#server/rules/byte-answer.ts';
import type { ServerContext } from '#server/rules/context.ts';

/** An input of a job, read where it is stored. */
export async function sourceOf(context: ServerContext, input: JobInput): Promise<ByteSource> {
  const { objects } = context;
  const pieces = await piecesOf(context, input);
  return {
    size: input.bytes,
    async read(offset, length) {
      const most = Math.max(0, Math.min(length, input.bytes - offset));
      const [piece] = pieces;
      if (pieces.length === 1) return objects.read(piece!.object_key, offset, most);
      const read: Uint8Array[] = [];
      for await (const bytes of streamPieces(objects, pieces, offset, most)) read.push(bytes as Uint8Array);
      return Buffer.concat(read);
    },
  };
}

/** Writes an input to its name below a folder. */
export async function writeInput(context: ServerContext, input: JobInput, folder: string): Promise<void> {
  const path = join(folder, input.name);
  await mkdir(dirname(path), { recursive: true });
  await pipeline(streamPieces(context.objects, await piecesOf(context, input), 0, input.bytes), createWriteStream(path));
}

async function piecesOf({ db }: ServerContext, input: JobInput): Promise<StoredRange[]> {
  if ('objectKey' in input) return [{ file_offset: 0, length: input.bytes, object_key: input.objectKey, object_offset: 0 }];
  let offset = 0;
  return (await partsOf(db.read, input.fileId)).map(({ object_key, size }) => {
    const piece = { file_offset: offset, length: size, object_key, object_offset: 0 };
    offset += size;
    return piece;
  });
}
