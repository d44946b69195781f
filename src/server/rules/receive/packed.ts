import { createHash, hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { parseChunk, type ChunkHeader, type ChunkPart } from '#contract/chunk.ts';
import { LIMITS } from '#contract/limits.ts';
import { Refusal } from '#server/rules/context.ts';

/** A chunk whose header is sound and whose parts lie where the header says. */
export interface PackedChunk {
  header: ChunkHeader;
  /** The header as it came, its length before it. */
  head: Uint8Array;
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
  /** Of what it was made of; null where it is sent as it was. */
  originalSha256: string | null;
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
  if (!parsed.ok) {
    const limit = LIMIT_BY_WHY[parsed.why];
    throw limit === undefined ? new Refusal('malformed', { errors: { chunk: [parsed.why] } }) : tooLarge(limit);
  }
  // What is encoded was made plain at the door (encoded.ts): no deflated byte may count as one of a file.
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

/** Then they would be two accounts of the same bytes: one could be proved and the other one stored. */
function doOverlap(parts: readonly PackedPart[]): boolean {
  const inOrder = parts.filter(({ length }) => length > 0).toSorted((a, b) => a.offset - b.offset);
  return inOrder.some(({ offset }, n) => {
    const before = inOrder[n - 1];
    return before !== undefined && before.offset + before.length > offset;
  });
}

/** What looking at every byte of a chunk once has shown. */
export interface ChunkFindings {
  /** Of the header and of the SHA-256 of each part: the same key with another one is a conflict. */
  sha256: string;
  /** Of these a part differs from what its CRC says: damaged on the way. */
  damaged: ReadonlySet<string>;
  /** Whole in this chunk, as most files are, and equal to its SHA-256. What is whole nowhere is hashed from storage once it is all there. */
  equal: ReadonlySet<string>;
  /** Whole in this chunk and not equal. */
  different: ReadonlySet<string>;
}

/** After so many bytes, some half a millisecond, what else the process has to do gets its turn. */
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

/** 422: names the files by the ids that the client made. */
export function checksumWrong(fileIds: readonly string[], which: 'crc' | 'sha256'): Refusal {
  return new Refusal('checksum_wrong', { errors: Object.fromEntries(fileIds.map((fileId) => [fileId, [which]])) });
}
