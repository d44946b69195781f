import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { TAG } from '#imaging/dicom/tags.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import { phantomUid } from '#imaging/phantom/elements.ts';
import { frameOfReferenceUid, numbers, sequence, sliceUid } from '#imaging/phantom/overlays/elements.ts';
import { lesionParts, PHANTOM_LESIONS } from '#imaging/phantom/overlays/lesions.ts';
import { createPhantomSegmentation, type SegmentationOptions } from '#imaging/phantom/overlays/segmentation.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { headerOf, MARKED_PLAN, MARKED_SERIES, overlayOf } from '#tests/fixtures/phantom-overlays.ts';
import { rleFrame } from '#tests/fixtures/rle-frame.ts';
import { readOverlay } from './read-overlay.ts';
import { readSegmentMask } from './read-segment-mask.ts';

const codecs = createNodeCodecs();
const segmentation = (options?: SegmentationOptions) => createPhantomSegmentation(MARKED_SERIES, options);
const read = (options?: SegmentationOptions) => overlayOf(segmentation(options), 'segmentation');

/** All masks of a file, by frame and segment. */
async function masksOf(options: SegmentationOptions) {
  const header = await headerOf(segmentation(options));
  const overlay = await read(options);
  const masks: { segment: number; sop: string; values: number[] }[] = [];
  for (const { frame, segment, references } of overlay.frames)
    for (const number of segment === null ? overlay.segments.map((each) => each.number) : [segment]) {
      const mask = await readSegmentMask(header, overlay, { frame, segment: number }, codecs);
      if (!mask.ok) throw new Error(mask.why);
      masks.push({ segment: number, sop: references[0]!.sop, values: [...mask.values] });
    }
  return masks;
}

/** Computed from the balls, not from the file. */
function expectedParts(sop: string, number: number): number[] {
  const slice = Array.from({ length: MARKED_PLAN.slices }, (_, index) => sliceUid(MARKED_PLAN, index)).indexOf(sop);
  return [
    ...lesionParts(
      MARKED_PLAN,
      slice,
      PHANTOM_LESIONS.find((lesion) => lesion.number === number)!,
    ),
  ];
}

