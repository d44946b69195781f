import type { Grid } from '#contract/grids.ts';
import { sliceSpaceOf } from '#model/grids/voxel-space.ts';
import type { Line } from '#model/overlays/graphic.ts';
import { length } from '#model/pictures/vector.ts';
import type { OtherStroke } from '#sync/mask-company.ts';
import { LiveMask } from '#features/annotator/masks/live-mask.ts';

/** Strokes are replaced and never changed, so each is outlined once for a slice. */
const outlined = new WeakMap<OtherStroke, Map<number, readonly Line[]>>();

/** The outline of where the pen of somebody was on a slice of the grid. Of a sphere, only the slice of the pen is known to matter. */
export function strokeLines(stroke: OtherStroke, grid: Grid, slice: number, size: { width: number; height: number }): readonly Line[] {
  const known = outlined.get(stroke)?.get(slice);
  if (known) return known;
  const lines = outlineOf(stroke, grid, slice, size);
  const ofStroke = outlined.get(stroke) ?? new Map<number, readonly Line[]>();
  outlined.set(stroke, ofStroke.set(slice, lines));
  return lines;
}

function outlineOf({ points, radiusMm }: OtherStroke, grid: Grid, slice: number, { width, height }: { width: number; height: number }) {
  const steps = sliceSpaceOf(grid, slice)?.steps;
  const here = points.filter(([, , z]) => Math.round(z) === slice);
  if (steps === undefined || here.length === 0) return [];
  const pixelMm = { width: length(steps[0]), height: length(steps[1]) };
  const live = new LiveMask(width, height, null);
  let before = here[0]!;
  for (const point of here) {
    const [from, to] = [before, point].map(([x, y]) => ({ x, y })) as [{ x: number; y: number }, { x: number; y: number }];
    live.stamp(from, to, { radiusMm, pixelMm, isSet: true, isAllowed: null });
    before = point;
  }
  return live.lines;
}
