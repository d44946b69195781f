import type { Line } from './graphic.ts';
import { isReferenced, type ImageFrame, type ImageReference } from './image-reference.ts';
import type { MarkedText, OverlayLayer } from './overlay.ts';
import type { AnnotationUnit } from './presentation-state.ts';
import type { SegmentFrame } from './segmentation.ts';
import { cross, dot, length, scaled } from '#model/pictures/vector.ts';
import { placeOn, pointOf, type ImagePlane } from '#model/pictures/image-plane.ts';

/** What a pane shows. */
export interface ShownPlane {
  plane: ImagePlane;
  /** mm from one slice of the pane to the next. */
  sliceSpacing: number;
  /** UID; empty if unknown. */
  frameOfReference: string;
  /** The stored image, if it is shown pixel for pixel; null for a computed plane. */
  image: ImageFrame | null;
}

/** What to draw of a layer. */
export interface DrawnLayer {
  lines: DrawnLine[];
  texts: Pick<MarkedText, 'text' | 'x' | 'y' | 'unit'>[];
  /** Null: the segment is not in this slice. `other-grid`: it may be, but its pixels are not those of the plane. */
  mask: MaskPlace | 'other-grid' | null;
}

/** x and y of each point, one after the other: in pixels from the centre of the first, or in parts of the displayed area. */
export interface DrawnLine extends Line {
  unit: AnnotationUnit;
}

/** The frame to read for the plane, and where its first pixel lies on it. */
export interface MaskPlace {
  frame: SegmentFrame;
  left: number;
  top: number;
}

/**
 * An image that an overlay names gets it; any other plane gets it by its place if both have one frame of reference. Lines in space must lie within
 * half a slice of the plane; a line halfway between two slices is shown on both.
 */
export function layerOnPlane(layer: OverlayLayer, shown: ShownPlane): DrawnLayer {
  const isHere = ({ references }: { references: readonly ImageReference[] }): boolean =>
    shown.image !== null && isReferenced(references, shown.image);
  const isInSpace = isSameSpace(layer.frameOfReference, shown);
  return {
    lines: [
      ...layer.outlines.filter((outline) => isInSpace || isHere(outline)).flatMap((outline) => outlineOnPlane(outline, shown)),
      ...layer.marks.filter(isHere).map((mark) => ({ isClosed: mark.isClosed, ...inUnit(mark) })),
    ],
    texts: layer.texts.filter(isHere).map(({ text, x, y, unit }) => ({ text, x: x - corner(unit), y: y - corner(unit), unit })),
    mask: maskPlace(layer, shown),
  };
}

function isSameSpace(frameOfReference: string, shown: ShownPlane): boolean {
  return frameOfReference !== '' && frameOfReference === shown.frameOfReference;
}

/** Images count from the corner of their first pixel, planes from its centre. */
function corner(unit: AnnotationUnit): number {
  return unit === 'image' ? 0.5 : 0;
}

function inUnit({ points, unit }: { points: Float64Array; unit: AnnotationUnit }): Pick<DrawnLine, 'points' | 'unit'> {
  return { points: points.map((value) => value - corner(unit)), unit };
}

function outlineOnPlane({ points, isClosed }: Line, { plane, sliceSpacing }: ShownPlane): DrawnLine[] {
  const placeOf = (index: number) => placeOn(plane, [points[index * 3]!, points[index * 3 + 1]!, points[index * 3 + 2]!]);
  const isNear = ({ depth }: { depth: number }): boolean => Math.abs(depth) <= sliceSpacing / 2 + ROUNDING_MM;
  // Most outlines are on other slices.
  if (!isNear(placeOf(0))) return [];
  const drawn = new Float64Array((points.length / 3) * 2);
  for (let index = 0; index * 3 < points.length; index += 1) {
    const place = placeOf(index);
    if (!isNear(place)) return [];
    drawn.set([place.x, place.y], index * 2);
  }
  return [{ points: drawn, isClosed, unit: 'image' }];
}

/** Positions are written with about three decimal places. */
const ROUNDING_MM = 0.001;

