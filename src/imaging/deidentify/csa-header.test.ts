import { describe, expect, test } from 'vitest';
import { csaHeader, protocolOf } from '#tests/fixtures/csa-header.ts';
import { rewriteCsa } from './csa-header.ts';

/** An entry of the header with its values, after it was written anew; null: none is left. */
function leftOf(entries: Record<string, readonly string[]>) {
  const made = rewriteCsa(csaHeader(entries));
  return made && { kept: made.kept, lost: made.lost, bytes: made.bytes };
}

describe('an entry of a Siemens header', () => {
  test.each([
    ['NumberOfImagesInMosaic', ['35']],
    ['SliceNormalVector', ['0.5', '-0.105', '0.99450000']],
    ['ProtocolSliceNumber', ['7']],
    ['MosaicRefAcqTimes', ['0.00000000', '', '1237.50000000']],
    ['SliceMeasurementDuration', ['1.5e-3']],
    ['TimeAfterStart', ['12.']],
    ['BandwidthPerPixelPhaseEncode', ['1E+10']],
    ['PhaseEncodingDirectionPositive', ['1']],
    ['RealDwellTime', ['123456789']],
    ['B_value', ['1000']],
    ['B_matrix', ['1', '2', '3', '4', '5', '6']],
    ['DiffusionGradientDirection', ['0', '1', '0']],
    ['ICE_Dims', ['X_1_1_1_17_1']],
    ['ICE_Dims', ['123_1_1_1_1_1234567']],
    ['ImageHistory', ['CC:ComplexAdd']],
    ['MrPhoenixProtocol', [protocolOf({ 'sSliceArray.ucMode': '0x4' })]],
    ['MrProtocol', [protocolOf({ 'sSliceArray.ucMode': '0x4' })]],
  ])('%s with %o is kept', (name, items) => {
    const left = leftOf({ PatientName: ['Heron'], [name]: items });
    expect([left!.kept, left!.lost]).toEqual([[name], []]);
    // What was kept is read back by the next who reads it.
    expect(rewriteCsa(left!.bytes!)!.kept).toEqual([name]);
    expect(Buffer.from(left!.bytes!).includes('Heron')).toBe(false);
    for (const item of items) if (!item.includes('XProtocol')) expect(Buffer.from(left!.bytes!).includes(item)).toBe(true);
  });

  test.each([
    ['B_value', ['Heron']],
    ['B_value', ['1000 Heron']],
    ['B_value', ['Heron 1000']],
    ['B_value', ['1234567890']],
    ['B_value', ['1.1234567890123']],
    ['B_value', ['1e1234']],
    ['B_value', ['1e']],
    ['B_matrix', ['1', '2', 'Heron']],
    ['ICE_Dims', ['X_1_1_1_17']],
    ['ICE_Dims', ['Heron_1_1_1_1_1']],
    ['ICE_Dims', ['X_1_1_1_1_1 Heron']],
    ['ICE_Dims', ['Heron X_1_1_1_1_1']],
    ['ICE_Dims', [`X${'_1'.repeat(31)}`]],
    ['ICE_Dims', ['1234_1_1_1_1_1']],
    ['ImageHistory', ['CC:ComplexAdd of Heron']],
    ['ImageHistory', ['Heron CC:ComplexAdd']],
    ['MosaicRefAcqTimes', Array.from({ length: 1025 }, () => '1')],
  ])('%s without its form is removed and reported as lost: %o', (name, items) => {
    expect(leftOf({ [name]: items })).toEqual({ kept: [], lost: [name], bytes: null });
  });

  test('with another name or without values is left out and not reported as lost', () => {
    expect(leftOf({ PatientName: ['Heron'], B_value: [''], MrProtocol: ['<XProtocol> "Heron"'] })).toEqual({
      kept: [],
      lost: [],
      bytes: null,
    });
  });

  test('keeps as many values as a converter reads', () => {
    expect(leftOf({ MosaicRefAcqTimes: Array.from({ length: 1024 }, () => '1') })!.kept).toEqual(['MosaicRefAcqTimes']);
  });
});

