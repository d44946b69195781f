import { expect, test } from 'vitest';
import { createProgress, progressLine, sizeText } from './progress.ts';

const GB = 1_000_000_000;

test.each([
  [
    'objects under way',
    { what: 'Objects', totals: { count: 4_000, bytes: 60 * GB }, count: 1_000, bytes: 15 * GB, ms: 100_000 },
    'Objects: 1,000 of 4,000, 15.0 GB of 60.0 GB, 150.0 MB/s, 5 min left',
  ],
  [
    'rows, whose bytes nobody knows before',
    { what: 'Rows', totals: { count: 200, bytes: null }, count: 50, bytes: 2_500, ms: 1_000 },
    'Rows: 50 of 200, 2.5 kB, 2.5 kB/s, 3 s left',
  ],
  ['a beginning', { what: 'Rows', totals: { count: 200, bytes: null }, count: 0, bytes: 0, ms: 0 }, 'Rows: 0 of 200, 0 B'],
  ['an end', { what: 'Objects', totals: { count: 2, bytes: 10 }, count: 2, bytes: 10, ms: 500 }, 'Objects: 2 of 2, 10 B of 10 B, 20 B/s'],
  ['nothing to do', { what: 'Objects', totals: { count: 0, bytes: 0 }, count: 0, bytes: 0, ms: 5 }, 'Objects: 0 of 0, 0 B of 0 B, 0 B/s'],
  [
    'more than an hour',
    { what: 'Objects', totals: { count: 10, bytes: 100 }, count: 1, bytes: 10, ms: 1_000_000 },
    'Objects: 1 of 10, 10 B of 100 B, 0 B/s, 2 h 30 min left',
  ],
])('the line of %s', (_, state, line) => {
  expect(progressLine(state)).toBe(line);
});

test.each([
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [999_949, '999.9 kB'],
  [12_345_678, '12.3 MB'],
  [10_000 * GB, '10.0 TB'],
  [20_000_000 * GB, '20000.0 TB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

function shown(isTerminal: boolean, everyMs: number): string[] {
  const texts: string[] = [];
  let ms = 0;
  const progress = createProgress({ write: (text) => void texts.push(text), now: () => ms, isTerminal });
  progress.begin('Rows', { count: 100, bytes: null });
  for (let count = 0; count < 100; count += 1) {
    ms += everyMs;
    progress.add(1, 1);
  }
  progress.end();
  return texts;
}

test('a terminal has one line, written over five times a second at most', () => {
  const texts = shown(true, 20);
  expect(texts).toHaveLength(1 + 10 + 2);
  expect(texts.at(-2)).toBe('\r\x1b[KRows: 100 of 100, 100 B, 50 B/s');
  expect(texts.at(-1)).toBe('\n');
});

test('a file has a line every ten seconds, at the beginning and at the end', () => {
  const texts = shown(false, 250);
  expect(texts).toHaveLength(1 + 2 + 1);
  expect(texts.every((text) => text.endsWith('\n') && !text.includes('\r'))).toBe(true);
});
