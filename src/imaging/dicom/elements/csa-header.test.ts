import { expect, test } from 'vitest';
import { csaHeader } from '#tests/fixtures/csa-header.ts';
import { csaNumber } from './csa-header.ts';

const HEADER = csaHeader({ Before: ['12345', ''], Wanted: ['', 'x', '7.5', '9'], Text: ['Heron'], Behind: ['3'] });

test.each([
  ['Before', 12_345],
  ['Wanted', 7.5],
  ['Behind', 3],
  ['Text', null],
  ['Nothing', null],
  ['Want', null],
])('the first number of the entry %s is %s', (name, number) => {
  expect(csaNumber(HEADER, name)).toBe(number);
});

test('a truncated header gives the number or nothing', () => {
  for (let end = 0; end < HEADER.length; end += 1) expect([null, 3]).toContain(csaNumber(HEADER.subarray(0, end), 'Behind'));
  expect(csaNumber(HEADER.subarray(0, 15), 'Before')).toBe(null);
});

test.each([
  ['another mark', 0, [0x54]],
  ['no entries', 8, [0, 0]],
  ['an item longer than the header', 16 + 84 + 4, [0xff, 0xff]],
  ['no items', 16 + 76, [0]],
])('a header with %s gives no number', (_what, at, bytes) => {
  const changed = Uint8Array.from(HEADER);
  changed.set(bytes, at);
  expect(csaNumber(changed, 'Before')).toBe(null);
});

test('a header is read in place, from a part of a longer buffer', () => {
  const within = new Uint8Array(HEADER.length + 20);
  within.set(HEADER, 20);
  expect(csaNumber(within.subarray(20), 'Wanted')).toBe(7.5);
});
