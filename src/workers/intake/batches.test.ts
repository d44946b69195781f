import { describe, expect, it } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { SEGMENT_BYTES, segmentBytesFor } from '#localdb/segment.ts';
import { batchFiles } from './batches.ts';
import type { FileToTake } from './types.ts';

/** Only its size is looked at: no byte of it is made. */
const fileOf = (size: number, n = 0): FileToTake => ({ id: `id-${n}`, path: '', file: { size } as File });
const sizesOf = (sizes: number[]): number[][] => [...batchFiles(sizes.map(fileOf))].map((batch) => batch.map(({ file }) => file.size));

const MIB = 1024 * 1024;

describe('grouping files that share a segment', () => {
  it('begins small, so that the first file is stored early, and never passes a segment', () => {
    const batches = sizesOf(Array.from({ length: 200 }, () => 512 * 1024));
    expect(batches.slice(0, 5).map((batch) => batch.length)).toEqual([2, 4, 8, 16, 16]);
    batches.forEach((batch, n) => {
      expect(batch.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(segmentBytesFor(n));
    });
    expect(batches.flat()).toHaveLength(200);
  });

  it('lets a file that is larger than a segment stand alone, in its place', () => {
    expect(sizesOf([1000, SEGMENT_BYTES + 1, 2000, 3000])).toEqual([[1000], [SEGMENT_BYTES + 1], [2000, 3000]]);
  });

  it('lets an archive stand alone, whatever its size', () => {
    const paths = ['1.dcm', 'a.zip', '2.dcm', 'b.rar', '3.dcm'];
    const batches = [...batchFiles(paths.map((path) => ({ ...fileOf(1000), path })))];
    expect(batches.map((batch) => batch.map(({ path }) => path))).toEqual([['1.dcm'], ['a.zip'], ['2.dcm'], ['b.rar'], ['3.dcm']]);
  });

  it('keeps a file of exactly one segment among the small ones', () => {
    expect(sizesOf([SEGMENT_BYTES, 1])).toEqual([[SEGMENT_BYTES], [1]]);
  });

  it('ends a batch of tiny files where the page has to be told', () => {
    expect(sizesOf(Array.from({ length: 120 }, () => 10)).map((batch) => batch.length)).toEqual([
      LIMITS.progressEveryFiles,
      LIMITS.progressEveryFiles,
      20,
    ]);
  });

  it('gives nothing for nothing, and a file of no bytes a place', () => {
    expect(sizesOf([])).toEqual([]);
    expect(sizesOf([0, MIB])).toEqual([[0, MIB]]);
  });
});
