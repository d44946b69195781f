import { LIMITS } from '#contract/limits.ts';
import { SEGMENT_BYTES } from '#localdb/files/segment.ts';
import type { FileToStage } from './types.ts';

/** Groups files that share a segment, in order; a file larger than a segment is its own group. */
export function* stagingBatches(files: readonly FileToStage[]): Generator<FileToStage[]> {
  let batch: FileToStage[] = [];
  let bytes = 0;
  for (const each of files) {
    const { size } = each.file;
    if (batch.length > 0 && (bytes + size > SEGMENT_BYTES || batch.length >= LIMITS.progressEveryFiles)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(each);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
