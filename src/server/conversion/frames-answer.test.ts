import { expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { deflatedFile } from '#tests/fixtures/dicom-file.ts';
import { answerFrames } from './frames-answer.ts';

const codecs = createNodeCodecs();

test.each(['begin', 'plain-files', 'volume'] as const)(
  'files that together inflate beyond the limit are refused when asked for %s, and the rest is not inflated',
  async (ask) => {
    const SIDE = 400;
    const bytes = deflatedFile({ Rows: SIDE, Columns: SIDE, PixelData: new Uint8Array(SIDE * SIDE * 2) });
    let reads = 0;
    const source = {
      ...createMemorySource(bytes),
      read: (offset: number, length: number) => ((reads += 1), createMemorySource(bytes).read(offset, length)),
    };
    const files = Array.from({ length: 50 }, () => source);
    await answerFrames(ask, files.slice(0, 3), { codecs, maxBytes: 100_000_000 });
    const readsOfThree = reads;
    reads = 0;
    const answer = await answerFrames(ask, files, { codecs, maxBytes: SIDE * SIDE * 5 });
    expect(JSON.stringify(answer)).toContain('volume-too-large');
    expect(reads).toBeLessThanOrEqual(readsOfThree);
  },
);
