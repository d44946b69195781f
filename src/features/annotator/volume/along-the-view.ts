import type { Vector } from '#model/pictures/geometry.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import { dot, moved, scaled } from '#model/pictures/vector.ts';
import type { CutPlane } from '#features/annotator/surfaces/cut-plane.ts';
import type { LookTable } from '#workers/voxels/handle.ts';

/** A line through the patient, from the viewer. */
export interface ViewLine {
  from: Vector;
  /** Length 1. */
  direction: Vector;
  mm: number;
}

/** What of the line is not cut away; null: all of it is. */
export function uncutPart(line: ViewLine, cut: CutPlane | null): ViewLine | null {
  if (cut === null) return line;
  const { from, direction, mm } = line;
  const [behind, slope] = [dot(cut.normal, from) - cut.offsetMm, dot(cut.normal, direction)];
  if (slope === 0) return behind < 0 ? null : line;
  const crossing = -behind / slope;
  const [start, end] = slope > 0 ? [Math.max(0, crossing), mm] : [0, Math.min(mm, crossing)];
  return end <= start ? null : { from: moved(from, direction, start), direction, mm: end - start };
}

/** The line as a picture of one row, with a pixel for each step. */
export function lineAsPlane({ from, direction, mm }: ViewLine, stepMm: number): ImagePlane {
  const across: Vector = Math.abs(direction[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  return { width: Math.max(1, Math.ceil(mm / stepMm)), height: 1, origin: from, right: scaled(direction, stepMm), below: across };
}

/**
 * Which value along the view is seen: the largest one, or the first by which half of the light is stopped. NaN lies outside of the volume. -1: none.
 * `table`: opacities of 1 mm.
 */
export function seenAlong(
  values: ArrayLike<number>,
  { show, table, density, stepMm }: { show: 'max' | 'rendered'; table: LookTable; density: number; stepMm: number },
): number {
  let seen = -1;
  let through = 1;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at]!;
    if (Number.isNaN(value)) continue;
    if (show === 'max') {
      if (seen < 0 || value > values[seen]!) seen = at;
      continue;
    }
    through *= (1 - opacityOf(table, value)) ** (stepMm * density);
    if (through <= 0.5) return at;
  }
  return seen;
}

function opacityOf({ pixels, low, high }: LookTable, value: number): number {
  const last = pixels.length / 4 - 1;
  const at = Math.round(((value - low) / (high - low || 1)) * last);
  return pixels[4 * Math.min(last, Math.max(0, at)) + 3]! / 255;
}