/**
 * Frames that name the image go before frames in its frame of reference. The nearest is taken, within half a slice of the pane or of the segmentation,
 * whichever is thicker. A frame without a place fits an image of its size that it names.
 */
function maskPlace({ masks, frameOfReference }: OverlayLayer, shown: ShownPlane): DrawnLayer['mask'] {
  const { image } = shown;
  const named = image ? masks.filter(({ references }) => isReferenced(references, image)) : [];
  const candidates = named.length > 0 ? named : isSameSpace(frameOfReference, shown) ? masks : [];
  const placed = candidates.flatMap((frame) => {
    const own = planeOfFrame(frame);
    return own ? [{ frame, own }] : [];
  });
  if (placed.length === 0) return named[0] ? placeBySize(named[0], shown.plane) : null;
  const parallel = placed
    .filter(({ own }) => isParallel(own, shown.plane))
    .map(({ frame, own }) => ({ frame, own, depth: placeOn(shown.plane, own.origin).depth }));
  if (parallel.length === 0) return 'other-grid';
  const nearest = parallel.reduce((best, one) => (Math.abs(one.depth) < Math.abs(best.depth) ? one : best));
  const reach = Math.max(shown.sliceSpacing, nearest.frame.sliceSpacing ?? 0) / 2;
  if (!(Math.abs(nearest.depth) <= reach + ROUNDING_MM)) return null;
  const corner = pixelOfGrid(nearest.own, shown.plane);
  return corner ? { frame: nearest.frame, ...corner } : 'other-grid';
}

/** Null without a place in space. */
function planeOfFrame({ columns, rows, position, orientation, spacing }: SegmentFrame): ImagePlane | null {
  if (!position || !orientation || !spacing) return null;
  const [ax, ay, az, dx, dy, dz] = orientation;
  return {
    width: columns,
    height: rows,
    origin: position,
    right: scaled([ax, ay, az], spacing[0]),
    below: scaled([dx, dy, dz], spacing[1]),
  };
}

function placeBySize(frame: SegmentFrame, { width, height }: ImagePlane): MaskPlace | 'other-grid' {
  return frame.columns === width && frame.rows === height ? { frame, left: 0, top: 0 } : 'other-grid';
}

function isParallel(a: ImagePlane, b: ImagePlane): boolean {
  const [one, other] = [cross(a.right, a.below), cross(b.right, b.below)];
  return Math.abs(dot(one, other)) > (1 - PARALLEL) * length(one) * length(other);
}

/** 1 minus the cosine of about a tenth of a degree. */
const PARALLEL = 1e-6;

/** Of a pixel: pixels that lie closer are the same. */
const SAME_PIXEL = 0.25;

/** The pixel of the plane that is the first of the frame; null unless all pixels of the frame are pixels of the plane. */
function pixelOfGrid(frame: ImagePlane, plane: ImagePlane): { left: number; top: number } | null {
  const [right, bottom] = [frame.width - 1, frame.height - 1];
  const first = placeOn(plane, frame.origin);
  // Sums, to avoid a negative 0.
  const [left, top] = [Math.round(first.x) + 0, Math.round(first.y) + 0];
  const fits = (x: number, y: number): boolean => {
    const place = placeOn(plane, pointOf(frame, x, y));
    return Math.abs(place.x - left - x) < SAME_PIXEL && Math.abs(place.y - top - y) < SAME_PIXEL;
  };
  return fits(0, 0) && fits(right, 0) && fits(0, bottom) ? { left, top } : null;
}

/** The values of a frame (row by row) at the pixels of the plane, row by row; 0 where the frame does not reach. */
export function maskOnPlane(values: Uint8Array, { frame, left, top }: MaskPlace, { width, height }: ImagePlane): Uint8Array<ArrayBuffer> {
  const mask = new Uint8Array(width * height);
  const [from, to] = [Math.max(0, -left), Math.min(frame.columns, width - left)];
  if (from >= to) return mask;
  for (let row = Math.max(0, -top); row < Math.min(frame.rows, height - top); row += 1) {
    const start = row * frame.columns;
    mask.set(values.subarray(start + from, start + to), (top + row) * width + left + from);
  }
  return mask;
}
