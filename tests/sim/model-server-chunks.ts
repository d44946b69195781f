import type { ErrorCode } from '#contract/errors.ts';
import { crc32 } from '#model/crc32.ts';
import { uncovered } from '#server/rules/receive/coverage.ts';
import { chunkFingerprint, fingerprint, type SentChunk, type SentPart } from './content.ts';
import type { ModelServer, Outcome, ServerCaller, ServerFile, ServerUpload } from './model-server.ts';

/** Receives a chunk like src/server/rules/receive/chunk.ts, split at the points where a server can be killed. */

interface ChunkFile {
  fileId: string;
  size: number;
  sha256: string;
  seriesId: number;
  parts: { part: SentPart; at: number }[];
}

/** A chunk that was checked and will be stored. */
export interface TakenChunk {
  session: string;
  chunk: SentChunk;
  sha256: string;
  key: string;
  body: Uint8Array;
  files: ChunkFile[];
  equal: ReadonlySet<string>;
  different: ReadonlySet<string>;
}

export type Taken =
  | { kind: 'refused'; code: ErrorCode }
  | { kind: 'known' }
  /** None of it is as announced: nothing is written. */
  | { kind: 'all-different' }
  | { kind: 'new'; taken: TakenChunk };

/** No key is given twice, also after a restored backup. */
let keysGiven = 0;

export function takeChunk(server: ModelServer, caller: ServerCaller, chunk: SentChunk, hashIsCompared: boolean): Taken {
  const open = server.requireOpen(caller, chunk.session);
  if (!open.ok) return { kind: 'refused', code: open.code };
  const upload = open.value;
  const sha256 = chunkFingerprint(chunk);
  const known = upload.chunks.get(chunk.chunk);
  if (known) return known.sha256 === sha256 ? { kind: 'known' } : { kind: 'refused', code: 'conflict' };
  const files = filesOf(upload, chunk);
  if (!files) return { kind: 'refused', code: 'not_found' };
  if (files.some((file) => isOther(upload.files.get(file.fileId), file))) return { kind: 'refused', code: 'conflict' };
  if (chunk.parts.some((part) => crc32(part.bytes) !== part.crc)) return { kind: 'refused', code: 'checksum_wrong' };
  const whole = files.filter(({ parts, size }) => parts.some(({ part }) => part.offset === 0 && part.bytes.length === size));
  const different = new Set(hashIsCompared ? whole.filter((file) => !isWholeEqual(file)).map(({ fileId }) => fileId) : []);
  const equal = new Set(whole.filter(({ fileId }) => !different.has(fileId)).map(({ fileId }) => fileId));
  if (different.size === files.length) return { kind: 'all-different' };
  const key = `${upload.team}/${chunk.studyUuid}/${upload.id}-${chunk.chunk}-${(keysGiven += 1)}`;
  return { kind: 'new', taken: { session: chunk.session, chunk, sha256, key, body: bodyOf(chunk), files, equal, different } };
}

/** Writes all rows of a chunk in one transaction. */
export function commitChunk(server: ModelServer, { session, chunk, sha256, key, files, equal, different }: TakenChunk): Outcome<null> {
  const upload = server.uploads.get(session);
  if (upload?.state !== 'open') return { ok: false, code: 'session_closed' };
  const known = upload.chunks.get(chunk.chunk);
  if (known) return known.sha256 === sha256 ? { ok: true, value: null } : { ok: false, code: 'conflict' };
  const held = files.filter(({ fileId }) => !different.has(fileId));
  if (held.some((file) => isOther(upload.files.get(file.fileId), file))) return { ok: false, code: 'conflict' };
  if (tooMany(upload, held)) return { ok: false, code: 'invalid' };
  for (const file of held) {
    const row = upload.files.get(file.fileId) ?? newRow(upload, file);
    if (!row.proved && equal.has(file.fileId)) Object.assign(row, { received: 0, proved: true, pieces: [] });
    for (const { part, at } of row.received < row.size ? file.parts : []) {
      for (const gap of uncovered(row.pieces, { offset: part.offset, length: part.bytes.length })) {
        row.pieces.push({ ...gap, key, at: at + gap.offset - part.offset });
      }
    }
    row.received = row.proved ? row.size : row.pieces.reduce((sum, piece) => sum + piece.length, 0);
  }
  if (different.size === 0) upload.chunks.set(chunk.chunk, { sha256, key });
  server.advanceSeries(upload);
  return { ok: true, value: null };
}

