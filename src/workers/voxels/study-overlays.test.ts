import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { createPhantomMeasurementReport } from '#imaging/phantom/overlays/measurement-report.ts';
import { createPhantomPresentationState } from '#imaging/phantom/overlays/presentation-state.ts';
import { createPhantomSegmentation } from '#imaging/phantom/overlays/segmentation.ts';
import { createPhantomStructureSet } from '#imaging/phantom/overlays/structure-set.ts';
import { firstPixelPosition } from '#imaging/phantom/elements.ts';
import { sliceUid } from '#imaging/phantom/overlays/elements.ts';
import { lesionCircle, middleSlice, PHANTOM_LESIONS } from '#imaging/phantom/overlays/lesions.ts';
import { createPhantomSeries, type PhantomRequest } from '#imaging/phantom.ts';
import type { NoSlice } from '#model/pictures/no-slice.ts';
import { MARKED_PLAN, MARKED_SERIES } from '#tests/fixtures/phantom-overlays.ts';
import { DicomStack, type StackFile } from '#workers/series/dicom-stack.ts';
import type { SeriesOpener } from '#workers/series/series-opener.ts';
import { SeriesVoxels } from './series-voxels.ts';
import { shownPlane } from './shown-plane.ts';
import { StudyOverlays } from './study-overlays.ts';
import type { LayerOnPlane, OverlayFacts } from './types.ts';

const { pixelSpacingMm: MM } = MARKED_PLAN;
const [LESION, CORE] = [PHANTOM_LESIONS[0]!, PHANTOM_LESIONS[1]!];
const MIDDLE = middleSlice(MARKED_PLAN, LESION);
/** No codec is needed. */
const CODECS = {} as SeriesOpener['codecs'];

const fileOf = (bytes: Uint8Array): StackFile => ({ frames: 1, open: async () => createMemorySource(bytes) });

const FILES: Record<string, StackFile[] | NoSlice> = {
  seg: [fileOf(createPhantomSegmentation(MARKED_SERIES))],
  fractions: [fileOf(createPhantomSegmentation(MARKED_SERIES, { type: 'FRACTIONAL' }))],
  labelmap: [fileOf(createPhantomSegmentation(MARKED_SERIES, { type: 'LABELMAP' }))],
  rtstruct: [fileOf(createPhantomStructureSet(MARKED_SERIES))],
  sr: [fileOf(createPhantomMeasurementReport(MARKED_SERIES))],
  pr: [fileOf(createPhantomPresentationState(MARKED_SERIES))],
  damaged: [
    fileOf(createPhantomStructureSet(MARKED_SERIES).subarray(0, 4000)),
    { frames: 1, open: async () => ({ noPicture: 'unreachable' }) },
  ],
  image: [fileOf(createPhantomSeries({ ...MARKED_SERIES, slices: 1 })[0]!.bytes)],
  away: { noPicture: 'unreachable' },
};

const overlays = (): StudyOverlays => new StudyOverlays({ codecs: CODECS, files: async (uuid) => FILES[uuid]! });

async function voxelsOf(request: PhantomRequest): Promise<SeriesVoxels> {
  const files = createPhantomSeries(request).map(({ bytes }) => fileOf(bytes));
  const voxels = new SeriesVoxels(await DicomStack.open(files, CODECS));
  for (let next = voxels.nextUnread(0); next !== null; next = voxels.nextUnread(0)) await voxels.read(next);
  await voxels.geometry();
  return voxels;
}

/** Area in pixels, by the rule of even and odd for lines that do not cross. */
function areaOf({ lines }: LayerOnPlane): number {
  return Math.abs(
    lines.reduce((sum, { points }) => {
      for (let at = 0; at < points.length; at += 2) {
        const next = (at + 2) % points.length;
        sum += (points[at]! * points[next + 1]! - points[next]! * points[at + 1]!) / 2;
      }
      return sum;
    }, 0),
  );
}

