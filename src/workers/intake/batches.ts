import { SEGMENT_BYTES, segmentBytesFor } from '#localdb/segment.ts';
import { LIMITS } from '#contract/limits.ts';
import type { FileToTake } from './types.ts';

/** Groups files that share a segment; the first groups are small, so that the first file is stored early. A large file stands alone. */
export function* batchFiles(files: Iterable<FileToTake>): Generator<FileToTake[]> {
  let batch: FileToTake[] = [];
  let bytes = 0;
  let written = 0;
  for (const file of files) {
    const isLarge = file.file.size > SEGMENT_BYTES;
    const isFull = bytes + file.file.size > segmentBytesFor(written) || batch.length >= LIMITS.progressEveryFiles;
    if (batch.length > 0 && (isLarge || isFull)) {
      yield batch;
      written += 1;
      batch = [];
      bytes = 0;
    }
    if (isLarge) {
      yield [file];
      continue;
    }
    batch.push(file);
    bytes += file.file.size;
  }
  if (batch.length > 0) yield batch;
}
