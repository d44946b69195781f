import { phantomUid } from '#imaging/phantom/elements.ts';
import { phantomPlan, type PhantomPlan, type PhantomRequest } from '#imaging/phantom.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import { writeDicom, type DicomElement } from '#imaging/dicom/write-dicom.ts';
import { allSlices, imageItems, instanceElements, numbers, replaced, sequence, text } from './elements.ts';
import { lesionCircle, middleSlice, PHANTOM_LESIONS, pixelOfPoint, pointOnCircle } from './lesions.ts';

/** A presentation state of a series of the phantom: the first lesion is marked and named in its middle slice, which has a window of its own. */
export function createPhantomPresentationState(
  request: PhantomRequest,
  { transferSyntaxUid, more = [] }: { transferSyntaxUid?: string; more?: readonly DicomElement[] } = {},
): Uint8Array<ArrayBuffer> {
  const plan = phantomPlan(request);
  const slice = middleSlice(plan, PHANTOM_LESIONS[0]!);
  const middle = sequence(TAG.ReferencedImageSequence, imageItems(plan, [slice]));
  const elements = [
    ...instanceElements(plan, { modality: 'PR', sopClassUid: SOP_CLASS, seriesNumber: 104, description: 'Marked' }),
    text(TAG.ContentLabel, 'CS', 'MARKED'),
    text(TAG.ContentDescription, 'LO', 'The lesion'),
    sequence(TAG.ReferencedSeriesSequence, [
      [
        text(TAG.SeriesInstanceUID, 'UI', phantomUid(plan.study, plan.seriesNumber)),
        sequence(TAG.ReferencedImageSequence, imageItems(plan, allSlices(plan))),
      ],
    ]),
    sequence(TAG.SoftcopyVOILUTSequence, [
      [middle, ...windowElements(300, 500)],
      [...windowElements(plan.window.center, plan.window.width)],
    ]),
    sequence(TAG.DisplayedAreaSelectionSequence, [
      [
        numbers(TAG.DisplayedAreaTopLeftHandCorner, 'SL', -3, 1),
        numbers(TAG.DisplayedAreaBottomRightHandCorner, 'SL', plan.matrix, plan.matrix),
        text(TAG.PresentationSizeMode, 'CS', 'SCALE TO FIT'),
      ],
    ]),
    numbers(TAG.ImageRotation, 'US', 90),
    text(TAG.ImageHorizontalFlip, 'CS', 'Y'),
    text(TAG.PresentationLUTShape, 'CS', 'INVERSE'),
    sequence(TAG.GraphicLayerSequence, [layer('NOTES', 2), layer('LESION', 1, PHANTOM_LESIONS[0]!.cielab)]),
    sequence(TAG.GraphicAnnotationSequence, [
      [middle, text(TAG.GraphicLayer, 'CS', 'LESION'), sequence(TAG.GraphicObjectSequence, graphics(plan, slice))],
      [middle, text(TAG.GraphicLayer, 'CS', 'NOTES'), sequence(TAG.TextObjectSequence, texts(plan, slice))],
    ]),
  ];
  return writeDicom({ elements: replaced(elements, more), ...(transferSyntaxUid ? { transferSyntaxUid } : {}) });
}

/** Grayscale softcopy presentation state. */
const SOP_CLASS = '1.2.840.10008.5.1.4.1.1.11.1';

function windowElements(centre: number, width: number): DicomElement[] {
  return [numbers(TAG.WindowCenter, 'DS', centre), numbers(TAG.WindowWidth, 'DS', width)];
}

function layer(name: string, order: number, cielab: readonly number[] = []): DicomElement[] {
  return [
    text(TAG.GraphicLayer, 'CS', name),
    numbers(TAG.GraphicLayerOrder, 'IS', order),
    ...(cielab.length > 0 ? [numbers(TAG.GraphicLayerRecommendedDisplayCIELabValue, 'US', ...cielab)] : []),
  ];
}

/** The lesion by a circle, an ellipse, a curve and a line around it, and a point in its middle. */
function graphics(plan: PhantomPlan, slice: number): DicomElement[][] {
  const circle = lesionCircle(plan, slice, PHANTOM_LESIONS[0]!)!;
  const centre = pixelOfPoint(plan, slice, circle.centre);
  const at = (angle: number) => pixelOfPoint(plan, slice, pointOnCircle(plan, circle, angle));
  const around = Array.from({ length: 25 }, (_, step) => at((step * Math.PI) / 12));
  return [
    graphic('POINT', [centre]),
    graphic('CIRCLE', [centre, at(0)]),
    graphic('ELLIPSE', [at(Math.PI), at(0), at(-Math.PI / 2), at(Math.PI / 2)]),
    graphic('INTERPOLATED', around),
    graphic('POLYLINE', around),
  ];
}

function graphic(type: string, points: readonly (readonly number[])[]): DicomElement[] {
  return [
    text(TAG.GraphicAnnotationUnits, 'CS', 'PIXEL'),
    numbers(GRAPHIC_DIMENSIONS, 'US', 2),
    numbers(NUMBER_OF_GRAPHIC_POINTS, 'US', points.length),
    numbers(TAG.GraphicData, 'FL', ...points.flat()),
    text(TAG.GraphicType, 'CS', type),
    text(TAG.GraphicFilled, 'CS', 'N'),
  ];
}

const GRAPHIC_DIMENSIONS = 0x00700020;
const NUMBER_OF_GRAPHIC_POINTS = 0x00700021;

/** One at the lesion, and one in a box at the lower edge of the screen. */
function texts(plan: PhantomPlan, slice: number): DicomElement[][] {
  return [
    [
      text(TAG.UnformattedTextValue, 'ST', 'Lesion'),
      text(TAG.AnchorPointAnnotationUnits, 'CS', 'PIXEL'),
      numbers(TAG.AnchorPoint, 'FL', ...pixelOfPoint(plan, slice, PHANTOM_LESIONS[0]!.centre)),
    ],
    [
      text(TAG.UnformattedTextValue, 'ST', 'See report'),
      text(TAG.BoundingBoxAnnotationUnits, 'CS', 'DISPLAY'),
      numbers(TAG.BoundingBoxTopLeftHandCorner, 'FL', 0.25, 0.875),
      numbers(TAG.BoundingBoxBottomRightHandCorner, 'FL', 0.75, 1),
    ],
  ];
}
