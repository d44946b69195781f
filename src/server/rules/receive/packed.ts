import { createHash, hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { parseChunk, type ChunkHeader, type ChunkPart } from '#contract/chunk.ts';
import { LIMITS } from '#contract/limits.ts';
import { Refusal } from '#server/rules/context.ts';

/** A chunk with a sound header, whose parts are where the header says. */
export interface PackedChunk {
  header: ChunkHeader;
  /** The header as received, with its length before it. */
  head: Uint8Array;
  /** The bytes of all parts, end to end: the content of the object. */
  body: Uint8Array;
  files: PackedFile[];
}

/** The entry of one file in a chunk, and its parts in it. */
export interface PackedFile {
  fileId: string;
  name: string;
  seriesClientId: string;
  size: number;
  sha256: string;
  /** Hash of the file that it was made from; null if it is sent unchanged. */
  originalSha256: string | null;
  parts: PackedPart[];
}
export interface PackedPart {
  offset: number;
  length: number;
  crc: number;
  /** Offset of its start in the body. */
  at: number;
}

/** Checks everything that a chunk alone can show to be wrong, before anything is looked up. */
export function readPackedChunk(bytes: Uint8Array): PackedChunk {
  if (bytes.length > LIMITS.chunkMaxBytes) throw tooLarge('chunkMaxBytes');
  const parsed = parseChunk(bytes);
  if (!parsed.ok) {
    const limit = LIMIT_BY_WHY[parsed.why];
    throw limit === undefined ? new Refusal('malformed', { errors: { chunk: [parsed.why] } }) : tooLarge(limit);
  }
  // Encoded parts were made plain earlier (encoded.ts): no deflated byte may count as one of a file.
  if (parsed.header.parts.some((part) => part.enc !== '')) throw new Refusal('malformed', { errors: { chunk: ['encoded'] } });
  return {
    header: parsed.header,
    head: bytes.subarray(0, parsed.bodyOffset),
    body: bytes.subarray(parsed.bodyOffset),
    files: partsToFiles(parsed.header.parts),
  };
}

type ChunkLimit = 'chunkMaxBytes' | 'chunkHeaderMaxBytes';
const LIMIT_BY_WHY: Partial<Record<string, ChunkLimit>> = {
  header_too_large: 'chunkHeaderMaxBytes',
  plain_too_large: 'chunkMaxBytes',
};

export function tooLarge(name: ChunkLimit): Refusal {
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
      originalSha256: part.original_sha256 ?? null,
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

/** Overlapping parts could be two versions of the same bytes: one might be verified and the other one stored. */
function doOverlap(parts: readonly PackedPart[]): boolean {
  const inOrder = parts.filter(({ length }) => length > 0).toSorted((a, b) => a.offset - b.offset);
  return inOrder.some(({ offset }, n) => {
    const before = inOrder[n - 1];
    return before !== undefined && before.offset + before.length > offset;
  });
}

/** The result of reading every byte of a chunk once. */
export interface ChunkFindings {
  /** Hash of the header and of the SHA-256 of each part: the same key with another one is a conflict. */
  sha256: string;
  /** Files with a part that does not match its CRC: damaged in transit. */
  damaged: ReadonlySet<string>;
  /**
   * Files that are complete in this chunk, as most are, and match their SHA-256. A file in several chunks is hashed from storage once it is
   * complete.
   */
  equal: ReadonlySet<string>;
  /** Files that are complete in this chunk and do not match. */
  different: ReadonlySet<string>;
}

/** After this many bytes, some half a millisecond, other work of the process gets its turn. */
const BYTES_A_TURN = 1024 * 1024;

export async function findingsOf({ head, body, files }: PackedChunk): Promise<ChunkFindings> {
  const identity = createHash('sha256').update(head);
  const found = { damaged: new Set<string>(), equal: new Set<string>(), different: new Set<string>() };
  let sinceTurn = 0;
  for (const { file, part } of files.flatMap((file) => file.parts.map((part) => ({ file, part })))) {
    const bytes = body.subarray(part.at, part.at + part.length);
    const sha256 = hash('sha256', bytes, 'hex');
    identity.update(sha256);
    if (crc32(bytes) !== part.crc) found.damaged.add(file.fileId);
    if (part.offset === 0 && part.length === file.size) (sha256 === file.sha256 ? found.equal : found.different).add(file.fileId);
    if ((sinceTurn += bytes.length) < BYTES_A_TURN) continue;
    sinceTurn = 0;
    await new Promise((resolve) => void setImmediate(resolve));
  }
  return { ...found, sha256: identity.digest('hex') };
}

/** 422: names the files by their client ids. */
export function checksumWrong(fileIds: readonly string[], which: 'crc' | 'sha256'): Refusal {
  return new Refusal('checksum_wrong', { errors: Object.fromEntries(fileIds.map((fileId) => [fileId, [which]])) });
}
