import { describe, expect, test } from 'vitest';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { findDataSet, uidText } from './find-data-set.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';

const { implicitLittleEndian, explicitLittleEndian, explicitBigEndian, deflated } = TRANSFER_SYNTAX;
const JPEG = '1.2.840.10008.1.2.4.50';
const found = (bytes: Uint8Array, size = bytes.length) => findDataSet(bytes, size);

/** The head of an element, and bytes behind it. */
function element(group: number, vr: string, little = true): Uint8Array {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setUint16(0, group, little);
  bytes.set(Buffer.from(vr), 4);
  return bytes;
}

describe('a data set without a header', () => {
  test.each([
    ...['AE', 'AS', 'AT', 'CS', 'DA', 'DS', 'DT', 'FD', 'FL', 'IS', 'LO', 'LT', 'OB', 'OD', 'OF', 'OL', 'OV', 'OW'],
    ...['PN', 'SH', 'SL', 'SQ', 'SS', 'ST', 'SV', 'TM', 'UC', 'UI', 'UL', 'UN', 'UR', 'US', 'UT', 'UV'],
  ])('is explicit when its first element has the VR %s', (vr) => {
    for (const bigEndian of [false, true])
      expect(found(element(0x0008, vr, !bigEndian))).toEqual({
        ...{ position: 0, encoding: { explicit: true, bigEndian }, isGuess: true },
        transferSyntaxUid: bigEndian ? explicitBigEndian : explicitLittleEndian,
      });
  });

  test.each(['\0\0', '??', 'ZZ', 'ui'])('is implicit when its first element has no VR: %o', (vr) => {
    expect(found(element(0x0008, vr))).toMatchObject({
      encoding: { explicit: false, bigEndian: false },
      transferSyntaxUid: implicitLittleEndian,
    });
  });

  test.each([
    [0x0004, true],
    [0x0028, true],
    [0x0029, false],
    [0x0000, false],
    [0x7fe0, false],
  ])('begins with group %i: %s', (group, isDataSet) => {
    const read = found(element(group, 'UI'));
    expect(read).toEqual(isDataSet ? expect.objectContaining({ isGuess: true }) : { why: 'not-dicom', detail: 'no-header' });
  });

  test('is not found when there are too few bytes for an element', () => {
    expect(found(element(8, 'UI').subarray(0, 7))).toEqual({ why: 'not-dicom', detail: 'no-header' });
    expect(found(element(8, 'UI').subarray(0, 8))).toMatchObject({ isGuess: true });
    expect(found(new Uint8Array(0))).toEqual({ why: 'not-dicom', detail: 'empty' });
  });

  test('is found in place, in a part of a longer buffer', () => {
    const within = Buffer.concat([Buffer.alloc(5, 0xff), element(8, 'UI')]);
    expect(found(within.subarray(5))).toMatchObject({ encoding: { explicit: true, bigEndian: false } });
  });
});

describe('a data set after meta information', () => {
  const headOf = (transferSyntaxUid: string): Uint8Array => {
    const file = smallFile({}, { transferSyntaxUid });
    return file.subarray(0, 144 + new DataView(file.buffer).getUint32(140, true));
  };

  test.each([
    [explicitLittleEndian, element(8, 'UI'), explicitLittleEndian],
    [implicitLittleEndian, element(8, 'UI'), explicitLittleEndian],
    [explicitBigEndian, element(8, 'UI'), explicitLittleEndian],
    [JPEG, element(8, 'UI'), JPEG],
    [deflated, element(8, 'UI'), explicitLittleEndian],
    ['1.2.3', element(8, 'UI'), '1.2.3'],
    [explicitLittleEndian, element(8, '\0\0'), implicitLittleEndian],
    [explicitBigEndian, element(8, '\0\0'), implicitLittleEndian],
    [JPEG, element(8, '\0\0'), JPEG],
    ['1.2.3', element(8, '\0\0'), implicitLittleEndian],
    [explicitLittleEndian, element(8, 'UI', false), explicitBigEndian],
    [JPEG, element(8, 'UI', false), explicitBigEndian],
    // A private group first: only the claim tells how it is written.
    [explicitLittleEndian, element(0x6001, 'UI'), explicitLittleEndian],
    [implicitLittleEndian, element(0x6001, '\0\0'), implicitLittleEndian],
    [explicitBigEndian, element(0x6001, 'UI', false), explicitBigEndian],
    [JPEG, element(0x6001, 'UI'), JPEG],
  ])('with the declared syntax %s is read as its first element shows: %s', (claimed, first, agreed) => {
    const head = headOf(claimed);
    for (const start of [0, 132])
      expect(found(Buffer.concat([head.subarray(start), first]))).toMatchObject({
        ...{ transferSyntaxUid: agreed, isGuess: false, position: head.length - start },
        encoding: { explicit: agreed !== implicitLittleEndian && first[4] !== 0, bigEndian: agreed === explicitBigEndian },
      });
  });

  test('is deflated when it is declared so and no explicit element is seen', () => {
    const head = headOf(deflated);
    expect(found(Buffer.concat([head, Buffer.from([0x78, 1, 2, 3, 4, 5, 6, 7])]))).toEqual({ deflatedFrom: head.length });
    expect(found(Buffer.concat([head, element(8, '\0\0')]))).toEqual({ deflatedFrom: head.length });
  });

  test('that is missing is cut off', () => {
    const head = headOf(explicitLittleEndian);
    expect(found(head)).toEqual({ why: 'cut-off', detail: 'in-header' });
    expect(found(Buffer.concat([head, new Uint8Array(7)]))).toEqual({ why: 'cut-off', detail: 'in-header' });
    expect(found(head.subarray(0, 200))).toEqual({ why: 'cut-off', detail: 'in-header' });
    expect(found(head.subarray(132, 200))).toEqual({ why: 'not-dicom', detail: 'no-header' });
    expect(found(head.subarray(0, 200), 5000)).toBe('more');
  });

  test('without a declared syntax and a readable element is damaged', () => {
    const preamble = headOf(explicitLittleEndian).subarray(0, 132);
    expect(found(Buffer.concat([preamble, element(0x6001, 'UI')]))).toEqual({ why: 'unsupported', detail: 'damaged' });
  });
});

test.each([
  ['1.2.3\0', '1.2.3'],
  ['1.2.3 ', '1.2.3'],
  ['1.2.3\0 \0', '1.2.3'],
  ['1 2\x003', '1 2\x003'],
  ['1'.repeat(70), '1'.repeat(64)],
])('the UID %o is %s', (written, uid) => {
  expect(uidText(Buffer.from(`xx${written}yy`), { offset: 2, length: written.length })).toBe(uid);
});
