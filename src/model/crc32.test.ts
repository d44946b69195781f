import { crc32 as zlibCrc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { crc32 } from './crc32.ts';

it('the result is the check value of the definition', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});

it('matches zlib for every length and continues from an earlier value', () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, n) => (n * 151 + (n >> 3)) & 0xff);
  for (let length = 0; length <= bytes.length; length += 1) {
    expect(crc32(bytes.subarray(0, length))).toBe(zlibCrc32(bytes.subarray(0, length)));
    expect(crc32(bytes.subarray(length), crc32(bytes.subarray(0, length)))).toBe(zlibCrc32(bytes));
  }
});
