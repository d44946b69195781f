import { beforeAll, describe, expect, it } from 'vitest';
import { layerOnPlane, type DrawnLayer, type ShownPlane } from '#model/overlays/overlay-on-plane.ts';
import { createPhantomMeasurementReport } from '#imaging/phantom/overlays/measurement-report.ts';
import { createPhantomPresentationState } from '#imaging/phantom/overlays/presentation-state.ts';
import { createPhantomSegmentation } from '#imaging/phantom/overlays/segmentation.ts';
import { createPhantomStructureSet } from '#imaging/phantom/overlays/structure-set.ts';
import { createPhantomSeries } from '#imaging/phantom.ts';
import { BASIC_PROFILE, type DeidentifySettings } from '#imaging/deidentify/settings.ts';
import { stillIdentifies } from '#imaging/deidentify/still-identifies.ts';
import { layersOf, type OverlayKind } from '#model/overlays/overlay.ts';
import { deidentified } from '#tests/fixtures/deidentified.ts';
import { headerOf, MARKED_SERIES, overlayOf } from '#tests/fixtures/phantom-overlays.ts';
import { readSegmentMask } from './read-segment-mask.ts';

const SLICES = createPhantomSeries(MARKED_SERIES).map(({ bytes }) => bytes);
const CLEANED: Partial<DeidentifySettings> = { clean: { descriptors: false, structuredContent: true, graphics: true } };

/** The slice as a pane shows it. */
async function shownOf(bytes: Uint8Array): Promise<ShownPlane> {
  const { description } = await headerOf(bytes);
  const [mm] = description.pixelSpacing!;
  return {
    plane: { width: 58, height: 58, origin: description.imagePositionPatient!, right: [mm, 0, 0], below: [0, mm, 0] },
    sliceSpacing: description.spacingBetweenSlices!,
    frameOfReference: description.frameOfReferenceUid!,
    image: { sop: description.sopInstanceUid, frame: 0 },
  };
}

const original: ShownPlane[] = [];
const without: ShownPlane[] = [];
beforeAll(async () => {
  for (const bytes of SLICES) {
    original.push(await shownOf(bytes));
    without.push(await shownOf((await deidentified(bytes)).bytes));
  }
});

/** What is drawn of an overlay on each slice, without the UIDs in it. */
async function drawnOn(bytes: Uint8Array, kind: OverlayKind, slices: readonly ShownPlane[]) {
  const layers = layersOf(await overlayOf(bytes, kind));
  return slices.map((shown) => layers.map((layer) => withoutUids(layerOnPlane(layer, shown))));
}

function withoutUids({ lines, texts, mask }: DrawnLayer) {
  const place = mask !== null && mask !== 'other-grid' ? { ...mask, frame: { ...mask.frame, references: [] } } : mask;
  return { lines, texts: texts.map(({ x, y, unit }) => ({ x, y, unit })), mask: place };
}

describe('a de-identified overlay', () => {
  it.each<[OverlayKind, Uint8Array, Partial<DeidentifySettings>]>([
    ['segmentation', createPhantomSegmentation(MARKED_SERIES), {}],
    ['structures', createPhantomStructureSet(MARKED_SERIES), {}],
    ['presentation', createPhantomPresentationState(MARKED_SERIES), {}],
    ['measurements', createPhantomMeasurementReport(MARKED_SERIES), {}],
    ['measurements', createPhantomMeasurementReport(MARKED_SERIES), CLEANED],
    ['measurements', createPhantomMeasurementReport(MARKED_SERIES, { transferSyntaxUid: '1.2.840.10008.1.2' }), {}],
    ['measurements', createPhantomMeasurementReport(MARKED_SERIES, { transferSyntaxUid: '1.2.840.10008.1.2.2' }), {}],
  ])('is drawn on the de-identified slices as before: %s [ANN-49]', async (kind, bytes, settings) => {
    const { bytes: left } = await deidentified(bytes, settings);
    const drawn = await drawnOn(left, kind, without);
    expect(drawn).toEqual(await drawnOn(bytes, kind, original));
    expect(drawn.flat().some(({ lines, mask }) => lines.length > 0 || mask !== null)).toBe(true);
    // The UIDs are others: nothing is drawn on the slices as they were.
    const apart = (await drawnOn(left, kind, original)).flat();
    expect(apart.every(({ lines, texts, mask }) => lines.length + texts.length === 0 && mask === null)).toBe(true);
  });

  it('has the masks and colours of its segments [ANN-49]', async () => {
    const bytes = createPhantomSegmentation(MARKED_SERIES);
    const files = [bytes, (await deidentified(bytes)).bytes];
    const [before, after] = await Promise.all(
      files.map(async (file) => {
        const [header, overlay] = [await headerOf(file), await overlayOf(file, 'segmentation')];
        const masks = overlay.frames.map(({ frame, segment }) => readSegmentMask(header, overlay, { frame, segment: segment! }, null));
        return { colours: overlay.segments.map(({ colour, type }) => [colour, type]), masks: await Promise.all(masks) };
      }),
    );
    expect(after).toEqual(before);
  });

  it.each([{}, CLEANED])('has its measurements with their codes and units: %o [ANN-49]', async (settings) => {
    const bytes = createPhantomMeasurementReport(MARKED_SERIES);
    const valuesOf = async (file: Uint8Array) =>
      (await overlayOf(file, 'measurements')).groups.map(({ finding, sites, values }) => [
        [finding, sites],
        values.map(({ name, value, unit }) => [name, value, unit]),
      ]);
    const left = (await deidentified(bytes, settings)).bytes;
    expect(await valuesOf(left)).toEqual(await valuesOf(bytes));
    expect((await valuesOf(left))[0]![1]).not.toEqual([]);
  });

  it('keeps no text and no person of its report [ANN-49]', async () => {
    const bytes = createPhantomMeasurementReport(MARKED_SERIES);
    const { bytes: left } = await deidentified(bytes);
    const textOf = (file: Uint8Array) => Buffer.from(file).toString('latin1');
    for (const words of ['Wren', 'Calm', 'A text that is no measurement', 'Heron'])
      expect([words, textOf(left).includes(words)]).toEqual([words, false]);
    const { groups } = await overlayOf(left, 'measurements');
    expect(groups.map(({ trackingId }) => trackingId)).toEqual(groups.map(() => 'ANONYMIZED'));
    // What it says about itself: Clean Structured Content.
    expect(textOf(left)).toContain('113104');
    const all: DeidentifySettings = { ...BASIC_PROFILE, retain: { ...BASIC_PROFILE.retain, conversion: true } };
    expect(await stillIdentifies(await headerOf(left), all, (name) => name === 'Anonymous 1')).toEqual({ ok: true, tags: [] });
  });
});