/** Decides about a complete file, in one transaction: it is verified, or its pieces are deleted and it can be sent again. */
export function proveFile(
  server: ModelServer,
  upload: ServerUpload,
  file: ServerFile,
  hashIsCompared: boolean,
  remove: (key: string) => void = (key) => removeIfUnreferenced(server, upload, key),
): 'equal' | 'different' {
  const bytes = server.bytesOf(file);
  if (bytes && (!hashIsCompared || fingerprint(bytes) === file.sha256)) {
    file.proved = true;
    server.advanceSeries(upload);
    return 'equal';
  }
  const keys = new Set(file.pieces.map(({ key }) => key));
  Object.assign(file, { pieces: [], received: 0 });
  const [ofStudy] = [...keys].map((key) => key.slice(0, key.lastIndexOf('/') + 1));
  // Also chunks with bytes that another chunk had already brought.
  for (const [index, { key }] of upload.chunks) if (ofStudy !== undefined && key.startsWith(ofStudy)) upload.chunks.delete(index);
  for (const key of keys) remove(key);
  return 'different';
}

export function removeIfUnreferenced(server: ModelServer, upload: ServerUpload | undefined, key: string): void {
  for (const file of upload?.files.values() ?? []) if (file.pieces.some((piece) => piece.key === key)) return;
  server.objects.delete(key);
}

export function provedOf(upload: ServerUpload, chunk: SentChunk): string[] {
  return fileIdsOf(chunk).filter((fileId) => upload.files.get(fileId)?.proved === true);
}

export function fileIdsOf(chunk: SentChunk): string[] {
  return [...new Set(chunk.parts.map(({ fileId }) => fileId))];
}

/**
 * Whether the server has a byte for every byte of the chunk, which is what an acknowledgement means. The verification decides whether they are
 * correct.
 */
export function holdsChunk(server: ModelServer, chunk: SentChunk): boolean {
  const upload = server.uploads.get(chunk.session);
  return chunk.parts.every((part) => {
    const file = upload?.files.get(part.fileId);
    // Another chunk completed the file, and its verification failed: the whole file is sent again.
    if (file && !file.proved && file.pieces.length === 0) return true;
    const pieces = upload?.files
      .get(part.fileId)
      ?.pieces.filter(({ key, at, length }) => (server.objects.get(key)?.length ?? 0) >= at + length);
    return pieces !== undefined && uncovered(pieces, { offset: part.offset, length: part.bytes.length }).length === 0;
  });
}

function filesOf(upload: ServerUpload, chunk: SentChunk): ChunkFile[] | null {
  const study = upload.studies.find(({ uuid }) => uuid === chunk.studyUuid);
  const files = new Map<string, ChunkFile>();
  let at = 0;
  for (const part of chunk.parts) {
    const series = upload.series.find(({ clientId, studyId }) => clientId === part.seriesId && studyId === study?.id);
    if (!series) return null;
    const { fileId, size, sha256 } = part;
    const file = files.get(fileId) ?? { fileId, size, sha256, seriesId: series.id, parts: [] };
    file.parts.push({ part, at });
    files.set(fileId, file);
    at += part.bytes.length;
  }
  return [...files.values()];
}

function isOther(row: ServerFile | undefined, file: ChunkFile): boolean {
  return row !== undefined && (row.size !== file.size || row.sha256 !== file.sha256 || row.seriesId !== file.seriesId);
}

function isWholeEqual({ parts, size, sha256 }: ChunkFile): boolean {
  const whole = parts.find(({ part }) => part.offset === 0 && part.bytes.length === size);
  return whole !== undefined && fingerprint(whole.part.bytes) === sha256;
}

function newRow(upload: ServerUpload, { fileId, seriesId, size, sha256 }: ChunkFile): ServerFile {
  const row: ServerFile = { fileId, seriesId, size, sha256, received: 0, proved: false, pieces: [] };
  upload.files.set(fileId, row);
  return row;
}

function tooMany(upload: ServerUpload, held: ChunkFile[]): boolean {
  return upload.series.some((series) => {
    let count = 0;
    for (const file of upload.files.values()) if (file.seriesId === series.id) count += 1;
    for (const file of held) if (file.seriesId === series.id && !upload.files.has(file.fileId)) count += 1;
    return count > series.fileCount;
  });
}

function bodyOf({ parts }: SentChunk): Uint8Array {
  const body = new Uint8Array(parts.reduce((sum, part) => sum + part.bytes.length, 0));
  let at = 0;
  for (const { bytes } of parts) {
    body.set(bytes, at);
    at += bytes.length;
  }
  return body;
}
