import { describe, expect, it } from 'vitest';
import { base64ToBytes, bytesToBase64 } from './base64.ts';

describe('Base64', () => {
  it.each([0, 1, 2, 3, 4, 5, 63, 256, 1000])('is what Node writes and reads, of %i bytes', (length) => {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 197 + 31) % 256);
    const text = Buffer.from(bytes).toString('base64');
    expect(bytesToBase64(bytes)).toBe(text);
    expect(base64ToBytes(text)).toEqual(bytes);
  });

  it.each(['A', 'AAA', 'A===', 'AA=A', 'AA*A', '-_AA', ' AAA'])('refuses %j', (text) => {
    expect(base64ToBytes(text)).toBeNull();
  });
});
