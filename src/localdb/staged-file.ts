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

/** Removes segments in which no file waits any more. Call inside the transaction that changed the files. */
export async function dropIdleSegments(db: LocalDb, segmentIds: Iterable<string>): Promise<void> {
  for (const segmentId of new Set(segmentIds)) {
    const waiting = await db.files
      .where('segmentIds')
      .equals(segmentId)
      .filter((file) => file.state === 'stored')
      .count();
    if (waiting === 0) await db.segments.delete(segmentId);
  }
}
