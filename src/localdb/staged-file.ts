import type { DeviceKey } from './device-key.ts';
import type { FileRow, LocalDb, SegmentRow } from './schema.ts';
import { readSegment } from './segment.ts';

/** Thrown when the row of a file is there but its bytes are not: the browser evicted them, or something deleted them. */
export class StagedBytesMissingError extends Error {
  override readonly name = 'StagedBytesMissingError';
}

/** `length` bytes of a staged file from `offset`, over as many segments as they lie in. */
export async function readStagedFile(
  db: LocalDb,
  device: DeviceKey,
  file: Pick<FileRow, 'pieces'>,
  offset: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  let pieceStart = 0;
  for (const piece of file.pieces) {
    const from = Math.max(offset, pieceStart);
    const to = Math.min(offset + length, pieceStart + piece.length);
    if (from < to) {
      const segment: SegmentRow | undefined = await db.segments.get(piece.segmentId);
      if (!segment) throw new StagedBytesMissingError('The staged bytes are gone');
      bytes.set(await readSegment(device, segment, piece.offset + from - pieceStart, to - from), from - offset);
    }
    pieceStart += piece.length;
  }
  if (offset + length > pieceStart) throw new RangeError('Outside the file');
  return bytes;
}

/**
 * Removes segments that no file needs any more, and gives the bytes that this frees. Call inside the transaction that changed the files. What is
 * lost keeps its place: bytes that could not be read today may be readable tomorrow.
 */
export async function dropIdleSegments(db: LocalDb, segmentIds: Iterable<string>): Promise<number> {
  let freed = 0;
  for (const segmentId of new Set(segmentIds)) {
    const files = await db.files.where('segmentIds').equals(segmentId).toArray();
    if (files.some((file) => file.state !== 'released' && file.state !== 'skipped')) continue;
    await db.segments.delete(segmentId);
    const pieces = files.flatMap((file) => file.pieces).filter((piece) => piece.segmentId === segmentId);
    freed += pieces.reduce((sum, piece) => sum + piece.length, 0);
  }
  return freed;
}
