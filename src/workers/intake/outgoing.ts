import { createSHA256 } from 'hash-wasm';
import type { ByteSource } from '#imaging/byte-source.ts';
import type { Piece } from '#imaging/deidentify/deidentify.ts';
import { lengthOf } from '#imaging/deidentify/output-file.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import type { FileRow, LocalDb, Original, Outgoing } from '#localdb/schema.ts';
import { bytesToHex } from '#model/hex.ts';
import { SEGMENT_BYTES } from '#localdb/files/segment.ts';
import { locate, readStagedFile } from '#localdb/files/staged-file.ts';
import type { Literals } from './literals.ts';

/** A staged file of any size, read by ranges. */
export function createStagedSource(db: LocalDb, device: DeviceKey, file: FileRow): ByteSource {
  const { size } = file;
  const read = (offset: number, length: number) =>
    readStagedFile(db, device, file, Math.min(offset, size), Math.max(0, Math.min(length, size - offset)));
  return { size, read };
}

/** Staged ranges are used where they are. For a file that had to be inflated or painted, the new bytes are staged now. */
export async function stagePieces(
  literals: Literals,
  file: FileRow,
  { source, pieces, isInPlace }: { source: ByteSource; pieces: readonly Piece[]; isInPlace: boolean },
): Promise<Outgoing['pieces']> {
  const staged: Outgoing['pieces'] = [];
  for (const piece of pieces) {
    if ('bytes' in piece) staged.push(...(await literals.add(piece.bytes)));
    else if (isInPlace && !piece.isPainted) staged.push(...locate({ file, ...piece }));
    else
      for (let at = 0; at < piece.length; at += SEGMENT_BYTES)
        staged.push(...(await literals.add(await source.read(piece.offset + at, Math.min(SEGMENT_BYTES, piece.length - at)))));
  }
  return staged;
}

/** The parts of a file that are ranges of its original. */
export function rangesOf(pieces: readonly Piece[]): Original['ranges'] {
  const ranges: Original['ranges'] = [];
  let at = 0;
  for (const piece of pieces) {
    const length = lengthOf(piece);
    if (!('bytes' in piece) && !piece.isPainted) ranges.push({ at, from: piece.offset, length });
    at += length;
  }
  return ranges;
}

export async function hashOf(source: ByteSource): Promise<string> {
  if (source.size <= SEGMENT_BYTES) {
    const bytes = new Uint8Array(await source.read(0, source.size));
    return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  }
  const hash = await createSHA256();
  for (let at = 0; at < source.size; at += SEGMENT_BYTES) hash.update(await source.read(at, SEGMENT_BYTES));
  return hash.digest('hex');
}
