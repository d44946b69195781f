import { expect, test, vi } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { createSyntheticSeries } from '#server/conversion/synthetic-series.ts';
import { createSeriesReader } from './process-series-reader.ts';

// Each run starts a process, which is slow on a busy machine; times are not tested.
vi.setConfig({ testTimeout: 60_000 });

const never = new AbortController().signal;
const files = createSyntheticSeries().map(({ bytes }) => createMemorySource(bytes));

test('a series is read in a separate process, including its thumbnail', async () => {
  const read = await createSeriesReader().read({ type: 'dcm', files: files.toReversed() }, never);
  expect(read).toMatchObject({
    facts: { rows: 4, columns: 5, slices: 3 },
    why: null,
    places: [
      { position: 2, frames: 1 },
      { position: 1, frames: 1 },
      { position: 0, frames: 1 },
    ],
    noPicture: null,
  });
  expect(Buffer.from(read.thumbnail!).subarray(1, 4).toString('latin1')).toBe('PNG');
});

test.each([
  ['crashes', 'process.abort()', 'The reader broke'],
  ['hangs', 'for (;;);', 'did not finish in time'],
])('a reader that %s rejects, and nothing else fails', async (_how, code, message) => {
  const broken = createSeriesReader({ maxMs: 200, worker: new URL(`data:text/javascript,${code}`) });
  const patient = createSeriesReader({ worker: new URL(`data:text/javascript,${code}`) });
  await expect((code.includes('abort') ? patient : broken).read({ type: 'dcm', files }, never)).rejects.toThrow(message);
});
