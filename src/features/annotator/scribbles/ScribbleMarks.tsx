import { voxelSpaceOf, voxelToPatient, type Grid } from '#model/grids/voxel-space.ts';
import { placeOn } from '#model/pictures/image-plane.ts';
import { length } from '#model/pictures/vector.ts';
import { cellPoints, type SeenPane } from '#features/annotator/measure/pane-measuring.ts';
import { useMask } from '#features/annotator/masks/masks-context.tsx';
import { useOpenSeries, useWorkstation } from '#features/annotator/workstation.ts';
import type { Scribble } from '#workers/scribbles/types.ts';
import classes from './ScribbleMarks.module.css';
import { useScribbles } from './use-scribbles.ts';

interface ScribbleMarksProps extends Pick<SeenPane, 'shown' | 'size' | 'pane'> {
  /** CSS pixels for a mm; null if lengths are not known. */
  pixelsPerMm: number | null;
}

/** Strokes on what a pane shows, until they are taken or discarded: inside solid with +, outside barred with −. */
export function ScribbleMarks({ shown, size, pane, pixelsPerMm }: ScribbleMarksProps) {
  const { masks } = useWorkstation();
  const { strokes, live } = useScribbles();
  const mask = useMask((state) => state.mask);
  const current = useMask((state) => state.current);
  const open = useOpenSeries(mask?.series ?? null);
  const all = live === null ? strokes : [...strokes, live];
  if (all.length === 0 || shown === null || mask === null || current === null) return null;
  const isOwn = shown.of.series === mask.series && 'slice' in shown.picture;
  const slice = isOwn && 'slice' in shown.picture ? open?.gridSlices?.[shown.picture.slice] : undefined;
  return all.map((stroke, at) => {
    const points = isOwn ? onSlice(stroke, slice) : onPlane(stroke, mask.source.grid, shown.picture.plane);
    const path = cellPoints({ shown, size, pane }, points);
    const [last] = path.slice(-1);
    if (last === undefined) return null;
    const width = Math.max(3, stroke.widthMm * (pixelsPerMm ?? 1));
    // A dab is a line of no length: its round ends are seen.
    const d = `M${path.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}L${last.x.toFixed(1)} ${last.y.toFixed(1)}`;
    const sign = { x: last.x + width / 2 + 10, y: last.y - width / 2 - 10 };
    return (
      <g
        key={at}
        className={classes.stroke}
        data-scribble={stroke.isInside ? 'inside' : 'outside'}
        style={{ '--segment': masks.colourOf(current) } as object}
      >
        <path d={d} strokeWidth={width + 3} data-edge />
        <path d={d} strokeWidth={width} data-line />
        {!stroke.isInside && <path d={d} strokeWidth={width} strokeDasharray="3 4" data-bars />}
        <circle cx={sign.x} cy={sign.y} r={7} />
        <path d={`M${sign.x - 3.5} ${sign.y}h7${stroke.isInside ? `M${sign.x} ${sign.y - 3.5}v7` : ''}`} data-sign />
      </g>
    );
  });
}

type Points = readonly (readonly [number, number])[];
const NONE: Points = [];

function onSlice({ path }: Scribble, slice: number | undefined): Points {
  return path.every((voxel) => Math.round(voxel[2]) === slice) ? path.map(([column, row]) => [column, row] as const) : NONE;
}

/** Strokes that lie in a plane through the slices: within half a voxel of it. */
function onPlane({ path }: Scribble, grid: Grid, plane: Parameters<typeof placeOn>[0] | null): Points {
  const space = voxelSpaceOf(grid);
  if (space === null || plane === null) return NONE;
  const near = Math.min(...space.steps.map(length)) / 2;
  const places = path.map((voxel) => placeOn(plane, voxelToPatient(space, voxel)));
  return places.every(({ depth }) => Math.abs(depth) <= near) ? places.map(({ x, y }) => [x, y] as const) : NONE;
}
