import type {
  Annotation,
  AnnotationUnit,
  DisplayedArea,
  GraphicLayer,
  LeftOut,
  PresentationState,
  PresentedGraphic,
  PresentedText,
} from '#model/overlays/presentation-state.ts';
import type { ElementSet } from '#imaging/dicom/elements/sequences.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import { cielabToColour } from './cielab.ts';
import type { OverlayContent } from './overlay-content.ts';
import { OverlayFault } from './overlay-fault.ts';
import { readGraphic } from './read-graphic.ts';
import { readReferences } from './read-references.ts';

/** A presentation state; what a viewer here cannot show of it is named in `leftOut`. */
export function readPresentationState(content: OverlayContent): PresentationState {
  const { top, text, items } = content;
  const rotation = content.number(top, TAG.ImageRotation) ?? 0;
  if (!isQuarterTurn(rotation)) throw new OverlayFault('damaged');
  return {
    kind: 'presentation',
    label: text(top, TAG.ContentLabel),
    description: text(top, TAG.ContentDescription),
    references: items(top, TAG.ReferencedSeriesSequence).flatMap((series) => readReferences(content, series, TAG.ReferencedImageSequence)),
    windows: items(top, TAG.SoftcopyVOILUTSequence).flatMap((item) => readWindow(content, item)),
    areas: items(top, TAG.DisplayedAreaSelectionSequence).flatMap((item) => readArea(content, item)),
    rotation,
    isFlipped: text(top, TAG.ImageHorizontalFlip) === 'Y',
    isInverted: text(top, TAG.PresentationLUTShape) === 'INVERSE',
    layers: readLayers(content),
    annotations: items(top, TAG.GraphicAnnotationSequence).map((item) => readAnnotation(content, item)),
    leftOut: leftOut(content),
  };
}

function isQuarterTurn(degrees: number): degrees is PresentationState['rotation'] {
  return [0, 90, 180, 270].includes(degrees);
}

function readWindow(content: OverlayContent, item: ElementSet): PresentationState['windows'] {
  const [centre, width] = [content.number(item, TAG.WindowCenter), content.number(item, TAG.WindowWidth)];
  if (centre === null || width === null || width <= 0) return [];
  return [{ centre, width, references: readReferences(content, item, TAG.ReferencedImageSequence) }];
}

function readArea(content: OverlayContent, item: ElementSet): DisplayedArea[] {
  const topLeft = pair(content.numbers(item, TAG.DisplayedAreaTopLeftHandCorner));
  const bottomRight = pair(content.numbers(item, TAG.DisplayedAreaBottomRightHandCorner));
  if (!topLeft || !bottomRight) return [];
  return [
    {
      ...{ topLeft, bottomRight },
      sizeMode: content.text(item, TAG.PresentationSizeMode),
      magnification: content.number(item, TAG.PresentationPixelMagnificationRatio),
      references: readReferences(content, item, TAG.ReferencedImageSequence),
    },
  ];
}

function pair(numbers: readonly number[]): [number, number] | null {
  return numbers.length === 2 ? (numbers as [number, number]) : null;
}

function readLayers(content: OverlayContent): GraphicLayer[] {
  const items = content.items(content.top, TAG.GraphicLayerSequence);
  const orderOf = (item: ElementSet) => content.number(item, TAG.GraphicLayerOrder) ?? 0;
  return items
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .map((item) => ({
      name: content.text(item, TAG.GraphicLayer),
      colour: cielabToColour(content.numbers(item, TAG.GraphicLayerRecommendedDisplayCIELabValue)),
    }));
}

function readAnnotation(content: OverlayContent, item: ElementSet): Annotation {
  return {
    layer: content.text(item, TAG.GraphicLayer),
    references: readReferences(content, item, TAG.ReferencedImageSequence),
    graphics: content.items(item, TAG.GraphicObjectSequence).flatMap((each) => readPresentedGraphic(content, each) ?? []),
    texts: content.items(item, TAG.TextObjectSequence).flatMap((each) => readText(content, each)),
  };
}

function readPresentedGraphic(content: OverlayContent, item: ElementSet): PresentedGraphic | null {
  const unit = readUnit(content, item, TAG.GraphicAnnotationUnits);
  const graphic = readGraphic(content, item, 2);
  return graphic && { unit, graphic, isFilled: content.text(item, TAG.GraphicFilled) === 'Y' };
}

/** A text without an anchor has a box. */
function readText(content: OverlayContent, item: ElementSet): PresentedText[] {
  const anchor = pair(content.numbers(item, TAG.AnchorPoint));
  const box = pair(content.numbers(item, TAG.BoundingBoxTopLeftHandCorner));
  const [x, y] = anchor ?? box ?? [];
  const text = content.text(item, TAG.UnformattedTextValue);
  if (x === undefined || y === undefined || text === '') return [];
  return [{ unit: readUnit(content, item, anchor ? TAG.AnchorPointAnnotationUnits : TAG.BoundingBoxAnnotationUnits), text, x, y }];
}

function readUnit(content: OverlayContent, item: ElementSet, tag: number): AnnotationUnit {
  const unit = UNITS[content.text(item, tag)];
  if (!unit) throw new OverlayFault('shape');
  return unit;
}

/** `MATRIX` counts in the pixels of a whole slide, of which one image is a tile. */
const UNITS: Readonly<Record<string, AnnotationUnit>> = { PIXEL: 'image', DISPLAY: 'displayed-area' };

function leftOut(content: OverlayContent): LeftOut[] {
  const { top } = content;
  const has = (tag: number): boolean => top.get(tag) !== undefined && content.items(top, tag).length > 0;
  const graphics = content.items(top, TAG.GraphicAnnotationSequence).flatMap((item) => content.items(item, TAG.GraphicObjectSequence));
  const voi = content.items(top, TAG.SoftcopyVOILUTSequence);
  const parts: Readonly<Record<LeftOut, boolean>> = {
    shutter: content.text(top, TAG.ShutterShape) !== '',
    'voi-lut': voi.some((item) => content.items(item, TAG.VOILUTSequence).length > 0),
    'presentation-lut': has(TAG.PresentationLUTSequence),
    'modality-lut': has(TAG.ModalityLUTSequence),
    subtraction: has(TAG.MaskSubtractionSequence),
    graphic: graphics.some((item) => (item.get(TAG.GraphicData)?.length ?? 0) === 0),
  };
  return (Object.keys(parts) as LeftOut[]).filter((part) => parts[part]);
}
