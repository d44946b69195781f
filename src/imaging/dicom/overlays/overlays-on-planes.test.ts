import { beforeAll, describe, expect, it } from 'vitest';
import { firstPixelPosition } from '#imaging/phantom/elements.ts';
import { frameOfReferenceUid, sliceUid } from '#imaging/phantom/overlays/elements.ts';
import { lesionCircle, lesionParts, middleSlice, PHANTOM_LESIONS } from '#imaging/phantom/overlays/lesions.ts';
import { createPhantomMeasurementReport } from '#imaging/phantom/overlays/measurement-report.ts';
import { createPhantomPresentationState } from '#imaging/phantom/overlays/presentation-state.ts';
import { createPhantomSegmentation } from '#imaging/phantom/overlays/segmentation.ts';
import { createPhantomStructureSet } from '#imaging/phantom/overlays/structure-set.ts';
import { PLANE_DIRECTIONS } from '#imaging/phantom/planes.ts';
import { phantomPlan } from '#imaging/phantom.ts';
import { readSegmentMask } from './read-segment-mask.ts';
import { layersOf, type OverlayLayer } from '#model/overlays/overlay.ts';
import type { SegmentFrame } from '#model/overlays/segmentation.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import { length, minus, scaled } from '#model/pictures/vector.ts';
import { headerOf, MARKED_PLAN, MARKED_SERIES, overlayOf } from '#tests/fixtures/phantom-overlays.ts';
import { pointOf, type ImagePlane } from '#model/pictures/image-plane.ts';
import { layerOnPlane, maskOnPlane, type ShownPlane } from '#model/overlays/overlay-on-plane.ts';

const { pixelSpacingMm: MM, sliceSpacingMm, matrix, study } = MARKED_PLAN;
const SLICES = Array.from({ length: MARKED_PLAN.slices }, (_, slice) => slice);
const LESION = PHANTOM_LESIONS[0]!;
const MIDDLE = middleSlice(MARKED_PLAN, LESION);

function slicePlane(slice: number, deeper = 0): ImagePlane {
  const [x, y, z] = firstPixelPosition(MARKED_PLAN, slice) as [number, number, number];
  return { width: matrix, height: matrix, origin: [x, y, z + deeper], right: [MM, 0, 0], below: [0, MM, 0] };
}

/** A stored slice, pixel for pixel. */
const stored = (slice: number): ShownPlane => ({
  ...{ plane: slicePlane(slice), sliceSpacing: sliceSpacingMm, frameOfReference: frameOfReferenceUid(study) },
  image: { sop: sliceUid(MARKED_PLAN, slice), frame: 0 },
});
const computed = (plane: ImagePlane): ShownPlane => ({ ...stored(0), image: null, plane });
const CORONAL: ImagePlane = { width: 60, height: 60, origin: [-90, -20, 90], right: [3, 0, 0], below: [0, 0, -3] };
/** As from another scan, or of a series whose space is unknown. */
const ELSEWHERE = ['2.25.77', ''];

