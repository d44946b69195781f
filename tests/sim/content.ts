/** Packed like the product, in bytes instead of megabytes. */
export const TINY_CHUNKS = { minBytes: 6, targetBytes: 10, maxParts: 4 } as const;

/** Contents are a few bytes with the fingerprint FNV-1a, because a simulation compares contents a million times. */
export function fingerprint(bytes: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return `${bytes.length}-${(hash >>> 0).toString(16)}`;
}

export function fingerprintOfText(text: string, start = 0x811c9dc5): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

export function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}

export interface SentPart {
  fileId: string;
  seriesId: string;
  size: number;
  offset: number;
  crc: number;
  /** Announced fingerprint of the whole file. */
  sha256: string;
  bytes: Uint8Array;
}

/** A chunk as sent. */
export interface SentChunk {
  session: string;
  chunk: number;
  studyUuid: string;
  parts: SentPart[];
}

/** Replaces the SHA-256 of header and body. */
export function chunkFingerprint({ session, chunk, studyUuid, parts }: SentChunk): string {
  let hash = fingerprintOfText(session, chunk + 1);
  hash = fingerprintOfText(studyUuid, hash);
  for (const part of parts) {
    hash = fingerprintOfText(part.fileId, hash ^ part.offset);
    hash = fingerprintOfText(part.sha256, hash ^ part.crc);
    for (const byte of part.bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash >>> 0).toString(16);
}
