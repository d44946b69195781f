import { joinBytes } from '#model/join-bytes.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import type { FileRow, LocalDb, SegmentRow, StagedPiece } from '#localdb/schema.ts';
import { readSegmentRanges } from './segment.ts';

/** Thrown if a file has a row but no bytes: the browser evicted them, or something deleted them. */
export class StagedBytesMissingError extends Error {
  override readonly name = 'StagedBytesMissingError';
}

/** Bytes of one staged file. */
export interface StagedRange {
  file: Pick<FileRow, 'pieces'>;
  offset: number;
  length: number;
}

/** `length` bytes of a staged file from `offset`, across as many segments as needed. */
export async function readStagedFile(
  db: LocalDb,
  device: DeviceKey,
  file: Pick<FileRow, 'pieces'>,
  offset: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const [bytes] = await readStagedFiles(db, device, [{ file, offset, length }]);
  return bytes as Uint8Array<ArrayBuffer>;
}

/** The bytes of each range, in their order. Every segment is fetched once and no unit of it is decrypted twice. */
export async function readStagedFiles(db: LocalDb, device: DeviceKey, ranges: readonly StagedRange[]): Promise<Uint8Array<ArrayBuffer>[]> {
  const located = ranges.map(locate);
  const bySegment = Map.groupBy(located.flat(), ({ segmentId }) => segmentId);
  const read = new Map<StagedPiece, Uint8Array<ArrayBuffer>>();
  await Promise.all(
    [...bySegment].map(async ([segmentId, pieces]) => {
      const segment: SegmentRow | undefined = await db.segments.get(segmentId);
      if (!segment) throw new StagedBytesMissingError('The staged bytes are gone');
      const bytes = await readSegmentRanges(device, segment, pieces);
      for (const [n, piece] of pieces.entries()) read.set(piece, bytes[n] as Uint8Array<ArrayBuffer>);
    }),
  );
  return located.map((pieces) => {
    const parts = pieces.map((piece) => read.get(piece) as Uint8Array<ArrayBuffer>);
    return parts.length === 1 ? (parts[0] as Uint8Array<ArrayBuffer>) : joinBytes(parts);
  });
}

/** Where a range of a file is stored. Throws RangeError outside the file. */
export function locate({ file, offset, length }: StagedRange): StagedPiece[] {
  const located: StagedPiece[] = [];
  let pieceStart = 0;
  for (const piece of file.pieces) {
    const from = Math.max(offset, pieceStart);
    const to = Math.min(offset + length, pieceStart + piece.length);
    if (from < to) located.push({ segmentId: piece.segmentId, offset: piece.offset + from - pieceStart, length: to - from });
    pieceStart += piece.length;
  }
  if (offset + length > pieceStart) throw new RangeError('Outside the file');
  return located;
}

/**
 * Removes segments that no file needs any more and returns the freed bytes. Call inside the transaction that changed the files. Segments of lost
 * files are kept: bytes that cannot be read today may be readable tomorrow.
 */
export async function dropIdleSegments(db: LocalDb, segmentIds: Iterable<string>): Promise<number> {
  const freed = [...new Set(segmentIds)].map(async (segmentId) => {
    const files = await db.files.where('segmentIds').equals(segmentId).toArray();
    if (files.some((file) => file.state !== 'released' && file.state !== 'skipped')) return 0;
    await db.segments.delete(segmentId);
    const pieces = files.flatMap((file) => file.pieces).filter((piece) => piece.segmentId === segmentId);
    return pieces.reduce((sum, piece) => sum + piece.length, 0);
  });
  return (await Promise.all(freed)).reduce((sum, bytes) => sum + bytes, 0);
}
