import { describe, expect, it } from 'vitest';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import { writeDicom, type DicomElement } from '#imaging/dicom/write-dicom.ts';
import { phantomUid } from '#imaging/phantom/elements.ts';
import { code, frameOfReferenceUid, numbers, sequence, sliceUid, text } from '#imaging/phantom/overlays/elements.ts';
import { createPhantomMeasurementReport } from '#imaging/phantom/overlays/measurement-report.ts';
import { lesionCircle, middleSlice, PHANTOM_LESIONS } from '#imaging/phantom/overlays/lesions.ts';
import { headerOf, MARKED_PLAN, MARKED_SERIES, overlayOf } from '#tests/fixtures/phantom-overlays.ts';
import { readOverlay } from './read-overlay.ts';

const SYNTAXES = [TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.implicitLittleEndian, TRANSFER_SYNTAX.explicitBigEndian];
const LESION = PHANTOM_LESIONS[0]!;
const SLICE = middleSlice(MARKED_PLAN, LESION);
const CIRCLE = lesionCircle(MARKED_PLAN, SLICE, LESION)!;

describe('a measurement report', () => {
  it.each(SYNTAXES)('has a group for each finding, with its measurements (%s) [ANN-43]', async (transferSyntaxUid) => {
    const { title, groups } = await overlayOf(createPhantomMeasurementReport(MARKED_SERIES, { transferSyntaxUid }), 'measurements');
    expect(title).toEqual({ value: '126000', scheme: 'DCM', meaning: 'Imaging Measurement Report' });
    expect(groups.map(({ trackingId, values }) => [trackingId, values.length])).toEqual([
      ['Lesion 1', 1],
      ['Core 2', 1],
    ]);
    expect(groups[0]).toMatchObject({
      trackingUid: phantomUid(MARKED_PLAN.study, 'tracking', 1),
      finding: { value: '4147007', scheme: 'SCT', meaning: 'Mass' },
      sites: [{ value: '12738006', scheme: 'SCT', meaning: 'Brain' }],
      values: [{ name: { meaning: 'Length' }, unit: { value: 'mm', scheme: 'UCUM', meaning: 'mm' } }],
    });
    expect(groups[0]!.values[0]!.value).toBeCloseTo(2 * CIRCLE.radiusMm, 3);
  });

  it.each(SYNTAXES)('has the regions on images in pixels, and those in space in mm (%s) [ANN-43]', async (transferSyntaxUid) => {
    const { groups } = await overlayOf(createPhantomMeasurementReport(MARKED_SERIES, { transferSyntaxUid }), 'measurements');
    const [circle, point] = groups[0]!.regions;
    const [line] = groups[0]!.values[0]!.regions;
    const references = [{ sop: sliceUid(MARKED_PLAN, SLICE), frames: [] }];
    expect(circle).toMatchObject({ space: 'image', graphic: { shape: 'circle' }, references });
    expect(line).toMatchObject({ space: 'image', graphic: { shape: 'polyline' }, references });
    const [x1, y1, x2, y2] = line!.graphic.points as unknown as [number, number, number, number];
    expect(Math.hypot(x2 - x1, y2 - y1) * MARKED_PLAN.pixelSpacingMm).toBeCloseTo(2 * CIRCLE.radiusMm, 3);
    expect(point).toEqual({
      space: 'patient',
      graphic: { shape: 'point', points: Float64Array.of(12, -20, 0) },
      frameOfReference: frameOfReferenceUid(MARKED_PLAN.study),
    });
  });

  it('without measurements is an empty list [ANN-43]', async () => {
    expect(await overlayOf(report([textItem()]), 'measurements')).toEqual({ kind: 'measurements', title: null, groups: [] });
  });

  it('may be made on some frames of an image, which DICOM counts from 1 [ANN-43]', async () => {
    const many = Array.from({ length: 2000 }, (_, index) => 2 * index + 1);
    const image = [text(TAG.ReferencedSOPInstanceUID, 'UI', '2.25.7'), numbers(TAG.ReferencedFrameNumber, 'IS', ...many)];
    const region = item('SCOORD', [
      ...[text(TAG.GraphicType, 'CS', 'POINT'), numbers(TAG.GraphicData, 'FL', 4, 5)],
      sequence(TAG.ContentSequence, [item('IMAGE', [sequence(TAG.ReferencedSOPSequence, [image])])]),
    ]);
    const { groups } = await overlayOf(report([container([region])]), 'measurements');
    const frames = many.map((number) => number - 1);
    expect(groups[0]!.regions).toMatchObject([{ references: [{ sop: '2.25.7', frames }] }]);
  });

  it('may name a region that stands elsewhere, and segments [ANN-43]', async () => {
    const region = item('SCOORD', [text(TAG.GraphicType, 'CS', 'POINT'), numbers(TAG.GraphicData, 'FL', 4, 5)]);
    const segment = [text(TAG.ReferencedSOPInstanceUID, 'UI', '2.25.7'), numbers(TAG.ReferencedSegmentNumber, 'US', 3)];
    const group = container([
      item('NUM', [
        sequence(TAG.MeasuredValueSequence, [[text(TAG.NumericValue, 'DS', '1.5')]]),
        sequence(TAG.ContentSequence, [[numbers(TAG.ReferencedContentItemIdentifier, 'UL', 1, 1)]]),
      ]),
      item('IMAGE', [sequence(TAG.ReferencedSOPSequence, [segment])]),
    ]);
    const { groups } = await overlayOf(report([region, group]), 'measurements');
    const graphic = { shape: 'point', points: Float64Array.of(4, 5) };
    expect(groups).toMatchObject([
      { values: [{ value: 1.5, regions: [{ space: 'image', graphic, references: [] }] }], segments: [{ sop: '2.25.7', segment: 3 }] },
    ]);
  });
});

