import { expect, test } from 'vitest';
import { LONGEST_TEXT, latin1, latin1Bytes, looksWritten, readsAsText } from './value-text.ts';

test('a value is read without its padding, and nothing else is lost', () => {
  expect(latin1(Buffer.from(' a b \0 \0', 'latin1'))).toBe(' a b');
  expect(latin1(Uint8Array.of(0x20, 0))).toBe('');
  expect(latin1(Uint8Array.of(0xff, 0x80, 0x09))).toBe('\xff\x80\t');
});

test('a long value is read to the last letter that may be kept', () => {
  const text = Array.from({ length: 10_000 }, (_, n) => String.fromCharCode(0x41 + (n % 26))).join('');
  expect(latin1(latin1Bytes(text))).toBe(text);
  expect(latin1(new Uint8Array(LONGEST_TEXT + 10).fill(0x41))).toHaveLength(LONGEST_TEXT);
});

test.each([
  ['letters', true, 'Heron, Quiet'],
  ['letters of another script', true, '\xe4\xff'],
  ['line breaks, form feeds and escape sequences', true, 'a\t\n\f\r\x1b$B'],
  ['a padding NUL', true, 'Heron\0'],
  ['a NUL inside', false, 'He\0ron'],
  ['other control characters', false, 'Heron\x07'],
  ['the character below the first letter', false, 'Heron\x1f'],
])('bytes with %s read as text: %s', (_what, isText, letters) => {
  expect(readsAsText(Buffer.from(letters, 'latin1'))).toBe(isText);
});

test.each([
  ['small numbers', [1, 2, 3, 4]],
  ['image sizes', [320, 256, 512, 768]],
])('%s of 16 bits are not text, in either byte order', (_what, numbers) => {
  const bytes = new Uint8Array(Uint16Array.from(numbers).buffer);
  expect(looksWritten(bytes)).toBe(false);
  expect(looksWritten(new Uint8Array(Uint16Array.from(numbers, (n) => ((n & 0xff) << 8) | (n >> 8)).buffer))).toBe(false);
});

test.each(['Heron', 'Åsa Öörn', 'Иванова', 'Παππάς', 'כהן דוד'])('%s with two bytes per letter is text', (name) => {
  expect(looksWritten(new Uint8Array(Uint16Array.from(name, (letter) => letter.charCodeAt(0)).buffer))).toBe(true);
});
