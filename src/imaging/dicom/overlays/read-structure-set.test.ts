import { describe, expect, it } from 'vitest';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import { writeDicom, type DicomElement } from '#imaging/dicom/write-dicom.ts';
import { frameOfReferenceUid, numbers, sequence, sliceUid, text } from '#imaging/phantom/overlays/elements.ts';
import { lesionCircle, PHANTOM_LESIONS } from '#imaging/phantom/overlays/lesions.ts';
import { createPhantomStructureSet } from '#imaging/phantom/overlays/structure-set.ts';
import { headerOf, MARKED_PLAN, MARKED_SERIES, overlayOf } from '#tests/fixtures/phantom-overlays.ts';
import { readOverlay } from './read-overlay.ts';

describe('a structure set', () => {
  it.each(Object.entries(TRANSFER_SYNTAX).filter(([name]) => name !== 'deflated'))(
    'has its regions with name, colour, meaning and contours (%s) [ANN-42]',
    async (_, transferSyntaxUid) => {
      const { regions, label, seriesUids } = await overlayOf(createPhantomStructureSet(MARKED_SERIES, { transferSyntaxUid }), 'structures');
      expect([label, seriesUids.length]).toEqual(['Lesions', 1]);
      expect(regions).toMatchObject(
        [
          { number: 1, name: 'Lesion', colour: '#DD8265', interpretedType: 'GTV' },
          { number: 2, name: 'Core', colour: '#80AE80', interpretedType: 'GTV' },
          { number: 3, name: 'Centre', colour: '#FFFF00', interpretedType: 'MARKER' },
        ].map((region) => ({ ...region, frameOfReference: frameOfReferenceUid(MARKED_PLAN.study) })),
      );
      expect(regions[2]!.contours).toEqual([{ type: 'POINT', points: Float64Array.of(12, -20, 0), references: [] }]);
    },
  );

  it('has the points of each contour in mm, and the image on which it was drawn [ANN-42]', async () => {
    const { regions } = await overlayOf(createPhantomStructureSet(MARKED_SERIES), 'structures');
    const cut = Array.from({ length: 15 }, (_, slice) => slice).filter((slice) => lesionCircle(MARKED_PLAN, slice, PHANTOM_LESIONS[0]!));
    expect(regions[0]!.contours.map(({ references }) => references)).toEqual(
      cut.map((slice) => [{ sop: sliceUid(MARKED_PLAN, slice), frames: [] }]),
    );
    regions[0]!.contours.forEach(({ type, points }, index) => {
      const { centre, radiusMm } = lesionCircle(MARKED_PLAN, cut[index]!, PHANTOM_LESIONS[0]!)!;
      expect([type, points.length]).toEqual(['CLOSED_PLANAR', 72 * 3]);
      for (let at = 0; at < points.length; at += 3) {
        expect(points[at + 2]).toBeCloseTo(centre[2], 3);
        expect(Math.hypot(points[at]! - centre[0], points[at + 1]! - centre[1])).toBeCloseTo(radiusMm, 2);
      }
    });
  });

  it('may have contours of many thousand points, longer than any other text [ANN-42]', async () => {
    const transferSyntaxUid = TRANSFER_SYNTAX.implicitLittleEndian;
    const { regions } = await overlayOf(
      createPhantomStructureSet(MARKED_SERIES, { transferSyntaxUid, contourPoints: 20_000 }),
      'structures',
    );
    expect(regions[0]!.contours[0]!.points.length).toBe(60_000);
  });

  it.each([
    ['0.5\\-1\\+2', [0.5, -1, 2]],
    [' 1 \\2.\\.25 ', [1, 2, 0.25]],
    ['1e2\\-1.5E-1\\3', [100, -0.15, 3]],
    ['1,5\\0\\-0.0', [1.5, 0, -0]],
  ])('may have coordinates in any form of a number: %s [ANN-42]', async (points, expected) => {
    const { regions } = await overlayOf(withContours([[contour(points)]]), 'structures');
    expect([...regions[0]!.contours[0]!.points]).toEqual(expected);
  });

  it('may have a contour without points, which is left out [ANN-42]', async () => {
    const { regions } = await overlayOf(withContours([[contour('', 0)]]), 'structures');
    expect(regions[0]!.contours).toEqual([]);
  });

  it('with the contours of a region in two items has all of them [ANN-42]', async () => {
    const { regions } = await overlayOf(withContours([[contour('0\\0\\0')], [contour('1\\1\\1')]]), 'structures');
    expect(regions.map(({ contours }) => contours.map(({ points }) => [...points]))).toEqual([
      [
        [0, 0, 0],
        [1, 1, 1],
      ],
    ]);
  });
});

describe('a structure set is refused by name', () => {
  it.each([
    ['a contour has fewer points than it says', contour('0\\0\\0', 2), 'points-differ'],
    ['a contour has half a point', contour('0\\0\\0\\1', null), 'points-differ'],
    ['a contour is of an unknown type', contour('0\\0\\0', 1, 'CLOUD'), 'shape'],
    ['a coordinate is no number', contour('0\\zero\\0'), 'damaged'],
    ['a coordinate is missing', contour('0\\\\0'), 'damaged'],
    ['a coordinate has a thousand digits', contour(`0\\0\\${'1'.repeat(1000)}`), 'damaged'],
    ['a coordinate is out of this world', contour('0\\1e300\\0'), 'damaged'],
  ])('if %s [ANN-45]', async (_, wrong, refused) => {
    expect(await readOverlay(await headerOf(withContours([[wrong]])))).toEqual({ refused });
  });
});

function contour(points: string, count: number | null = 1, type = 'POINT'): DicomElement[] {
  return [
    text(TAG.ContourGeometricType, 'CS', type),
    ...(count === null ? [] : [numbers(TAG.NumberOfContourPoints, 'IS', count)]),
    text(TAG.ContourData, 'DS', points),
  ];
}

/** One region, with an item of contours for each list. */
function withContours(lists: readonly (readonly DicomElement[][])[]): Uint8Array {
  const items = lists.map((contours) => [numbers(TAG.ReferencedROINumber, 'IS', 5), sequence(TAG.ContourSequence, contours)]);
  return writeDicom({
    elements: [
      text(TAG.SOPClassUID, 'UI', '1.2.840.10008.5.1.4.1.1.481.3'),
      sequence(TAG.StructureSetROISequence, [[numbers(TAG.ROINumber, 'IS', 5)]]),
      sequence(TAG.ROIContourSequence, items),
    ],
  });
}
