import type { ByteSource } from '#imaging/byte-source.ts';

/** The header of a gzip member (RFC 1952, 2.3): its length, and what it tells about the file. */
export interface MemberHead {
  length: number;
  has: { extra: boolean; name: boolean; comment: boolean; time: boolean };
}

/** A minimal header: no name, comment, time or system. */
export const PLAIN_MEMBER_HEAD = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);

/** CRC-32 and length. */
export const MEMBER_TRAILER_BYTES = 8;

/** Of the first member of a file; null if there is none, or it is longer than any real one. */
export async function readMemberHead(file: ByteSource): Promise<MemberHead | null> {
  const bytes = await file.read(0, Math.min(file.size, LONGEST_HEAD));
  const [id1, id2, method, flags = 0] = bytes;
  if (bytes.length < PLAIN_MEMBER_HEAD.length || id1 !== 0x1f || id2 !== 0x8b || method !== 8 || (flags & RESERVED) !== 0) return null;
  const has = {
    extra: (flags & FLAG.extra) !== 0,
    name: (flags & FLAG.name) !== 0,
    comment: (flags & FLAG.comment) !== 0,
    time: bytes.subarray(4, 8).some((byte) => byte !== 0),
  };
  let at = PLAIN_MEMBER_HEAD.length;
  if (has.extra) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  // Each ends with a NUL.
  for (const isThere of [has.name, has.comment]) {
    if (!isThere) continue;
    const end = bytes.indexOf(0, at);
    if (end === -1) return null;
    at = end + 1;
  }
  if ((flags & FLAG.headCrc) !== 0) at += 2;
  return at <= bytes.length ? { length: at, has } : null;
}

const FLAG = { headCrc: 2, extra: 4, name: 8, comment: 16 } as const;
const RESERVED = 0xe0;
/** An extra field, a name and a comment of 64 KiB each. */
const LONGEST_HEAD = 192 * 1024;