describe('contours', () => {
  let layers: OverlayLayer[] = [];
  beforeAll(async () => {
    layers = layersOf(await overlayOf(createPhantomStructureSet(MARKED_SERIES), 'structures'));
  });
  const linesOn = (shown: ShownPlane) => layers.map((layer) => layerOnPlane(layer, shown).lines);

  it('are a layer for each region', () => {
    expect(layers.map(({ number, name, colour }) => [number, name, colour])).toEqual([
      [1, 'Lesion', '#DD8265'],
      [2, 'Core', '#80AE80'],
      [3, 'Centre', '#FFFF00'],
    ]);
  });

  it.each(SLICES)('are drawn on slice %d where the lesions are [ANN-46, ANN-47]', (slice) => {
    const lines = linesOn(stored(slice));
    PHANTOM_LESIONS.forEach((lesion, index) => {
      const circle = lesionCircle(MARKED_PLAN, slice, lesion);
      expect(lines[index]).toHaveLength(circle ? 1 : 0);
      if (!circle) return;
      const { points, isClosed, unit } = lines[index]![0]!;
      expect([isClosed, unit]).toEqual([true, 'image']);
      const [left, top] = slicePlane(slice).origin;
      for (let at = 0; at < points.length; at += 2)
        expect(Math.hypot(points[at]! * MM + left - circle.centre[0], points[at + 1]! * MM + top - circle.centre[1])).toBeCloseTo(
          circle.radiusMm,
          2,
        );
    });
  });

  it('are drawn on a computed plane by their place, on one of another space not at all [ANN-46]', () => {
    expect(linesOn(computed(slicePlane(MIDDLE)))).toEqual(linesOn(stored(MIDDLE)));
    for (const frameOfReference of ELSEWHERE) expect(linesOn({ ...computed(slicePlane(MIDDLE)), frameOfReference })).toEqual([[], [], []]);
  });

  it('are drawn on an image that they name, whatever its space is called [ANN-46]', () => {
    // A point names no image.
    for (const frameOfReference of ELSEWHERE)
      expect(linesOn({ ...stored(MIDDLE), frameOfReference })).toEqual([...linesOn(stored(MIDDLE)).slice(0, 2), []]);
  });

  it.each([
    [4.9, 1],
    [5, 1],
    [5.1, 0],
    [-4.9, 1],
    [-5.1, 0],
  ])('are drawn within half a slice: %d mm beside it %d of them [ANN-47]', (deeper, count) => {
    const contour = { ...layers[0]!, outlines: layers[0]!.outlines.filter(({ points }) => points[2] === slicePlane(MIDDLE).origin[2]) };
    expect(layerOnPlane(contour, computed(slicePlane(MIDDLE, deeper))).lines).toHaveLength(count);
  });

  it('across the plane are not drawn, and a point near it is [ANN-47]', () => {
    expect(linesOn(computed(CORONAL)).map(({ length }) => length)).toEqual([0, 0, 1]);
    expect([...linesOn(computed(CORONAL))[2]![0]!.points].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([34, 30]);
  });
});

describe.each(['coronal', 'sagittal'] as const)('on %s slices', (plane) => {
  const series = { ...MARKED_SERIES, plane };
  const plan = phantomPlan(series);
  const { row, column } = PLANE_DIRECTIONS[plane];
  const shownOf = (slice: number): ShownPlane => ({
    ...stored(slice),
    plane: {
      ...{ width: plan.matrix, height: plan.matrix, origin: firstPixelPosition(plan, slice) as unknown as Vector },
      ...{ right: scaled(row, plan.pixelSpacingMm), below: scaled(column, plan.pixelSpacingMm) },
    },
    image: { sop: sliceUid(plan, slice), frame: 0 },
  });

  it('contours and marks lie around the lesions, and masks in them [ANN-47, ANN-48]', async () => {
    const contours = layersOf(await overlayOf(createPhantomStructureSet(series), 'structures'));
    const masks = layersOf(await overlayOf(createPhantomSegmentation(series), 'segmentation'));
    const marks = layersOf(await overlayOf(createPhantomMeasurementReport(series), 'measurements')).filter(
      (layer) => layer.marks.length > 0,
    );
    for (const slice of SLICES)
      PHANTOM_LESIONS.forEach((lesion, index) => {
        const circle = lesionCircle(plan, slice, lesion);
        const shown = shownOf(slice);
        const lines = [contours[index]!, marks[index]!].flatMap((layer) => layerOnPlane(layer, shown).lines);
        expect(lines.length).toBe(circle === null ? 0 : slice === middleSlice(plan, lesion) ? 3 : 1);
        for (const { points } of lines)
          for (let at = 0; at < points.length; at += 2) {
            const point = pointOf(shown.plane, points[at]!, points[at + 1]!);
            expect(length(minus(point, circle!.centre))).toBeCloseTo(circle!.radiusMm, 2);
          }
        const { mask } = layerOnPlane(masks[index]!, shown);
        if (circle) expect(mask).toMatchObject({ left: 0, top: 0, frame: { references: [{ sop: sliceUid(plan, slice) }] } });
        else expect(mask).toBeNull();
      });
  });
});

describe('marks on an image', () => {
  it('are drawn there only, from the centre of its first pixel [ANN-46, ANN-47]', async () => {
    const layers = layersOf(await overlayOf(createPhantomMeasurementReport(MARKED_SERIES), 'measurements'));
    expect(layers.map(({ name, marks, outlines }) => [name, marks.length, outlines.length])).toEqual([
      ['Mass', 2, 0],
      ['Mass', 0, 1],
      ['Mass', 2, 0],
    ]);
    const { lines } = layerOnPlane(layers[0]!, stored(MIDDLE));
    const { radiusMm, centre } = lesionCircle(MARKED_PLAN, MIDDLE, LESION)!;
    const [left, top] = slicePlane(MIDDLE).origin;
    const circle = lines[0]!.points;
    for (let at = 0; at < circle.length; at += 2)
      expect(Math.hypot(circle[at]! * MM + left - centre[0], circle[at + 1]! * MM + top - centre[1])).toBeCloseTo(radiusMm, 3);
    expect(layerOnPlane(layers[0]!, stored(MIDDLE + 1)).lines).toEqual([]);
    expect(layerOnPlane(layers[0]!, computed(slicePlane(MIDDLE))).lines).toEqual([]);
    expect(layerOnPlane(layers[0]!, { ...stored(MIDDLE), image: { sop: sliceUid(MARKED_PLAN, MIDDLE), frame: 1 } }).lines).toHaveLength(2);
    // The centre of the lesion, in space.
    expect(layerOnPlane(layers[1]!, computed(slicePlane(MIDDLE))).lines).toHaveLength(1);
  });

  it('may be texts, at a place of the image or of the screen; the layers come in their order [ANN-47]', async () => {
    const layers = layersOf(await overlayOf(createPhantomPresentationState(MARKED_SERIES), 'presentation'));
    expect(layers.map(({ name, colour }) => [name, colour])).toEqual([
      ['LESION', '#DD8265'],
      ['NOTES', null],
    ]);
    const [lesion, notes] = layers.map((layer) => layerOnPlane(layer, stored(MIDDLE)));
    expect(lesion!.lines.map(({ isClosed }) => isClosed)).toEqual([false, true, true, true, true]);
    const [left, top] = slicePlane(MIDDLE).origin;
    expect(notes!.texts).toEqual([
      { text: 'Lesion', unit: 'image', x: expect.closeTo((12 - left) / MM, 4), y: expect.closeTo((-20 - top) / MM, 4) },
      { text: 'See report', unit: 'displayed-area', x: 0.25, y: 0.875 },
    ]);
    expect(layerOnPlane(layers[1]!, stored(0)).texts).toEqual([]);
  });
});

describe('a mask', () => {
  let [lesion, core]: OverlayLayer[] = [];
  beforeAll(async () => {
    [lesion, core] = layersOf(await overlayOf(createPhantomSegmentation(MARKED_SERIES), 'segmentation'));
  });
  const maskOn = (shown: ShownPlane, change: (frame: SegmentFrame) => Partial<SegmentFrame> = () => ({})) =>
    layerOnPlane({ ...lesion!, masks: lesion!.masks.map((frame) => ({ ...frame, ...change(frame) })) }, shown).mask;
  const sopOf = (mask: ReturnType<typeof maskOn>) => (mask && mask !== 'other-grid' ? mask.frame.references[0]!.sop : mask);

  it.each(SLICES)('of slice %d is found by the image that it names, or by its place [ANN-46, ANN-48]', async (slice) => {
    const header = await headerOf(createPhantomSegmentation(MARKED_SERIES));
    for (const [index, layer] of [lesion!, core!].entries()) {
      const { number } = PHANTOM_LESIONS[index]!;
      const { mask } = layerOnPlane(layer, stored(slice));
      expect(layerOnPlane(layer, computed(slicePlane(slice))).mask).toEqual(mask);
      expect(layerOnPlane(layer, { ...stored(slice), frameOfReference: '' }).mask).toEqual(mask);
      if (!lesionCircle(MARKED_PLAN, slice, PHANTOM_LESIONS[index]!)) {
        expect(mask).toBeNull();
        continue;
      }
      if (mask === null || mask === 'other-grid') throw new Error('no mask');
      const read = await readSegmentMask(header, { type: 'binary', fullValue: 1 }, { frame: mask.frame.frame, segment: number }, null);
      if (!read.ok) throw new Error(read.why);
      expect([...maskOnPlane(read.values, mask, slicePlane(slice))]).toEqual(
        [...lesionParts(MARKED_PLAN, slice, PHANTOM_LESIONS[index]!)].map((part) => (part >= 0.5 ? 1 : 0)),
      );
    }
  });

  it('is the nearest within half a slice [ANN-48]', () => {
    expect(sopOf(maskOn(computed(slicePlane(MIDDLE, 4))))).toBe(sliceUid(MARKED_PLAN, MIDDLE));
    expect(sopOf(maskOn(computed(slicePlane(MIDDLE, 6))))).toBe(sliceUid(MARKED_PLAN, MIDDLE + 1));
    expect(maskOn(computed(slicePlane(MIDDLE, 40)))).toBeNull();
  });

  it('that is thicker than the slices of the pane is on each of them [ANN-48]', () => {
    const thin = { ...computed(slicePlane(MIDDLE, 4)), sliceSpacing: 1 };
    expect(sopOf(maskOn(thin))).toBe(sliceUid(MARKED_PLAN, MIDDLE));
    expect(maskOn(thin, () => ({ sliceSpacing: 1 }))).toBeNull();
  });

  it('is the nearest also if each frame names all images [ANN-46]', () => {
    const references = SLICES.map((slice) => ({ sop: sliceUid(MARKED_PLAN, slice), frames: [] }));
    const mask = maskOn(stored(MIDDLE), () => ({ references }));
    expect(mask !== null && mask !== 'other-grid' && mask.frame.position![2]).toBe(slicePlane(MIDDLE).origin[2]);
    expect(maskOn(stored(0), () => ({ references }))).toBeNull();
  });

  it('may have pixels that are no squares [ANN-48]', () => {
    const wide: ImagePlane = { ...slicePlane(MIDDLE), right: [3, 0, 0], below: [0, 2, 0] };
    expect(maskOn(computed(wide), () => ({ spacing: [3, 2] }))).toMatchObject({ left: 0, top: 0 });
    expect(maskOn(computed(wide), () => ({ spacing: [2, 3] }))).toBe('other-grid');
  });

  it('of a part of the image lies at its place [ANN-48]', () => {
    const move = ({ position }: SegmentFrame) => ({ position: [position![0] + 3 * MM, position![1] - 2 * MM, position![2]] as Vector });
    const mask = maskOn(stored(MIDDLE), (frame) => ({ ...move(frame), columns: 4, rows: 3 }));
    expect(mask).toMatchObject({ left: 3, top: -2 });
    if (mask === null || mask === 'other-grid') throw new Error('no mask');
    const drawn = maskOnPlane(
      Uint8Array.from({ length: 12 }, (_, index) => index + 1),
      mask,
      { ...slicePlane(MIDDLE), width: 6, height: 2 },
    );
    expect([...drawn]).toEqual([0, 0, 0, 9, 10, 11, 0, 0, 0, 0, 0, 0]);
  });

  it.each<[string, Partial<ImagePlane>]>([
    ['pixels are of another size', { right: [MM * 1.02, 0, 0] }],
    ['pixels lie between those of the mask', { origin: [-114 + MM / 2, -114, 0] }],
    ['pixels run in another direction', { right: [-MM, 0, 0] }],
    ['plane is a little oblique', { right: [MM * Math.cos(0.01), 0, MM * Math.sin(0.01)] }],
    ['plane is across the slices', CORONAL],
  ])('is not shown, and this is said, if the %s [ANN-48]', (_, change) => {
    expect(maskOn(computed({ ...slicePlane(MIDDLE), ...change }))).toBe('other-grid');
  });

  it('without a place fits the image that it names, if it has its size [ANN-46]', () => {
    const anywhere = () => ({ position: null });
    expect(maskOn(stored(MIDDLE), anywhere)).toMatchObject({ left: 0, top: 0 });
    expect(maskOn({ ...stored(MIDDLE), plane: { ...slicePlane(MIDDLE), width: 57 } }, anywhere)).toBe('other-grid');
    expect(maskOn(stored(0), anywhere)).toBeNull();
  });
});
