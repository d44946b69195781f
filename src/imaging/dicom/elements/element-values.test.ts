import { describe, expect, test } from 'vitest';
import { TRANSFER_SYNTAX, type Encoding } from '#imaging/dicom/transfer-syntax.ts';
import { createElementValues, isBinaryTag, parseNumber, type ElementValues } from './element-values.ts';
import { scanElements } from './scan-elements.ts';
import type { ElementSet } from './sequences.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import { writeDicom, type DicomElement } from '#imaging/dicom/write-dicom.ts';

const ENCODINGS: Readonly<Record<string, Encoding>> = {
  [TRANSFER_SYNTAX.explicitLittleEndian]: { explicit: true, bigEndian: false },
  [TRANSFER_SYNTAX.explicitBigEndian]: { explicit: true, bigEndian: true },
  [TRANSFER_SYNTAX.implicitLittleEndian]: { explicit: false, bigEndian: false },
};

function read(
  elements: readonly DicomElement[],
  transferSyntaxUid: string = TRANSFER_SYNTAX.explicitLittleEndian,
): { values: ElementValues; top: ElementSet } {
  const bytes = writeDicom({ elements, transferSyntaxUid, framing: 'bare' });
  const encoding = ENCODINGS[transferSyntaxUid]!;
  const { elements: top } = scanElements(bytes, 0, encoding, { fileSize: bytes.length });
  return { values: createElementValues(bytes, encoding.bigEndian, top), top };
}

const ANY = 0x00181999;

describe('a number', () => {
  test.each([
    ['1', 1],
    ['-1.5', -1.5],
    ['+2', 2],
    ['.5', 0.5],
    ['3.', 3],
    ['1e3', 1000],
    ['-1.5E-2', -0.015],
    [' 7 ', 7],
    ['0,75', 0.75],
  ])('is read from the text "%s"', (text, number) => {
    expect(parseNumber(text)).toBe(number);
  });

  test.each(['', 'x', '1x', 'x1', '1 2', '1.2.3', '--1', 'e3', '1e', '.', '0x10', '1e999', 'Infinity', '1,2,3'])(
    'is not read from "%s"',
    (text) => {
      expect(parseNumber(text)).toBe(null);
    },
  );

  test.each([
    ['US', [7, 65535]],
    ['SS', [-7, 300]],
    ['UL', [7, 2 ** 32 - 1]],
    ['SL', [-7, 70_000]],
    ['FL', [0.5, -1.25]],
    ['FD', [0.1, -1e300]],
    ['DS', [0.5, -12]],
    ['IS', [5, -12]],
  ])('of %s is read in the byte order of the file', (vr, value) => {
    for (const syntax of [TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.explicitBigEndian]) {
      const { values, top } = read([{ tag: ANY, vr, value }], syntax);
      expect([values.numbers(top, ANY), values.number(top, ANY)]).toEqual([value, value[0]]);
    }
  });

  test('that is invalid is skipped, and a missing element has no number', () => {
    const { values, top } = read([{ tag: ANY, vr: 'DS', value: 'x\\2\\\\3' }]);
    expect([values.numbers(top, ANY), values.number(top, ANY), values.numbers(top, ANY + 1), values.number(top, ANY + 1)]).toEqual([
      [2, 3],
      2,
      [],
      null,
    ]);
    const bits = read([{ tag: ANY, vr: 'FD', value: [Number.NaN, 2, Number.POSITIVE_INFINITY] }]);
    expect(bits.values.numbers(bits.top, ANY)).toEqual([2]);
    const empty = read([{ tag: ANY, vr: 'DS', value: '' }]);
    expect(empty.values.numbers(empty.top, ANY)).toEqual([]);
  });

  test('that is truncated is ignored', () => {
    const { values, top } = read([{ tag: ANY, vr: 'UL', value: Uint8Array.of(7, 0, 0, 0, 1, 0) }]);
    expect(values.numbers(top, ANY)).toEqual([7]);
  });

  test.each([
    ['Rows', TAG.Rows, 'US'],
    ['Samples per Pixel', TAG.SamplesPerPixel, 'US'],
    ['Planar Configuration', TAG.PlanarConfiguration, 'US'],
    ['Columns', TAG.Columns, 'US'],
    ['Bits Allocated', TAG.BitsAllocated, 'US'],
    ['Bits Stored', TAG.BitsStored, 'US'],
    ['High Bit', TAG.HighBit, 'US'],
    ['Pixel Representation', TAG.PixelRepresentation, 'US'],
    ['RF Echo Train Length', TAG.RFEchoTrainLength, 'US'],
    ['Effective Echo Time', TAG.EffectiveEchoTime, 'FD'],
    ['Diffusion b-value', TAG.DiffusionBValue, 'FD'],
    ['Table Feed per Rotation', TAG.TableFeedPerRotation, 'FD'],
    ['Segment Number', TAG.SegmentNumber, 'US'],
    ['Displayed Area Top Left Hand Corner', TAG.DisplayedAreaTopLeftHandCorner, 'SL'],
    ['Referenced Content Item Identifier', TAG.ReferencedContentItemIdentifier, 'UL'],
    ['Graphic Data', TAG.GraphicData, 'FL'],
    ['Slice Thickness', TAG.SliceThickness, 'DS'],
  ])('of %s is also read without a VR, or with UN', (_name, tag, vr) => {
    const implicit = read([{ tag, vr, value: 12 }], TRANSFER_SYNTAX.implicitLittleEndian);
    expect(implicit.values.number(implicit.top, tag)).toBe(12);
    const unknown = read([{ tag, vr: 'UN', value: BYTES_OF_12[vr]! }]);
    expect(unknown.values.number(unknown.top, tag)).toBe(12);
    expect(isBinaryTag(tag)).toBe(vr !== 'DS');
  });
});