describe('a measurement report is refused by name', () => {
  it.each([
    ['a region is of an unknown type', 'CLOUD', [1, 2], 'shape'],
    ['a region has half a point', 'POLYLINE', [1, 2, 3], 'points-differ'],
    ['a region has too few points', 'ELLIPSE', [1, 2, 3, 4], 'points-differ'],
    ['a coordinate is no number', 'POINT', [Number.NaN, 2, 1], 'damaged'],
  ])('if %s [ANN-45]', async (_, type, points, refused) => {
    const region = item('SCOORD', [text(TAG.GraphicType, 'CS', type), numbers(TAG.GraphicData, 'FL', ...points)]);
    expect(await readOverlay(await headerOf(report([container([region])])))).toEqual({ refused });
  });
});

it('a report whose items refer to one long list again and again is refused [ANN-45]', async () => {
  const long = item('NUM', [
    sequence(TAG.MeasuredValueSequence, [[text(TAG.NumericValue, 'DS', '1')]]),
    sequence(
      TAG.ContentSequence,
      Array.from({ length: 1000 }, () => textItem()),
    ),
  ]);
  const again = [numbers(TAG.ReferencedContentItemIdentifier, 'UL', 1, 1)];
  const bytes = report([long, container(Array.from({ length: 1000 }, () => again))]);
  expect(await readOverlay(await headerOf(bytes))).toEqual({ refused: 'too-many-elements' });
});

function report(children: readonly DicomElement[][]): Uint8Array {
  return writeDicom({
    elements: [text(TAG.SOPClassUID, 'UI', '1.2.840.10008.5.1.4.1.1.88.33'), sequence(TAG.ContentSequence, children)],
  });
}

function item(type: string, more: readonly DicomElement[]): DicomElement[] {
  return [text(TAG.ValueType, 'CS', type), ...more];
}

function textItem(): DicomElement[] {
  return item('TEXT', [text(TAG.TextValue, 'UT', 'Nothing to measure')]);
}

function container(children: readonly DicomElement[][]): DicomElement[] {
  const name = code(TAG.ConceptNameCodeSequence, ['125007', 'DCM', 'Measurement Group']);
  return item('CONTAINER', [name, sequence(TAG.ContentSequence, children)]);
}
