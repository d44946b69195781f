import { describe, expect, it } from 'vitest';
import { presentationOf } from '#model/overlays/presentation-state.ts';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import type { DicomElement } from '#imaging/dicom/write-dicom.ts';
import { numbers, sequence, sliceUid, text } from '#imaging/phantom/overlays/elements.ts';
import { middleSlice, PHANTOM_LESIONS, pixelOfPoint } from '#imaging/phantom/overlays/lesions.ts';
import { createPhantomPresentationState } from '#imaging/phantom/overlays/presentation-state.ts';
import { headerOf, MARKED_PLAN, MARKED_SERIES, overlayOf } from '#tests/fixtures/phantom-overlays.ts';
import { readOverlay } from './read-overlay.ts';

const SLICE = middleSlice(MARKED_PLAN, PHANTOM_LESIONS[0]!);
const MIDDLE = { sop: sliceUid(MARKED_PLAN, SLICE), frame: 0 };
const OTHER = { sop: sliceUid(MARKED_PLAN, 0), frame: 0 };
const read = (more: readonly DicomElement[] = []) => overlayOf(createPhantomPresentationState(MARKED_SERIES, { more }), 'presentation');

describe('a presentation state', () => {
  it.each([TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.implicitLittleEndian, TRANSFER_SYNTAX.explicitBigEndian])(
    'says how its images are shown (%s) [ANN-44]',
    async (transferSyntaxUid) => {
      const state = await overlayOf(createPhantomPresentationState(MARKED_SERIES, { transferSyntaxUid }), 'presentation');
      expect(state).toMatchObject({
        ...{ label: 'MARKED', description: 'The lesion', rotation: 90, isFlipped: true, isInverted: true, leftOut: [] },
        areas: [{ topLeft: [-3, 1], bottomRight: [58, 58], sizeMode: 'SCALE TO FIT', magnification: null, references: [] }],
        layers: [
          { name: 'LESION', colour: '#DD8265' },
          { name: 'NOTES', colour: null },
        ],
      });
      expect(state.references).toHaveLength(15);
      expect(state.annotations.map(({ graphics }) => graphics.map(({ graphic }) => graphic.shape))).toEqual([
        ['point', 'circle', 'ellipse', 'interpolated', 'polyline'],
        [],
      ]);
    },
  );

  it('may have another window for some images [ANN-44]', async () => {
    const state = await read();
    expect(presentationOf(state, MIDDLE)).toMatchObject({ window: { centre: 300, width: 500 }, area: { topLeft: [-3, 1] } });
    expect(presentationOf(state, OTHER)).toMatchObject({ window: { centre: 450, width: 900 } });
    expect(presentationOf(state, { sop: '2.25.99', frame: 0 })).toBeNull();
  });

  it('has texts at a place of the image, or of the screen [ANN-44]', async () => {
    const { annotations } = await read();
    const [x, y] = pixelOfPoint(MARKED_PLAN, SLICE, PHANTOM_LESIONS[0]!.centre).map(Math.fround) as [number, number];
    expect(annotations[1]!.texts).toEqual([
      { unit: 'image', text: 'Lesion', x, y },
      { unit: 'displayed-area', text: 'See report', x: 0.25, y: 0.875 },
    ]);
  });

  it.each<[string, DicomElement]>([
    ['shutter', text(TAG.ShutterShape, 'CS', 'CIRCULAR')],
    ['voi-lut', sequence(TAG.SoftcopyVOILUTSequence, [[sequence(TAG.VOILUTSequence, [[]])]])],
    ['presentation-lut', sequence(TAG.PresentationLUTSequence, [[]])],
    ['modality-lut', sequence(TAG.ModalityLUTSequence, [[]])],
    ['subtraction', sequence(TAG.MaskSubtractionSequence, [[]])],
    [
      'graphic',
      sequence(TAG.GraphicAnnotationSequence, [
        [sequence(TAG.GraphicObjectSequence, [[text(TAG.GraphicAnnotationUnits, 'CS', 'PIXEL'), text(TAG.GraphicType, 'CS', 'POINT')]])],
      ]),
    ],
  ])('names what is not shown: %s [ANN-44]', async (part, element) => {
    expect((await read([element])).leftOut).toEqual([part]);
  });

  it.each<[string, DicomElement, string]>([
    ['a rotation is no quarter turn', numbers(TAG.ImageRotation, 'US', 45), 'damaged'],
    [
      'a graphic is measured in an unknown unit',
      sequence(TAG.GraphicAnnotationSequence, [[sequence(TAG.GraphicObjectSequence, [[text(TAG.GraphicAnnotationUnits, 'CS', 'INCH')]])]]),
      'shape',
    ],
  ])('is refused by name if %s [ANN-45]', async (_, element, refused) => {
    const bytes = createPhantomPresentationState(MARKED_SERIES, { more: [element] });
    expect(await readOverlay(await headerOf(bytes))).toEqual({ refused });
  });
});
