import { describe, expect, test } from 'vitest';
import { readElementHead } from './element-head.ts';
import { ItemReader } from './item-reader.ts';
import { findSequenceEnd, sequenceItems } from './sequences.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import { writeDicom, type DicomElement } from '#imaging/dicom/write-dicom.ts';

const EXPLICIT = { explicit: true, bigEndian: false };
const [SEQUENCE, INNER, LAST] = [0x00081140, 0x00081199, 0x00081155];

const last: DicomElement = { tag: LAST, vr: 'UI', value: '2.25.9' };

/** A data set that is one sequence, and what is found in its bytes. */
function sequence(value: DicomElement['value'], encoding = EXPLICIT, syntax: string = TRANSFER_SYNTAX.explicitLittleEndian) {
  return found(writeDicom({ elements: [{ tag: SEQUENCE, vr: 'SQ', value }], transferSyntaxUid: syntax, framing: 'bare' }), encoding);
}

function found(bytes: Uint8Array, encoding = EXPLICIT) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = readElementHead(view, 0, encoding)!;
  return {
    end: findSequenceEnd(view, head, encoding, { left: 1000 }),
    items: sequenceItems(view, head, encoding, new ItemReader(view)),
    size: bytes.length,
  };
}

describe('a sequence', () => {
  test.each([
    [TRANSFER_SYNTAX.explicitLittleEndian, EXPLICIT],
    [TRANSFER_SYNTAX.implicitLittleEndian, { explicit: false, bigEndian: false }],
    [TRANSFER_SYNTAX.explicitBigEndian, { explicit: true, bigEndian: true }],
  ])('of items with and without a length is found with their content (%s)', (syntax, encoding) => {
    for (const outer of [true, false]) {
      for (const inner of [true, false]) {
        const nested: DicomElement = { tag: INNER, vr: 'SQ', value: { items: [[last], [last]], undefinedLength: inner } };
        const later: DicomElement = { tag: 0x00100020, vr: 'LO', value: 'behind' };
        const { end, items, size } = sequence({ items: [[nested, later], []], undefinedLength: outer }, encoding, syntax);
        expect(end).toEqual({ end: 'found', position: size });
        expect(items).toHaveLength(2);
        expect(items[0]!.get(INNER)?.items?.map((item) => item.get(LAST)?.length)).toEqual([6, 6]);
        expect(items[0]!.get(0x00100020)?.length).toBe(6);
        expect(items[0]!.get(LAST)).toBeUndefined();
        expect(items[1]!.get(LAST)).toBeUndefined();
      }
    }
  });

  test('may contain a compressed image', () => {
    const icon: DicomElement = { tag: 0x7fe00010, vr: 'OB', value: { fragments: [Uint8Array.of(0xfe, 0xff, 0x0d, 0xe0)] } };
    const { end, size } = sequence({ items: [[icon]], undefinedLength: true });
    expect(end).toEqual({ end: 'found', position: size });
  });

  test('in VR UN is implicit little endian, whatever the surrounding encoding (PS3.5 6.2.2)', () => {
    const implicit = writeDicom({
      elements: [{ tag: SEQUENCE, vr: 'SQ', value: { items: [[last]], undefinedLength: true } }],
      transferSyntaxUid: TRANSFER_SYNTAX.implicitLittleEndian,
      framing: 'bare',
    });
    const head = Uint8Array.of(0x00, 0x08, 0x11, 0x40, 0x55, 0x4e, 0, 0, 0xff, 0xff, 0xff, 0xff);
    const { end, items } = found(Buffer.concat([head, implicit.subarray(8)]), { explicit: true, bigEndian: true });
    expect(end).toMatchObject({ end: 'found' });
    expect(items[0]!.get(LAST)?.length).toBe(6);
  });

  test('with an item that lacks its delimiter ends with its own delimiter', () => {
    const whole = writeDicom({
      elements: [{ tag: SEQUENCE, vr: 'SQ', value: { items: [[last]], undefinedLength: true } }],
      framing: 'bare',
    });
    const without = Buffer.concat([whole.subarray(0, -16), whole.subarray(-8)]);
    expect(found(without).end).toEqual({ end: 'found', position: without.length });
    expect(found(without).items[0]!.get(LAST)?.length).toBe(6);
  });

  test('that is truncated is reported as too short at every place', () => {
    const whole = writeDicom({
      elements: [{ tag: SEQUENCE, vr: 'SQ', value: { items: [[last]], undefinedLength: true } }],
      framing: 'bare',
    });
    for (let length = 12; length < whole.length; length += 1) expect(found(whole.subarray(0, length)).end).toEqual({ end: 'short' });
  });

  test('that holds anything but items is damaged, and one over the limit is refused', () => {
    const bytes = Uint8Array.of(0x08, 0, 0x40, 0x11, 0x53, 0x51, 0, 0, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4, 5, 6, 7, 8);
    expect(found(bytes).end).toEqual({ end: 'refused', why: 'damaged' });
    const { end } = sequence({ items: Array.from({ length: 1001 }, () => []), undefinedLength: true });
    expect(end).toEqual({ end: 'refused', why: 'too-many-elements' });
  });
});