const BYTES_OF_12: Record<string, Uint8Array> = {
  DS: new TextEncoder().encode('12'),
  US: Uint8Array.of(12, 0),
  UL: Uint8Array.of(12, 0, 0, 0),
  SL: Uint8Array.of(12, 0, 0, 0),
  FL: new Uint8Array(Float32Array.of(12).buffer),
  FD: new Uint8Array(Float64Array.of(12).buffer),
};

describe('a text', () => {
  const textOf = (value: string | Uint8Array, vr = 'LO', more: readonly DicomElement[] = []) => {
    const { values, top } = read([...more, { tag: ANY, vr, value }]);
    return [values.text(top, ANY), values.texts(top, ANY)];
  };

  test.each([
    ['its padding is removed', ' knee ', 'knee', ['knee']],
    ['anything after a NUL is dropped', 'knee\0of Heron', 'knee', ['knee']],
    ['a list is split, each value without its padding', 'ORIGINAL\\ PRIMARY \\', 'ORIGINAL\\ PRIMARY \\', ['ORIGINAL', 'PRIMARY', '']],
    ['an empty value gives no list', '', '', []],
  ])('%s', (_what, value, text, texts) => {
    expect(textOf(value)).toEqual([text, texts]);
  });

  test('is read in the character set of the file', () => {
    const set: DicomElement = { tag: TAG.SpecificCharacterSet, vr: 'CS', value: 'ISO_IR 144' };
    expect(textOf(Uint8Array.of(0xbf, 0xe0), 'LO', [set])[0]).toBe('Пр');
  });

  test('is empty for a sequence or a missing element', () => {
    const { values, top } = read([{ tag: TAG.ModalityLUTSequence, vr: 'SQ', value: { items: [[{ tag: ANY, vr: 'LO', value: 'x' }]] } }]);
    expect([values.text(top, TAG.ModalityLUTSequence), values.text(top, ANY)]).toEqual(['', '']);
  });
});
