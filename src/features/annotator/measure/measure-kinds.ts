import type { MeasurementKind } from '#contract/measurements.ts';
import { t } from '#language/t.ts';

/** What is drawn with the pointer. A key image has no points. */
export type DrawnKind = Exclude<MeasurementKind, 'key-image'>;

export const KIND_NAMES: Record<MeasurementKind, string> = {
  length: t('Length'),
  angle: t('Angle'),
  ellipse: t('Ellipse'),
  rectangle: t('Rectangle'),
  freehand: t('Freehand'),
  bidirectional: t('Bidirectional'),
  probe: t('Value'),
  arrow: t('Arrow'),
  point: t('Point'),
  box: t('Box'),
  'key-image': t('Key image'),
};

/** What the pointer does while a kind is drawn. */
export const KIND_HINTS: Record<DrawnKind, string> = {
  length: t('Drag, or click both ends.'),
  angle: t('Click an end, the corner and the other end.'),
  ellipse: t('Drag, or click two corners. Shift makes a circle.'),
  rectangle: t('Drag, or click two corners. Shift makes a square.'),
  freehand: t('Draw around it, or click corners and then the first one again.'),
  bidirectional: t('Drag the long axis, then click where the short one ends.'),
  probe: t('Click a pixel.'),
  arrow: t('Drag from the tip, then write the text.'),
  point: t('Click a place.'),
  box: t('Drag, or click two corners. Shift makes a square.'),
};

export function isDrawnKind(tool: string): tool is DrawnKind {
  return tool in KIND_HINTS;
}
