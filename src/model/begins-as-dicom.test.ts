import { describe, expect, it } from 'vitest';
import { beginsAsDicom, DICOM_BEGIN_BYTES } from './begins-as-dicom.ts';

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

describe('a file that begins as DICOM', () => {
  it('has the mark behind 128 bytes of anything', () => {
    expect(
      beginsAsDicom(
        bytes(
          Array.from({ length: 128 }, (_, n) => n),
          ascii('DICM'),
        ),
      ),
    ).toBe(true);
    expect(
      beginsAsDicom(
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
  ])('is known without the mark by %s', (_, begin) => {
    expect(beginsAsDicom(begin)).toBe(true);
    const long = new Uint8Array(DICOM_BEGIN_BYTES);
    long.set(begin);
    expect(beginsAsDicom(long)).toBe(true);
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['zeros', new Uint8Array(DICOM_BEGIN_BYTES)],
    ['text', bytes(ascii(`SOP class ${CT}`.repeat(20)))],
    ['elements that name nothing', bytes(explicit(8, 5, 'CS', 'ISO_IR 100'), explicit(8, 8, 'CS', 'ORIGINAL'))],
    ['a class of nobody', bytes(explicit(8, 0x16, 'UI', '1.3.46.670589.11'))],
    ['elements in no order', bytes(explicit(8, 0x18, 'UI', '1.2.3'), explicit(8, 0x16, 'UI', CT))],
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
  ])('is not %s', (_, begin) => expect(beginsAsDicom(begin)).toBe(false));
});