test('a header is written as Siemens writes it: number of entries, names, VRs, lengths and check numbers', () => {
  const { bytes } = rewriteCsa(csaHeader({ B_value: ['1000'], PatientName: ['Heron'], ImageHistory: ['CC:ComplexAdd', ''] }))!;
  const view = new DataView(bytes!.buffer);
  const text = (at: number, length: number) =>
    Buffer.from(bytes!.subarray(at, at + length))
      .toString('latin1')
      .replace(/\0+$/, '');
  const int = (at: number) => view.getInt32(at, true);
  expect([text(0, 4), [...bytes!.subarray(4, 8)], int(8), int(12)]).toEqual(['SV10', [4, 3, 2, 1], 2, 77]);
  // Name, VM, VR, number of items, 77; then the item: four numbers and its text, up to a multiple of four.
  expect([text(16, 64), int(80), text(84, 4), int(92), int(96)]).toEqual(['B_value', 1, 'IS', 1, 77]);
  expect([int(100), int(104), int(108), int(112), text(116, 8)]).toEqual([5, 5, 77, 5, '1000']);
  expect([text(124, 64), int(188), text(192, 4), int(200), int(204)]).toEqual(['ImageHistory', 0, 'CS', 2, 77]);
  expect([int(208), int(212), int(216), int(220), text(224, 16)]).toEqual([14, 14, 77, 14, 'CC:ComplexAdd']);
  expect([int(240), int(244), int(248), int(252)]).toEqual([0, 0, 77, 0]);
  expect(bytes!.length).toBe(256 + 4);
});

describe('an invalid header', () => {
  const HEADER = csaHeader({ B_value: ['1000'], PatientName: ['Heron'] });
  const changed = (at: number, ...bytes: number[]) => {
    const copy = Uint8Array.from(HEADER);
    copy.set(bytes, at);
    return rewriteCsa(copy);
  };

  test('is not rewritten when it is truncated before its last item', () => {
    const end = HEADER.length - 4;
    for (let length = 0; length < end - 2; length += 1) expect(rewriteCsa(HEADER.subarray(0, length))).toBe(null);
    expect(rewriteCsa(HEADER.subarray(0, end))!.kept).toEqual(['B_value']);
  });

  test.each([
    ['another mark', 0, [0x58]],
    ['a wrong number before its entries', 12, [78]],
    ['more entries than there are', 8, [3]],
    ['more entries than any header has', 8, [1, 0x10]],
    ['a negative number of items', 16 + 76, [0xff, 0xff, 0xff, 0xff]],
    ['a wrong number after an entry', 16 + 80, [78]],
    ['an item of negative length', 100 + 4, [0xff, 0xff, 0xff, 0xff]],
    ['an item longer than the header', 100 + 4, [0xff, 0xff]],
  ])('%s', (_what, at, bytes) => {
    expect(changed(at, ...bytes)).toBe(null);
  });

  test('is still valid when the number after an entry is 205, as some devices write it', () => {
    expect(changed(16 + 80, 205)!.kept).toEqual(['B_value']);
  });

  test('is not written when it would be longer than a short VR allows', () => {
    const of = (items: number) =>
      rewriteCsa(csaHeader({ MosaicRefAcqTimes: Array.from({ length: items }, () => '123456789.123456789012e+100') }))!;
    expect(of(1024).bytes!.length).toBeLessThanOrEqual(0xfff0);
    const long = csaHeader({
      MosaicRefAcqTimes: Array.from({ length: 1024 }, () => '123456789.123456789012e+100'),
      B_matrix: Array.from({ length: 1024 }, () => '123456789.123456789012e+100'),
    });
    expect(rewriteCsa(long)).toMatchObject({ bytes: null, kept: ['MosaicRefAcqTimes', 'B_matrix'] });
  });
});
