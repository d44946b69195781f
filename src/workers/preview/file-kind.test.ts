import { expect, it } from 'vitest';
import { pictureType, textOf } from './file-kind.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it('pictures are found by their first bytes', () => {
  expect(pictureType(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13))).toBe('image/png');
  expect(pictureType(bytes('RIFF0000WEBPVP8 '))).toBe('image/webp');
  expect([pictureType(bytes('<svg>')), pictureType(new Uint8Array(0))]).toEqual([null, null]);
});

it('text is UTF-8, also where its last character was cut off', () => {
  const umlaut = bytes('Größe\n\ttab');
  expect(textOf(umlaut, false)).toBe('Größe\n\ttab');
  expect([textOf(umlaut.subarray(0, 3), true), textOf(umlaut.subarray(0, 3), false)]).toEqual(['Gr', null]);
});

it('bytes are not text', () => {
  expect([textOf(Uint8Array.of(65, 0, 66), false), textOf(Uint8Array.of(0xff, 0xfe, 65), false)]).toEqual([null, null]);
});
