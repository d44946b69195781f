import { describe, expect, test } from 'vitest';
import { chooseRange, hasCopy } from './byte-range.ts';

const FILE = { size: 100, etag: '"abc"' };
const chosen = (range: string | undefined, ifRange?: string) => chooseRange({ range, ifRange }, FILE);

describe('for a file of 100 bytes', () => {
  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=0-99', 0, 100],
    ['bytes=10-19', 10, 10],
    ['bytes=99-', 99, 1],
    ['bytes=90-500', 90, 10],
    ['bytes=-1', 99, 1],
    ['bytes=-500', 0, 100],
    [' Bytes = 5 - 6 ', 5, 2],
  ])('%s is a range', (range, offset, length) => {
    expect(chosen(range)).toEqual({ kind: 'range', offset, length });
  });

  test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('%s is outside', (range) => {
    expect(chosen(range)).toEqual({ kind: 'outside' });
  });

  test.each([undefined, '', 'bytes=-', 'bytes=9-1', 'bytes=0-1,5-6', 'items=0-1', 'bytes=a-b', 'bytes=0-9999999999999999'])(
    '%s is ignored, and the whole file is sent',
    (range) => {
      expect(chosen(range)).toEqual({ kind: 'whole' });
    },
  );

  test('a range of another version returns the whole file', () => {
    expect(chosen('bytes=0-1', '"abc"')).toEqual({ kind: 'range', offset: 0, length: 2 });
    expect(chosen('bytes=0-1', '"abd"')).toEqual({ kind: 'whole' });
    // A weak tag promises nothing about bytes.
    expect(chosen('bytes=0-1', 'W/"abc"')).toEqual({ kind: 'whole' });
  });
});

test('a file without bytes has no range', () => {
  expect(chooseRange({ range: 'bytes=0-', ifRange: undefined }, { size: 0, etag: '"0"' })).toEqual({ kind: 'outside' });
});

test('detects a client that already has the current version', () => {
  expect([undefined, '"abd"', '"abc"', '"x", "abc"', 'W/"abc"', '*'].map((tag) => hasCopy(tag, '"abc"'))).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
});
