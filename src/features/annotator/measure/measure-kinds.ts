import type { MeasurementKind } from '#contract/measurements.ts';

/** What is drawn with the pointer. A key image has no points. */
export type DrawnKind = Exclude<MeasurementKind, 'key-image'>;

export const KIND_NAMES: Record<MeasurementKind, string> = {
  length: 'Length',
  angle: 'Angle',
  ellipse: 'Ellipse',
  rectangle: 'Rectangle',
  freehand: 'Freehand',
  bidirectional: 'Bidirectional',
  probe: 'Value',
  arrow: 'Arrow',
  point: 'Point',
  box: 'Box',
  'key-image': 'Key image',
};

/** What the pointer does while a kind is drawn. */
export const KIND_HINTS: Record<DrawnKind, string> = {
  length: 'Drag, or click both ends.',
  angle: 'Click an end, the corner and the other end.',
  ellipse: 'Drag, or click two corners. Shift makes a circle.',
  rectangle: 'Drag, or click two corners. Shift makes a square.',
  freehand: 'Draw around it, or click corners and then the first one again.',
  bidirectional: 'Drag the long axis, then click where the short one ends.',
  probe: 'Click a pixel.',
  arrow: 'Drag from the tip, then write the text.',
  point: 'Click a place.',
  box: 'Drag, or click two corners. Shift makes a square.',
};

export function isDrawnKind(tool: string): tool is DrawnKind {
  return tool in KIND_HINTS;
}