describe('overlays of a study', () => {
  let voxels: SeriesVoxels;
  beforeAll(async () => {
    voxels = await voxelsOf(MARKED_SERIES);
  });
  const on = async (uuid: string, slice: number, series = voxels): Promise<LayerOnPlane[]> => {
    const own = overlays();
    await own.open(uuid);
    return own.on((await shownPlane(series, { slice }))!);
  };

  it('tell their layers when they are opened [ANN-40, ANN-42, ANN-43]', async () => {
    const own = overlays();
    const layersOf = async (uuid: string) => ((await own.open(uuid)) as OverlayFacts[])[0]!.layers;
    expect((await layersOf('seg')).map(({ name, number, colour }) => [name, number, colour])).toEqual([
      ['Lesion', 1, '#DD8265'],
      ['Core', 2, '#80AE80'],
    ]);
    expect((await layersOf('rtstruct')).map(({ name, count }) => [name, count])).toContainEqual(['Centre', 1]);
    expect((await layersOf('sr')).map(({ name, caption, values, count }) => [name, caption, values, count])).toEqual([
      ['Mass', '1 · 48 mm', ['Length 48 mm'], 3],
      ['Mass', '2 · 32 mm', ['Length 32 mm'], 2],
    ]);
  });

  it.each(['seg', 'fractions', 'labelmap'])(
    'masks have their outlines on the slices where the lesions are: %s [ANN-41, ANN-46, ANN-48]',
    async (uuid) => {
      for (const slice of [0, MIDDLE - 2, MIDDLE, MARKED_PLAN.slices - 1]) {
        const drawn = await on(uuid, slice);
        const circle = lesionCircle(MARKED_PLAN, slice, CORE);
        const core = drawn.find(({ id }) => id === `${uuid}/0/1`);
        expect(core?.problem ?? null).toBeNull();
        expect(core === undefined).toBe(circle === null);
        if (!core || !circle) continue;
        const expected = Math.PI * (circle.radiusMm / MM) ** 2;
        expect(Math.abs(areaOf(core) - expected)).toBeLessThan(0.12 * expected + 2);
      }
    },
  );

  it('contours and measurements lie where they were drawn, with number and value [ANN-42, ANN-43, ANN-47]', async () => {
    const [lesion] = await on('rtstruct', MIDDLE);
    const radius = lesionCircle(MARKED_PLAN, MIDDLE, LESION)!.radiusMm / MM;
    expect(areaOf(lesion!) / (Math.PI * radius ** 2)).toBeCloseTo(1, 1);
    expect((await on('sr', MIDDLE)).map(({ id, lines }) => [id, lines.length])).toEqual([
      ['sr/0/1', 3],
      ['sr/0/2', 2],
    ]);
    expect(await on('sr', 0)).toEqual([]);
  });

  it('texts of the displayed area are placed on the pixels that it shows [ANN-44]', async () => {
    const texts = (await on('pr', MIDDLE)).flatMap((layer) => layer.texts);
    expect(texts.map(({ text }) => text)).toEqual(['Lesion', 'See report']);
    // The area begins 4 columns before the image. Turned by 90 degrees and flipped, across becomes down.
    const { matrix } = MARKED_PLAN;
    expect(texts[1]).toMatchObject({ x: -4.5 + 0.875 * (matrix + 4), y: -0.5 + 0.25 * matrix });
  });

  it('are placed by their frame of reference on a series that they do not name [ANN-46]', async () => {
    const other = await voxelsOf({ ...MARKED_SERIES, seriesNumber: 4 });
    expect((await on('seg', MIDDLE, other)).map(({ id }) => id)).toEqual(['seg/0/0', 'seg/0/1']);
    const elsewhere = await voxelsOf({ ...MARKED_SERIES, seriesNumber: 4, elements: () => [] });
    expect(await on('seg', MIDDLE, elsewhere)).toEqual([]);
  });

  it('say that a mask has other pixels than the plane, and draw contours on it [ANN-48]', async () => {
    const own = overlays();
    await own.open('seg');
    const [x, y, z] = firstPixelPosition(MARKED_PLAN, MIDDLE) as [number, number, number];
    const plane = { width: 100, height: 100, origin: [x, y, z] as const, right: [1.7, 0, 0] as const, below: [0, 1.7, 0] as const };
    const shown = await shownPlane(voxels, { plane });
    expect((await own.on(shown!)).map(({ problem, lines }) => [problem, lines.length])).toEqual([
      ['other-grid', 0],
      ['other-grid', 0],
    ]);
    const contours = overlays();
    await contours.open('rtstruct');
    expect((await contours.on(shown!)).map(({ lines }) => lines.length)).toContain(1);
  });

  it('are drawn on a slice without a place if they name it, except what is only in space [ANN-46]', async () => {
    const image = { sop: sliceUid(MARKED_PLAN, MIDDLE), frame: 0 };
    const { matrix } = MARKED_PLAN;
    const shown = { plane: null, width: matrix, height: matrix, sliceSpacing: 0, frameOfReference: '', image };
    const drawnOf = async (uuid: string) => {
      const own = overlays();
      await own.open(uuid);
      return (await own.on(shown)).map(({ lines }) => lines.length);
    };
    expect(await drawnOf('seg')).toEqual([1, 1]);
    expect(await drawnOf('rtstruct')).toEqual([]);
    expect(await drawnOf('sr')).toEqual([2, 2]);
  });

  it('refuse a file with its reason, and the others are shown [ANN-45]', async () => {
    expect(await overlays().open('damaged')).toEqual([{ refused: 'damaged' }, { refused: 'unreachable' }]);
    expect(await overlays().open('image')).toEqual([{ refused: 'no-overlay' }]);
    expect(await overlays().open('away')).toEqual({ noPicture: 'unreachable' });
  });

  it('read a mask only for a slice that shows it', async () => {
    const source = createMemorySource(createPhantomSegmentation(MARKED_SERIES));
    const read = vi.spyOn(source, 'read');
    const own = new StudyOverlays({ codecs: CODECS, files: async () => [{ frames: 1, open: async () => source }] });
    await own.open('seg');
    const opened = read.mock.calls.length;
    await own.on((await shownPlane(voxels, { slice: 0 }))!);
    expect(read.mock.calls.length).toBe(opened);
    await own.on((await shownPlane(voxels, { slice: MIDDLE }))!);
    expect(read.mock.calls.length).toBe(opened + 2);
  });
});
