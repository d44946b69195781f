import { describe, expect, it } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { SEGMENT_BYTES, segmentBytesFor } from '#localdb/files/segment.ts';
import { batchFiles, withinSegment } from './batches.ts';
import type { FileToTake } from './types.ts';

/** Only the size is used, so no bytes are created. */
const fileOf = (size: number, n = 0): FileToTake => ({ id: `id-${n}`, path: '', file: { size } as File });
const sizesOf = (sizes: number[]): number[][] => [...batchFiles(sizes.map(fileOf))].map((batch) => batch.map(({ file }) => file.size));

const MIB = 1024 * 1024;

describe('grouping files that share a segment', () => {
  it('starts small, so that the first file is stored early, and never exceeds a segment [FILE-016]', () => {
    const batches = sizesOf(Array.from({ length: 200 }, () => 512 * 1024));
    expect(batches.slice(0, 5).map((batch) => batch.length)).toEqual([2, 4, 8, 16, 16]);
    batches.forEach((batch, n) => {
      expect(batch.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(segmentBytesFor(n));
    });
    expect(batches.flat()).toHaveLength(200);
  });

  it('puts a file larger than a segment in its own group, in its place', () => {
    expect(sizesOf([1000, SEGMENT_BYTES + 1, 2000, 3000])).toEqual([[1000], [SEGMENT_BYTES + 1], [2000, 3000]]);
  });

  it('puts an archive in its own group, whatever its size', () => {
    const paths = ['1.dcm', 'a.zip', '2.dcm', 'b.rar', '3.dcm'];
    const batches = [...batchFiles(paths.map((path) => ({ ...fileOf(1000), path })))];
    expect(batches.map((batch) => batch.map(({ path }) => path))).toEqual([['1.dcm'], ['a.zip'], ['2.dcm'], ['b.rar'], ['3.dcm']]);
  });

  it('keeps a file of exactly one segment with the small ones', () => {
    expect(sizesOf([SEGMENT_BYTES, 1])).toEqual([[SEGMENT_BYTES], [1]]);
  });

  it('ends a batch of tiny files when the page needs a progress report', () => {
    expect(sizesOf(Array.from({ length: 120 }, () => 10)).map((batch) => batch.length)).toEqual([
      LIMITS.progressEveryFiles,
      LIMITS.progressEveryFiles,
      20,
    ]);
  });

  it('returns nothing for no files, and includes an empty file', () => {
    expect(sizesOf([])).toEqual([]);
    expect(sizesOf([0, MIB])).toEqual([[0, MIB]]);
  });
});

it('groups rows by bytes and number, and puts a larger one on its own', () => {
  const grouped = (sizes: number[], most?: number) => [...withinSegment(sizes, (size) => size, most)];
  expect(grouped([SEGMENT_BYTES - 1, 1, 1, SEGMENT_BYTES + 1, 2])).toEqual([[SEGMENT_BYTES - 1, 1], [1], [SEGMENT_BYTES + 1], [2]]);
  expect(grouped([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(grouped([])).toEqual([]);
});
