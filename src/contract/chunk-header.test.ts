import { expect, it } from 'vitest';
import { chunkHeaderToBytes, parseChunk, type ChunkPart } from './chunk.ts';
import { LIMITS } from './limits.ts';

const PART: ChunkPart = {
  file_id: crypto.randomUUID(),
  name: '影'.repeat(255),
  serie_id: crypto.randomUUID(),
  size: LIMITS.bytesPerFile,
  offset: LIMITS.bytesPerFile,
  length: 0,
  enc: '',
  plain: 0,
  crc: 0xffffffff,
  sha256: 'f'.repeat(64),
};

it('has room for as many files as a chunk may have, whatever they are called', () => {
  const header = chunkHeaderToBytes({
    v: 1,
    session_id: crypto.randomUUID(),
    chunk: 10_000_000,
    preview: 'client',
    studyUuid: crypto.randomUUID(),
    parts: Array.from({ length: LIMITS.chunkMaxParts }, () => PART),
  });
  expect(parseChunk(header)).toMatchObject({ ok: true, bodyOffset: header.length });
  expect(header.length + LIMITS.chunkMinBytes + LIMITS.chunkTargetBytes).toBeLessThan(LIMITS.chunkMaxBytes);
});
