import { FEWEST_POINTS, type Graphic, type GraphicShape } from '#model/overlays/graphic.ts';
import type { ElementSet } from '#imaging/dicom/elements/sequences.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import type { OverlayContent } from './overlay-content.ts';
import { OverlayFault } from './overlay-fault.ts';

/** Graphic Type and Graphic Data, as reports and presentation states have them; null without data, which de-identification may have removed. */
export function readGraphic(content: OverlayContent, item: ElementSet, dimensions: 2 | 3): Graphic | null {
  const shape = SHAPES[content.text(item, TAG.GraphicType)];
  if (!shape) throw new OverlayFault('shape');
  const points = content.floats(item, TAG.GraphicData);
  if (points.length === 0) return null;
  if (points.length % dimensions !== 0 || points.length < FEWEST_POINTS[shape] * dimensions) throw new OverlayFault('points-differ');
  return { shape, points };
}

const SHAPES: Readonly<Record<string, GraphicShape>> = {
  POINT: 'point',
  MULTIPOINT: 'multipoint',
  POLYLINE: 'polyline',
  POLYGON: 'polygon',
  CIRCLE: 'circle',
  ELLIPSE: 'ellipse',
  INTERPOLATED: 'interpolated',
  ELLIPSOID: 'ellipsoid',
};
