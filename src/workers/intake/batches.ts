import { SEGMENT_BYTES, segmentBytesFor } from '#localdb/files/segment.ts';
import { LIMITS } from '#contract/limits.ts';
import { isArchive } from './is-archive.ts';
import type { FileToTake } from './types.ts';

/**
 * Groups files that share a segment. The first groups are small, so that the first file is stored early. A large file or an archive, opened here or
 * on the server, forms its own group.
 */
export function* batchFiles(files: Iterable<FileToTake>): Generator<FileToTake[]> {
  let batch: FileToTake[] = [];
  let bytes = 0;
  let written = 0;
  for (const file of files) {
    const isAlone = file.file.size > SEGMENT_BYTES || isArchive(file) || file.forServer === true;
    const isFull = bytes + file.file.size > segmentBytesFor(written) || batch.length >= LIMITS.progressEveryFiles;
    if (batch.length > 0 && (isAlone || isFull)) {
      yield batch;
      written += 1;
      batch = [];
      bytes = 0;
    }
    if (isAlone) {
      yield [file];
      continue;
    }
    batch.push(file);
    bytes += file.file.size;
  }
  if (batch.length > 0) yield batch;
}

/** Groups rows whose bytes fit into a segment. A larger one forms its own group. */
export function* withinSegment<T>(rows: Iterable<T>, bytesOf: (row: T) => number, most = Infinity): Generator<T[]> {
  let batch: T[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (batch.length > 0 && (batch.length >= most || bytes + bytesOf(row) > SEGMENT_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(row);
    bytes += bytesOf(row);
  }
  if (batch.length > 0) yield batch;
}
