import { describe, expect, it } from 'vitest';
import { looksLikeDicom, DICOM_SIGNATURE_BYTES } from './looks-like-dicom.ts';

const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));
const explicit = (group: number, element: number, vr: string, value: string): number[] => [
  ...[group, 0, element, 0, ...ascii(vr), value.length, 0],
  ...ascii(value),
];
const implicit = (group: number, element: number, value: string): number[] => [
  ...[group, 0, element, 0, value.length, 0, 0, 0],
  ...ascii(value),
];
const bytes = (...parts: number[][]): Uint8Array => Uint8Array.from(parts.flat());
const CT = '1.2.840.10008.5.1.4.1.1.2';

describe('a file that starts like DICOM', () => {
  it('has the prefix after any 128 bytes', () => {
    expect(
      looksLikeDicom(
        bytes(
          Array.from({ length: 128 }, (_, n) => n),
          ascii('DICM'),
        ),
      ),
    ).toBe(true);
    expect(
      looksLikeDicom(
        bytes(
          Array.from({ length: 127 }, () => 0),
          ascii('DICM'),
        ),
      ),
    ).toBe(false);
  });

  it.each([
    ['explicit meta information', bytes(explicit(2, 2, 'UI', CT))],
    ['implicit meta information', bytes(implicit(2, 0x10, '1.2.840.10008.1.2'))],
    ['explicit elements', bytes(explicit(8, 5, 'CS', 'ISO_IR 100'), explicit(8, 8, 'CS', 'ORIGINAL'), explicit(8, 0x16, 'UI', CT))],
    ['implicit elements', bytes([8, 0, 0, 0, 4, 0, 0, 0, 1, 2, 3, 4], implicit(8, 0x16, CT))],
    ['big-endian elements', bytes([0, 8, 0, 0x16, ...ascii('UI'), 0, CT.length], ascii(CT))],
    ['ACR-NEMA', bytes(implicit(8, 0x10, 'ACR-NEMA 2.0'))],
  ])('is recognised without the prefix by %s', (_, begin) => {
    expect(looksLikeDicom(begin)).toBe(true);
    const long = new Uint8Array(DICOM_SIGNATURE_BYTES);
    long.set(begin);
    expect(looksLikeDicom(long)).toBe(true);
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['zeros', new Uint8Array(DICOM_SIGNATURE_BYTES)],
    ['text', bytes(ascii(`SOP class ${CT}`.repeat(20)))],
    ['elements with unknown tags', bytes(explicit(8, 5, 'CS', 'ISO_IR 100'), explicit(8, 8, 'CS', 'ORIGINAL'))],
    ['an unknown class', bytes(explicit(8, 0x16, 'UI', '1.3.46.670589.11'))],
    ['elements out of order', bytes(explicit(8, 0x18, 'UI', '1.2.3'), explicit(8, 0x16, 'UI', CT))],
    ['a value that ends outside', bytes(explicit(8, 0x16, 'UI', CT)).subarray(0, 12)],
    [
      'a NIfTI header',
      bytes(
        [0x5c, 1, 0, 0],
        Array.from({ length: 400 }, () => 8),
      ),
    ],
    [
      'a JPEG',
      bytes(
        [0xff, 0xd8, 0xff, 0xe0],
        Array.from({ length: 400 }, () => 0),
      ),
    ],
  ])('is not %s', (_, begin) => expect(looksLikeDicom(begin)).toBe(false));
});
