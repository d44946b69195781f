import { z } from './zod.ts';
import { Sha256, Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';
import { ClientId, textUpTo } from './text.ts';

/**
 * A packed chunk (CALL-043 as extended by architecture.md "Send"): big-endian uint32, then that many bytes of JSON (this header), then
 * the bytes of its parts, one behind the other in the order of `parts`. Key of a chunk is (session_id, chunk): sending it again, compressed
 * or not, is harmless. A plain multipart chunk, one part with the same fields as form fields and the bytes as part `chunk`, is taken too.
 */
export const ChunkPart = z.object({
  /** Made by the client, unique in the upload. */
  file_id: ClientId,
  /** Name of the file, without folders. */
  name: textUpTo(1024),
  /** Client id of the series as registered by CALL-051. */
  serie_id: ClientId,
  /** Bytes of the whole file, as sent. */
  size: z.number().int().min(0).max(LIMITS.bytesPerFile),
  /** Where in the file this part begins. */
  offset: z.number().int().min(0),
  /** Bytes of the part in this chunk, as encoded. */
  length: z.number().int().min(0),
  /** '': as they are. 'deflate-raw': RFC 1951, each part a stream of its own; a part that gains nothing by it goes as it is. */
  enc: z.enum(['', 'deflate-raw']),
  /** Bytes of the part once decoded; equals `length` where enc is ''. Those of all parts are at most LIMITS.chunkMaxBytes. */
  plain: z.number().int().min(0),
  /** CRC-32 (zlib's) of the plain bytes of the part, unsigned. */
  crc: z.number().int().min(0).max(0xffffffff),
  /** SHA-256 of the whole file, as sent. */
  sha256: Sha256,
  /** SHA-256 of what a de-identified file was made of: for the receipt alone. */
  original_sha256: Sha256.optional(),
});
export type ChunkPart = z.infer<typeof ChunkPart>;

export const ChunkHeader = z.object({
  v: z.literal(1),
  session_id: Uuid,
  /** Index of the chunk in its upload, from 0. */
  chunk: z.number().int().min(0).max(10_000_000),
  preview: z.enum(['client', 'server']),
  studyUuid: Uuid,
  parts: z.array(ChunkPart).min(1).max(LIMITS.chunkMaxParts),
});
export type ChunkHeader = z.infer<typeof ChunkHeader>;

/** Stands for the series of what the server sorts itself (CALL-042); `studyUuid` of such a chunk is its session. */
export const UNSORTED = 'unsorted';

/** What the server says of one chunk once its bytes are fsynced and its row is committed. */
export const ChunkAnswer = z.object({
  ok: z.literal(true),
  chunk: z.number().int(),
  /** Files of this chunk that are whole and whose SHA-256 was found equal. */
  proved: z.array(z.string()),
});
export type ChunkAnswer = z.infer<typeof ChunkAnswer>;

/** The first bytes of a chunk: length and JSON. The caller appends the parts. */
export function chunkHeaderToBytes(header: ChunkHeader): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(header));
  const bytes = new Uint8Array(4 + json.length);
  new DataView(bytes.buffer).setUint32(0, json.length, false);
  bytes.set(json, 4);
  return bytes;
}

export type ParsedChunk =
  | { ok: true; header: ChunkHeader; bodyOffset: number }
  | { ok: false; why: 'short' | 'header_too_large' | 'not_json' | 'not_a_header' | 'length_mismatch' | 'plain_too_large' };

/** Reads a chunk that came from anywhere: bounded before anything is decoded, every length checked against what is there. */
export function parseChunk(bytes: Uint8Array): ParsedChunk {
  if (bytes.length < 4) return { ok: false, why: 'short' };
  const headerLength = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, false);
  if (headerLength > LIMITS.chunkHeaderMaxBytes) return { ok: false, why: 'header_too_large' };
  if (4 + headerLength > bytes.length) return { ok: false, why: 'short' };
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(4, 4 + headerLength)));
  } catch {
    return { ok: false, why: 'not_json' };
  }
  const header = ChunkHeader.safeParse(json);
  if (!header.success) return { ok: false, why: 'not_a_header' };
  const bodyOffset = 4 + headerLength;
  const declared = header.data.parts.reduce((sum, part) => sum + part.length, 0);
  const fits = header.data.parts.every((part) => part.offset + part.plain <= part.size && isLengthTrue(part));
  if (!fits || declared !== bytes.length - bodyOffset) return { ok: false, why: 'length_mismatch' };
  if (header.data.parts.reduce((sum, part) => sum + part.plain, 0) > LIMITS.chunkMaxBytes) return { ok: false, why: 'plain_too_large' };
  return { ok: true, header: header.data, bodyOffset };
}

/** Even of nothing the deflated form has bytes, so that an encoded part has some, and never more than it stands for. */
function isLengthTrue({ enc, length, plain }: ChunkPart): boolean {
  return enc === '' ? length === plain : length > 0 && length <= plain;
}
