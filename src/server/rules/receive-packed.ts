import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { parseChunk, type ChunkHeader, type ChunkPart } from '#contract/chunk.ts';
import { LIMITS } from '#contract/limits.ts';
import { Refusal } from './context.ts';

/** A chunk whose header is sound and whose parts lie where the header says. */
export interface PackedChunk {
  header: ChunkHeader;
  /** Of header and body: the same key with another hash is a conflict. */
  sha256: string;
  /** The bytes of all parts, one behind the other: what becomes the object. */
  body: Uint8Array;
  files: PackedFile[];
}

/** What a chunk says of one file, and its parts in it. */
export interface PackedFile {
  fileId: string;
  name: string;
  seriesClientId: string;
  size: number;
  sha256: string;
  parts: PackedPart[];
}
export interface PackedPart {
  offset: number;
  length: number;
  crc: number;
  /** Where it begins in the body. */
  at: number;
}

/** Everything that a chunk can show to be wrong about itself, before anything is looked up. */
export function readPackedChunk(bytes: Uint8Array): PackedChunk {
  if (bytes.length > LIMITS.chunkMaxBytes) throw tooLarge('chunkMaxBytes');
  const parsed = parseChunk(bytes);
  if (!parsed.ok)
    throw parsed.why === 'header_too_large'
      ? tooLarge('chunkHeaderMaxBytes')
      : new Refusal('malformed', { errors: { chunk: [parsed.why] } });
  return {
    header: parsed.header,
    sha256: sha256Of(bytes),
    body: bytes.subarray(parsed.bodyOffset),
    files: partsToFiles(parsed.header.parts),
  };
}

function tooLarge(name: 'chunkMaxBytes' | 'chunkHeaderMaxBytes'): Refusal {
  return new Refusal('too_large', { limit: { name, max: LIMITS[name] } });
}

function partsToFiles(parts: readonly ChunkPart[]): PackedFile[] {
  const filesById = new Map<string, PackedFile>();
  let at = 0;
  for (const part of parts) {
    const file = filesById.get(part.file_id) ?? {
      fileId: part.file_id,
      name: part.name,
      seriesClientId: part.serie_id,
      size: part.size,
      sha256: part.sha256,
      parts: [],
    };
    if (file.size !== part.size || file.sha256 !== part.sha256 || file.seriesClientId !== part.serie_id) throw new Refusal('conflict');
    file.parts.push({ offset: part.offset, length: part.length, crc: part.crc, at });
    filesById.set(part.file_id, file);
    at += part.length;
  }
  const files = [...filesById.values()];
  if (files.some((file) => doOverlap(file.parts))) throw new Refusal('malformed', { errors: { chunk: ['parts_overlap'] } });
  return files;
}

/** Then they would be two accounts of the same bytes: one could be proved and the other one stored. */
function doOverlap(parts: readonly PackedPart[]): boolean {
  const inOrder = parts.filter(({ length }) => length > 0).toSorted((a, b) => a.offset - b.offset);
  return inOrder.some(({ offset }, n) => {
    const before = inOrder[n - 1];
    return before !== undefined && before.offset + before.length > offset;
  });
}

/** Ids of the files of which a part differs from what its CRC says: damaged on the way. */
export function filesDamagedOnTheWay({ files, body }: PackedChunk): string[] {
  return files
    .filter((file) => file.parts.some((part) => crc32(body.subarray(part.at, part.at + part.length)) !== part.crc))
    .map((file) => file.fileId);
}

/**
 * Most files come whole in one chunk and are hashed while they are in memory. `unknown`: not whole here; its bytes are hashed from storage
 * once they are all there.
 */
export function provenInMemory(file: PackedFile, body: Uint8Array): 'equal' | 'different' | 'unknown' {
  const whole = file.parts.find((part) => part.offset === 0 && part.length === file.size);
  if (whole === undefined) return 'unknown';
  return sha256Of(body.subarray(whole.at, whole.at + whole.length)) === file.sha256 ? 'equal' : 'different';
}

/** 422: names the files by the ids that the client made. */
export function checksumWrong(fileIds: readonly string[], which: 'crc' | 'sha256'): Refusal {
  return new Refusal('checksum_wrong', { errors: Object.fromEntries(fileIds.map((fileId) => [fileId, [which]])) });
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
