import { describe, expect, it } from 'vitest';
import { chunkHeaderToBytes } from '#contract/chunk.ts';
import { LIMITS } from '#contract/limits.ts';
import { planChunks, UPLOAD_CHUNKS, type PlannedFile, type PlannedPart } from './chunk-plan.ts';

const SIZES = { minBytes: 200, targetBytes: 400, maxParts: 50 };
const file = (fileId: string, size: number): PlannedFile => ({ fileId, seriesId: 's', size });
const bytesOf = (parts: PlannedPart[]): number => parts.reduce((sum, part) => sum + part.length, 0);

describe('planning the chunks of a study', () => {
  it('packs small files whole and together [CHUNK-013]', () => {
    const chunks = planChunks([file('a', 150), file('b', 150), file('c', 150)], SIZES);
    expect(chunks.map((parts) => parts.map((part) => part.fileId))).toEqual([['a', 'b'], ['c']]);
  });

  it('splits a large file into parts without gaps or overlaps [CHUNK-013]', () => {
    const chunks = planChunks([file('small', 100), file('large', 1_500)], SIZES);
    const parts = chunks.flat().filter((part) => part.fileId === 'large');
    expect(parts.map((part) => part.offset)).toEqual([0, 300, 700, 1_100]);
    expect(bytesOf(parts)).toBe(1_500);
  });

  it('closes a chunk at the maximum number of parts', () => {
    const chunks = planChunks(
      Array.from({ length: 120 }, (_, n) => file(`f${n}`, 1)),
      SIZES,
    );
    expect(chunks.map((parts) => parts.length)).toEqual([50, 50, 20]);
  });

  it('includes a file without bytes', () => {
    expect(planChunks([file('empty', 0)], SIZES)).toEqual([[{ fileId: 'empty', seriesId: 's', offset: 0, length: 0 }]]);
  });

  it('covers every byte of every file once, keeps the order and the minimum size, for any sizes [CHUNK-001, CHUNK-010]', () => {
    let seed = 7;
    const random = (max: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % max;
    };
    for (let round = 0; round < 500; round += 1) {
      const files = Array.from({ length: 1 + random(30) }, (_, n) => file(`f${n}`, random(round % 2 ? 60 : 1_400)));
      const chunks = planChunks(files, SIZES);
      for (const { fileId, size } of files) {
        const parts = chunks.flat().filter((part) => part.fileId === fileId);
        let at = 0;
        for (const part of parts) {
          expect(part.offset).toBe(at);
          at += part.length;
        }
        expect(at).toBe(size);
      }
      for (const parts of chunks) expect(bytesOf(parts)).toBeLessThanOrEqual(SIZES.minBytes + SIZES.targetBytes);
      for (const parts of chunks.slice(0, -1)) {
        expect(bytesOf(parts) >= SIZES.minBytes || parts.length === SIZES.maxParts).toBe(true);
      }
    }
  });

  it('keeps the header within its limit, with small files and long names', () => {
    const uuid = '00000000-0000-4000-8000-000000000000';
    const [parts = []] = planChunks(
      Array.from({ length: 5_000 }, () => file(uuid, 1)),
      UPLOAD_CHUNKS,
    );
    const header = chunkHeaderToBytes({
      v: 1,
      session_id: uuid,
      chunk: 10_000_000,
      preview: 'client',
      studyUuid: uuid,
      parts: parts.map(({ fileId, offset, length }) => ({
        file_id: fileId,
        name: '"'.repeat(255),
        serie_id: uuid,
        size: LIMITS.bytesPerFile,
        offset,
        length,
        enc: '',
        plain: length,
        crc: 0xffffffff,
        sha256: 'f'.repeat(64),
      })),
    });
    expect(header.length).toBeLessThan(LIMITS.chunkHeaderMaxBytes);
  });
});