describe('a segmentation', () => {
  it('has its segments with their codes, colour and algorithm [ANN-40]', async () => {
    const { segments, ...overlay } = await read();
    expect(overlay).toMatchObject({ type: 'binary', fullValue: 1, label: 'LESIONS', description: 'Lesions of the phantom' });
    expect(segments.map(({ number, label, trackingId }) => [number, label, trackingId])).toEqual([
      [1, 'Lesion', 'Lesion 1'],
      [2, 'Core', 'Core 2'],
    ]);
    expect(segments[0]).toEqual({
      ...{ number: 1, label: 'Lesion', description: '', colour: '#DD8265', trackingId: 'Lesion 1', trackingUid: '' },
      ...{ algorithmType: 'SEMIAUTOMATIC', algorithmName: 'Ball' },
      category: { value: '49755003', scheme: 'SCT', meaning: 'Morphologically Abnormal Structure' },
      type: { value: '4147007', scheme: 'SCT', meaning: 'Mass' },
      typeModifiers: [{ value: '7771000', scheme: 'SCT', meaning: 'Left' }],
      region: { value: '12738006', scheme: 'SCT', meaning: 'Brain' },
      regionModifiers: [],
    });
  });

  it('says where each frame is, and on which image it was drawn [ANN-40]', async () => {
    const { frames, seriesUids, frameOfReference } = await read();
    expect([seriesUids, frameOfReference]).toEqual([[phantomUid(MARKED_PLAN.study, 3)], frameOfReferenceUid(MARKED_PLAN.study)]);
    expect(frames.map(({ frame }) => frame)).toEqual(frames.map((_, index) => index));
    for (const { segment, references, ...frame } of frames) {
      const slice = Array.from({ length: 15 }, (_, index) => sliceUid(MARKED_PLAN, index)).indexOf(references[0]!.sop);
      expect([1, 2]).toContain(segment);
      expect(references[0]!.frames).toEqual([]);
      expect(frame).toMatchObject({ columns: 58, rows: 58, orientation: [1, 0, 0, 0, 1, 0], sliceSpacing: 10 });
      expect(frame.spacing).toEqual([MARKED_PLAN.pixelSpacingMm, MARKED_PLAN.pixelSpacingMm]);
      expect(frame.position![2]).toBe((slice - 7) * 10);
    }
  });

  it('may have pixels that are no squares: DICOM names the distance of rows first [ANN-40]', async () => {
    const measures = [numbers(TAG.PixelSpacing, 'DS', 2, 3), numbers(TAG.SliceThickness, 'DS', 4)];
    const more = [sequence(TAG.SharedFunctionalGroupsSequence, [[sequence(TAG.PixelMeasuresSequence, [measures])]])];
    const { frames } = await read({ more });
    expect(frames[0]).toMatchObject({ spacing: [3, 2], sliceSpacing: 4, orientation: null });
  });

  const RLE = '1.2.840.10008.1.2.5';
  const DEFLATED_FRAMES = '1.2.840.10008.1.2.8.1';
  it.each<[string, SegmentationOptions]>([
    ['bits that begin inside a byte', {}],
    ['bits in an implicit data set', { transferSyntaxUid: TRANSFER_SYNTAX.implicitLittleEndian }],
    ['bits in a big-endian data set', { transferSyntaxUid: TRANSFER_SYNTAX.explicitBigEndian }],
    ['bits in RLE', { transferSyntaxUid: RLE, encode: (frame) => rleFrame([...frame]) }],
    ['bits in deflated frames', { transferSyntaxUid: DEFLATED_FRAMES, encode: (frame) => deflateRawSync(frame) }],
  ])('has for each segment and slice what lies in it: %s [ANN-41]', async (_, options) => {
    const masks = await masksOf(options);
    expect(masks.length).toBeGreaterThan(6);
    for (const { segment, sop, values } of masks) expect(values).toEqual(expectedParts(sop, segment).map((part) => (part >= 0.5 ? 1 : 0)));
  });

  it('keeps segments that overlap apart [ANN-41]', async () => {
    const masks = await masksOf({});
    const both = masks.some(({ segment, sop, values }) => {
      const other = masks.find((mask) => mask.sop === sop && mask.segment !== segment);
      return other !== undefined && values.some((value, index) => value === 1 && other.values[index] === 1);
    });
    expect(both).toBe(true);
  });

  it('may have fractions [ANN-41]', async () => {
    expect(await read({ type: 'FRACTIONAL' })).toMatchObject({ type: 'fractional', fractionalType: 'OCCUPANCY', fullValue: 200 });
    for (const { segment, sop, values } of await masksOf({ type: 'FRACTIONAL' }))
      expect(values).toEqual(expectedParts(sop, segment).map((part) => Math.round(part * 200)));
  });

  it('may be a label map, in which the last segment of a pixel counts [ANN-41]', async () => {
    const overlay = await read({ type: 'LABELMAP' });
    expect(overlay).toMatchObject({ type: 'labelmap', fullValue: 1 });
    expect(new Set(overlay.frames.map(({ segment }) => segment))).toEqual(new Set([null]));
    for (const { segment, sop, values } of await masksOf({ type: 'LABELMAP' })) {
      const isIn = (number: number) => expectedParts(sop, number).map((part) => part >= 0.5);
      const [first, second] = [isIn(1), isIn(2)];
      expect(values).toEqual(first.map((_, index) => Number(segment === 2 ? second[index] : first[index] && !second[index])));
    }
  });
});

describe('a segmentation is refused by name', () => {
  const refusal = async (change: (bytes: Uint8Array) => void) => {
    const bytes = segmentation();
    change(bytes);
    return readOverlay(await headerOf(bytes));
  };
  /** Replaces a text of the file by one of the same length. */
  const replaced = (from: string, to: string) => (bytes: Uint8Array) => {
    const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(from, 0, 'latin1');
    expect(at).toBeGreaterThan(0);
    bytes.set(Buffer.from(to, 'latin1'), at);
  };

  it('if its type is unknown [ANN-45]', async () => {
    expect(await refusal(replaced('BINARY', 'BONARY'))).toEqual({ refused: 'segmentation-type' });
  });

  it('if a frame is of a segment that is not listed [ANN-45]', async () => {
    const segmentNumber = Buffer.from([0x62, 0, 0x0b, 0, 0x55, 0x53, 2, 0]).toString('latin1');
    expect(await refusal(replaced(`${segmentNumber}\u0001`, `${segmentNumber}\u0007`))).toEqual({ refused: 'no-such-segment' });
  });

  it('if its number of frames is not that of its descriptions, however large [ANN-45]', async () => {
    const header = await headerOf(segmentation());
    for (const numberOfFrames of [2, 2 ** 31])
      expect(await readOverlay({ ...header, description: { ...header.description, numberOfFrames } })).toEqual({
        refused: 'frames-differ',
      });
  });

  it('if a mask would not fit into the file [ANN-45]', async () => {
    const header = await headerOf(segmentation());
    const ask = (size: object, frame = 0) =>
      readSegmentMask(
        { ...header, description: { ...header.description, ...size } },
        { type: 'binary', fullValue: 1 },
        { frame, segment: 1 },
        null,
      );
    expect(await ask({ rows: 65535, columns: 65535 })).toEqual({ ok: false, why: 'too-large' });
    expect(await ask({ rows: 8000, columns: 8000 })).toEqual({ ok: false, why: 'wrong-length' });
    expect(await ask({}, 99)).toEqual({ ok: false, why: 'no-such-frame' });
  });
});
