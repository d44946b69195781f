import { expect, test } from 'vitest';
import { createTextDecoder } from './character-sets.ts';

function hex(digits: string): number[] {
  return [...Buffer.from(digits.replaceAll(' ', ''), 'hex')];
}

/** Names of PS3.5 annexes H, I, J and K, and how devices spell the sets. */
test.each<[string, string[], number[], string]>([
  ['no character set', [], [0x41, 0x5e, 0x42], 'A^B'],
  ['Latin 1', ['ISO_IR 100'], [0x42, 0x75, 0x63, 0x5e, 0x4a, 0xe9, 0x72, 0xf4, 0x6d, 0x65], 'Buc^Jérôme'],
  ['Latin 1, misspelt', ['ISO-IR 100'], [0xc4], 'Ä'],
  ['Latin 1, as ISO 2022', ['ISO 2022 IR 100'], [0xc4], 'Ä'],
  ['Latin 2', ['ISO_IR 101'], [0xa3, 0xf3, 0x64, 0xbc], 'Łódź'],
  ['Cyrillic', ['ISO_IR 144'], [0xbb, 0xee, 0xda], 'Люк'],
  ['Greek', ['ISO_IR 126'], [0xc4, 0xe9], 'Δι'],
  ['Arabic', ['ISO_IR 127'], [0xe2, 0xc8], 'قب'],
  ['Hebrew', ['ISO_IR 138'], [0xf9, 0xf8], 'שר'],
  ['Thai', ['ISO_IR 166'], [0xb9, 0xd2], 'นา'],
  ['half-width katakana', ['ISO_IR 13'], [0xd4, 0xcf, 0xc0, 0xde], 'ﾔﾏﾀﾞ'],
  ['UTF-8', ['ISO_IR 192'], [0x57, 0x3d, 0xe7, 0x8e, 0x8b], 'W=王'],
  ['GB18030', ['GB18030'], [0x57, 0x3d, 0xcd, 0xf5], 'W=王'],
  ['GBK', ['GBK'], [0xcd, 0xf5], '王'],
  [
    'Japanese with escape sequences',
    ['', 'ISO 2022 IR 87'],
    [
      0x59, 0x3d, 0x1b, 0x24, 0x42, 0x3b, 0x33, 0x45, 0x44, 0x1b, 0x28, 0x42, 0x5e, 0x1b, 0x24, 0x42, 0x42, 0x40, 0x4f, 0x3a, 0x1b, 0x28,
      0x42,
    ],
    'Y=山田^太郎',
  ],
  [
    'Japanese, from katakana',
    ['ISO 2022 IR 13', 'ISO 2022 IR 87'],
    [0xd4, 0x3d, 0x1b, 0x24, 0x42, 0x3b, 0x33, 0x1b, 0x28, 0x4a, 0x5e],
    'ﾔ=山^',
  ],
  ['Japanese, supplementary', ['', 'ISO 2022 IR 159'], [0x1b, 0x24, 0x28, 0x44, 0x30, 0x21, 0x1b, 0x28, 0x42, 0x41], '丂A'],
  [
    'Korean',
    ['', 'ISO 2022 IR 149'],
    [0x48, 0x3d, 0x1b, 0x24, 0x29, 0x43, 0xfb, 0xf3, 0x5e, 0x1b, 0x24, 0x29, 0x43, 0xd1, 0xce],
    'H=洪^吉',
  ],
  [
    'Japanese in three scripts (PS3.5 H.3.2)',
    ['ISO 2022 IR 13', 'ISO 2022 IR 87'],
    hex('D4CFC0DE5EC0DBB33D 1B24423B3345441B284A5E1B244242404F3A1B284A3D 1B24422464245E24401B284A5E1B2442243F246D24261B284A'),
    'ﾔﾏﾀﾞ^ﾀﾛｳ=山田^太郎=やまだ^たろう',
  ],
  [
    'Korean in three scripts (PS3.5 I.2)',
    ['', 'ISO 2022 IR 149'],
    hex('486F6E675E47696C646F6E673D 1B242943FBF35E1B242943D1CED4D73D 1B242943C8AB5E1B242943B1E6B5BF'),
    'Hong^Gildong=洪^吉洞=홍^길동',
  ],
  ['Chinese in GB 18030 (PS3.5 J.4)', ['GB18030'], hex('57616E675E5869616F446F6E673DCDF55ED0A1B6AB3D'), 'Wang^XiaoDong=王^小东='],
  [
    'Chinese with escape sequences (PS3.5 K.2)',
    ['', 'ISO 2022 IR 58'],
    hex('5A68616E675E5869616F446F6E673D 1B242941D5C55E1B242941D0A1B6AB3D'),
    'Zhang^XiaoDong=张^小东=',
  ],
  ['Cyrillic next to Latin 1, which is reset after a delimiter', ['ISO 2022 IR 100', 'ISO 2022 IR 144'], hex('1B2D4CBBEEDA 5EC4'), 'Люк^Ä'],
  ['Latin 3', ['ISO_IR 109'], [0xa1, 0xe6], 'Ħĉ'],
  ['Latin 4', ['ISO_IR 110'], [0xa1, 0xec], 'Ąė'],
  ['Latin 5', ['ISO_IR 148'], [0xd0, 0xfe], 'Ğş'],
  ['Latin 9', ['ISO_IR 203'], [0xa4], '€'],
  ['Korean without its escape sequences', ['', 'ISO 2022 IR 149'], [0x48, 0x3d, 0xfb, 0xf3], 'H=洪'],
  ['Japanese without its escape sequences', ['', 'ISO 2022 IR 87'], [0x8e, 0x52], '山'],
  ['a trail byte that looks like a backslash', ['GBK'], [0x81, 0x5c], '乗'],
  ['Chinese with escape sequences', ['', 'ISO 2022 IR 58'], [0x5a, 0x3d, 0x1b, 0x24, 0x29, 0x41, 0xd5, 0xc5], 'Z=张'],
  ['undeclared Latin 1', [], [0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72], 'Müller'],
  ['undeclared UTF-8', [], [0x4d, 0xc3, 0xbc], 'Mü'],
  ['an unknown character set', ['ISO_IR 999'], [0x4d, 0xfc], 'Mü'],
])('%s', (_, terms, bytes, text) => {
  expect(createTextDecoder(terms)(Uint8Array.from(bytes))).toBe(text);
});

test('an unknown escape sequence does not end the text', () => {
  expect(createTextDecoder([])(Uint8Array.of(0x41, 0x1b, 0x7a, 0x42, 0x1b))).toMatch(/^Az?B$/);
});
