import { expect, test } from 'vitest';
import { chunkHeaderToBytes, type ChunkPart } from '#contract/chunk.ts';
import { LIMITS } from '#contract/limits.ts';
import { UPLOAD_CHUNKS } from './chunk-plan.ts';
import { sentName } from './sent-name.ts';

test.each(['IM0001', 'Größe 山.dcm', 'x'.repeat(255), ''])('%s is sent unchanged', (name) => {
  expect(sentName(name)).toBe(name);
});

test.each([
  ['of two bytes', '\u00e9'],
  ['of three bytes', '\u5c71'],
  ['of two units', '\u{1f9e0}'],
  ['that JSON writes as six characters', '\u0001'],
  ['that are lone surrogates', '\ud800'],
  ['that JSON escapes', '"'],
])('a chunk with the maximum number of files fits its header with letters %s', (_what, letter) => {
  const name = sentName(`${letter.repeat(1000)}.dcm`);
  expect(name).toMatch(/\.dcm$/);
  const uuid = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d';
  const part: ChunkPart = {
    file_id: uuid,
    name,
    serie_id: uuid,
    size: LIMITS.bytesPerFile,
    offset: LIMITS.bytesPerFile,
    length: LIMITS.chunkMaxBytes,
    enc: '',
    plain: LIMITS.chunkMaxBytes,
    crc: 0xffffffff,
    sha256: 'a'.repeat(64),
  };
  const parts = Array.from({ length: UPLOAD_CHUNKS.maxParts }, () => part);
  const header = chunkHeaderToBytes({ v: 1, session_id: uuid, chunk: 9_999_999, preview: 'client', studyUuid: uuid, parts });
  expect(header.length).toBeLessThanOrEqual(LIMITS.chunkHeaderMaxBytes);
  // No more is cut than has to be.
  expect(new TextEncoder().encode(JSON.stringify(name)).length).toBeGreaterThan(500);
});
