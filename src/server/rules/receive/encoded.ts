import { inflateRaw, type InflateRaw } from 'node:zlib';
import { chunkHeaderToBytes, parseChunk, type ChunkHeader } from '#contract/chunk.ts';
import { LIMITS } from '#contract/limits.ts';
import { checksumWrong, tooLarge } from './packed.ts';
import type { ChunkRoom } from './room.ts';

/**
 * Parts that came deflated become what their sender would have sent plain, byte for byte, header included. So whatever is behind the door
 * (identity of the chunk, CRC, proof, storage) knows plain chunks only. What cannot be read is handed on as it is, to be refused there.
 */
export async function withPlainChunk<T>(bytes: Uint8Array, room: ChunkRoom, handle: (plain: Uint8Array) => Promise<T>): Promise<T> {
  const parsed = parseChunk(bytes);
  if (!parsed.ok || parsed.header.parts.every((part) => part.enc === '')) return handle(bytes);
  const { header, bodyOffset } = parsed;
  const head = chunkHeaderToBytes(plainHeader(bytes.subarray(4, bodyOffset)));
  const plainBytes = head.length + header.parts.reduce((sum, part) => sum + part.plain, 0);
  if (plainBytes > LIMITS.chunkMaxBytes) throw tooLarge('chunkMaxBytes');
  // Counted before a byte of it is made, until it is of no use: a sender that hangs up in the middle does not end what is made for it.
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

/** Of the JSON as it came, not as it was read (which takes NULs out of names): these bytes are part of the identity of the chunk. */
function plainHeader(json: Uint8Array): ChunkHeader {
  const header = JSON.parse(new TextDecoder().decode(json)) as ChunkHeader;
  // Written into the fields that are there, so that they stay in their order.
  for (const part of header.parts) Object.assign(part, { enc: '', length: part.plain });
  return header;
}

/** One after the other: each has one engine and one buffer at a time, however many there are. */
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

/** Null unless it is one deflate stream, from the first of these bytes to the last, of exactly so many plain bytes. */
function inflateExactly(bytes: Uint8Array, plainBytes: number): Promise<Uint8Array | null> {
  // One byte of room more than needed: an engine whose buffer is full makes another one as large. 64 is the least that zlib takes.
  const options = { maxOutputLength: plainBytes, chunkSize: Math.max(64, plainBytes + 1), info: true };
  return new Promise((resolve, reject) => {
    inflateRaw(bytes, options, (error: NodeJS.ErrnoException | null, result) => {
      if (error !== null) return DAMAGED.includes(error.code ?? '') ? resolve(null) : reject(error);
      // With `info` the engine comes too, which the types do not say; it counts what it took, and takes nothing behind the end of the stream.
      const { buffer, engine } = result as unknown as { buffer: Uint8Array; engine: InflateRaw };
      resolve(buffer.length === plainBytes && engine.bytesWritten === bytes.length ? buffer : null);
    });
  });
}

/** No deflate, cut off, and longer than announced; anything else is a fault of ours. */
const DAMAGED: readonly string[] = ['Z_DATA_ERROR', 'Z_BUF_ERROR', 'ERR_BUFFER_TOO_LARGE'];
