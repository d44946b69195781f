import { describe, expect, test } from 'vitest';
import { itemHead, writeDicom, writeElement, writeHead, type DicomValue } from './write-dicom.ts';
import { TRANSFER_SYNTAX } from './transfer-syntax.ts';

const LITTLE = { explicit: true, bigEndian: false };
const BIG = { explicit: true, bigEndian: true };
const IMPLICIT = { explicit: false, bigEndian: false };
const hex = (...parts: readonly Uint8Array[]) => Buffer.concat(parts).toString('hex');
/** Bytes as the standard's tables have them, part by part. */
const joined = (...parts: readonly string[]) => parts.join('');
const element = (vr: string, value: DicomValue, encoding = LITTLE) => hex(...writeElement({ tag: 0x00181999, vr, value }, encoding));

describe('the header of an element (PS3.5 7.1)', () => {
  test.each(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV'])('of %s has a 32-bit length', (vr) => {
    expect(hex(writeHead(0x00181999, vr, 0x01_0002, LITTLE))).toBe(`18009919${Buffer.from(vr).toString('hex')}000002000100`);
    expect(hex(writeHead(0x00181999, vr, 0x01_0002, BIG))).toBe(`00181999${Buffer.from(vr).toString('hex')}000000010002`);
  });

  test.each(['AE', 'CS', 'DS', 'LO', 'PN', 'UI', 'US', 'FD'])('of %s has a 16-bit length', (vr) => {
    expect(hex(writeHead(0x00181999, vr, 0x0102, LITTLE))).toBe(`18009919${Buffer.from(vr).toString('hex')}0201`);
    expect(hex(writeHead(0x00181999, vr, 0x0102, BIG))).toBe(`00181999${Buffer.from(vr).toString('hex')}0102`);
    expect(() => writeHead(0x00181999, vr, 0x1_0000, LITTLE)).toThrow(RangeError);
    expect(hex(writeHead(0x00181999, vr, 0xffff, LITTLE))).toContain('ffff');
  });

  test('has no VR in implicit encoding, and may have any length', () => {
    expect(hex(writeHead(0x00181999, 'LO', 0x01_0002, IMPLICIT))).toBe('1800991902000100');
    expect(hex(itemHead(0xfffee000, 4, false), itemHead(0xfffee000, 4, true))).toBe('feff00e004000000fffee00000000004');
  });
});

describe('a value', () => {
  test.each<[string, DicomValue, string, string]>([
    ['US', 0x0102, '0201', '0102'],
    ['SS', -2, 'feff', 'fffe'],
    ['UL', 0x01020304, '04030201', '01020304'],
    ['SL', -2, 'feffffff', 'fffffffe'],
    ['FL', 1, '0000803f', '3f800000'],
    ['FD', 1, '000000000000f03f', '3ff0000000000000'],
    ['US', [1, 2], '01000200', '00010002'],
    ['DS', 1.5, '312e3520', '312e3520'],
    ['DS', [1, 2], '315c3220', '315c3220'],
    ['LO', 'hip', '68697020', '68697020'],
    ['UI', '1.2', '312e3200', '312e3200'],
  ])('of %s %o has an even length, in the byte order of the file', (vr, value, little, big) => {
    expect(element(vr, value).slice(16)).toBe(little);
    expect(element(vr, value, BIG).slice(16)).toBe(big);
    expect(element(vr, value, IMPLICIT).slice(16)).toBe(little);
  });

  test.each([
    ['OB', '0700'],
    ['UN', '0700'],
    ['UT', '0720'],
  ])('of bytes with VR %s ends with its padding: %s', (vr, bytes) => {
    expect(element(vr, Uint8Array.of(7)).slice(24)).toBe(bytes);
  });

  test('that is a number with more than sixteen characters is rounded', () => {
    const text = (value: number) =>
      Buffer.from(writeElement({ tag: 0x00181999, vr: 'DS', value }, LITTLE)[1]!)
        .toString()
        .trim();
    expect([text(10 / 81), text(-123456789.123), text(12.5)]).toEqual(['0.12345679', '-123456789.123', '12.5']);
    expect(text(1 / 3).length).toBeLessThanOrEqual(16);
  });

  test('of fragments has an empty offset table before and a delimiter after', () => {
    expect(element('OB', { fragments: [Uint8Array.of(1, 2, 3)] })).toBe(
      joined('180099194f420000ffffffff', 'feff00e000000000', 'feff00e00400000001020300', 'feffdde000000000'),
    );
  });

  test('of items has their lengths, or delimiters', () => {
    const items = [[{ tag: 0x00280010, vr: 'US', value: 7 }], []];
    expect(element('SQ', { items })).toBe(
      joined('180099195351', '00001a000000', 'feff00e00a000000', '28001000555302000700', 'feff00e000000000'),
    );
    expect(element('SQ', { items, undefinedLength: true })).toBe(
      joined(
        '1800991953510000ffffffff',
        'feff00e0ffffffff',
        '28001000555302000700',
        'feff0de000000000',
        'feff00e0ffffffff',
        'feff0de000000000',
        'feffdde000000000',
      ),
    );
  });
});

describe('a file', () => {
  const elements = [
    { tag: 0x00280010, vr: 'US', value: 7 },
    { tag: 0x00080016, vr: 'UI', value: '1.2' },
    { tag: 0x00080018, vr: 'UI', value: '1.3' },
  ];

  test('has an empty preamble, the DICM prefix, meta information with its length, and its elements in order', () => {
    const bytes = Buffer.from(writeDicom({ elements }));
    expect([bytes.subarray(0, 128).every((byte) => byte === 0), bytes.toString('latin1', 128, 132)]).toEqual([true, 'DICM']);
    expect(bytes.toString('hex', 132, 140)).toBe('02000000554c0400');
    const end = 144 + bytes.readUInt32LE(140);
    expect(bytes.toString('hex', 144, 158)).toBe(joined('020001004f4200000200', '00000001'));
    expect(bytes.toString('hex', 158, 182)).toBe(joined('02000200554904', '00312e3200', '02000300554904', '00312e3300'));
    expect(bytes.toString('latin1', 182, end)).toContain(`UI\x14\0${TRANSFER_SYNTAX.explicitLittleEndian}\0`);
    expect(bytes.toString('hex', end)).toBe(
      joined('08001600554904', '00312e3200', '08001800554904', '00312e3300', '2800100055530200', '0700'),
    );
  });

  test('can be written without its preamble, or without everything before its elements', () => {
    const whole = Buffer.from(writeDicom({ elements }));
    expect(Buffer.from(writeDicom({ elements, framing: 'no-preamble' })).equals(whole.subarray(132))).toBe(true);
    const bare = Buffer.from(writeDicom({ elements, framing: 'bare' }));
    expect(bare.equals(whole.subarray(-bare.length))).toBe(true);
    expect(bare.length).toBe(12 + 12 + 10);
  });

  test('is written in the encoding of its transfer syntax', () => {
    const bare = (transferSyntaxUid: string) =>
      Buffer.from(writeDicom({ elements: elements.slice(0, 1), framing: 'bare', transferSyntaxUid }));
    expect(bare(TRANSFER_SYNTAX.explicitBigEndian).toString('hex')).toBe('00280010555300020007');
    expect(bare(TRANSFER_SYNTAX.implicitLittleEndian).toString('hex')).toBe('28001000020000000700');
    expect(bare('1.2.840.10008.1.2.4.50').toString('hex')).toBe('28001000555302000700');
  });
});
