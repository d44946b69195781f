import { inflateRaw, type InflateRaw } from 'node:zlib';
import { chunkHeaderToBytes, parseChunk, type ChunkHeader } from '#contract/chunk.ts';
import { LIMITS } from '#contract/limits.ts';
import { checksumWrong, tooLarge } from './packed.ts';
import type { ChunkRoom } from './room.ts';

/**
 * Converts deflated parts to exactly what their sender would have sent plain, header included. So everything behind it (identity of the
 * chunk, CRC, verification, storage) handles only plain chunks. A chunk that cannot be parsed is passed on unchanged, to be refused there.
 */
export async function withPlainChunk<T>(bytes: Uint8Array, room: ChunkRoom, handle: (plain: Uint8Array) => Promise<T>): Promise<T> {
  const parsed = parseChunk(bytes);
  if (!parsed.ok || parsed.header.parts.every((part) => part.enc === '')) return handle(bytes);
  const { header, bodyOffset } = parsed;
  const head = chunkHeaderToBytes(plainHeader(bytes.subarray(4, bodyOffset)));
  const plainBytes = head.length + header.parts.reduce((sum, part) => sum + part.plain, 0);
  if (plainBytes > LIMITS.chunkMaxBytes) throw tooLarge('chunkMaxBytes');
  // Counted from before it is allocated until it is no longer needed: a sender that disconnects in between does not stop the inflation.
  const release = room.hold(plainBytes + Math.max(...header.parts.map((part) => part.plain)));
  try {
    const plain = new Uint8Array(plainBytes);
    plain.set(head);
    await inflateParts(header, bytes.subarray(bodyOffset), plain.subarray(head.length));
    return await handle(plain);
  } finally {
    release();
  }
}

/** From the raw JSON, not from the parsed header (which has NULs removed from names): these bytes are part of the identity of the chunk. */
function plainHeader(json: Uint8Array): ChunkHeader {
  const header = JSON.parse(new TextDecoder().decode(json)) as ChunkHeader;
  // Assigned to the existing fields, so that they keep their order.
  for (const part of header.parts) Object.assign(part, { enc: '', length: part.plain });
  return header;
}

/** Sequentially: only one engine and one buffer exist at a time, however many parts there are. */
async function inflateParts({ parts }: ChunkHeader, body: Uint8Array, plain: Uint8Array): Promise<void> {
  const damagedFileIds = new Set<string>();
  let from = 0;
  let to = 0;
  for (const part of parts) {
    const sent = body.subarray(from, from + part.length);
    const bytes = part.enc === '' ? sent : await inflateExactly(sent, part.plain);
    if (bytes === null) damagedFileIds.add(part.file_id);
    else plain.set(bytes, to);
    from += part.length;
    to += part.plain;
  }
  if (damagedFileIds.size > 0) throw checksumWrong([...damagedFileIds], 'crc');
}

/** Null unless it is exactly one deflate stream, from the first of these bytes to the last, with exactly this many plain bytes. */
function inflateExactly(bytes: Uint8Array, plainBytes: number): Promise<Uint8Array | null> {
  // One byte more than needed: an engine whose buffer is full allocates another one as large. 64 is the minimum for zlib.
  const options = { maxOutputLength: plainBytes, chunkSize: Math.max(64, plainBytes + 1), info: true };
  return new Promise((resolve, reject) => {
    inflateRaw(bytes, options, (error: NodeJS.ErrnoException | null, result) => {
      if (error !== null) return DAMAGED.includes(error.code ?? '') ? resolve(null) : reject(error);
      // With `info` the engine is returned too, which the types do not show; it counts the bytes it consumed, and stops at the end of the
      // stream.
      const { buffer, engine } = result as unknown as { buffer: Uint8Array; engine: InflateRaw };
      resolve(buffer.length === plainBytes && engine.bytesWritten === bytes.length ? buffer : null);
    });
  });
}

/** Not deflate, cut off, or longer than announced; any other error is a fault of ours. */
const DAMAGED: readonly string[] = ['Z_DATA_ERROR', 'Z_BUF_ERROR', 'ERR_BUFFER_TOO_LARGE'];
