import { FITTED } from '#ui/viewer/view-place.ts';
import { EMPTY_PANE } from '#features/annotator/station/pane.ts';
import type { StoredSlice } from '#workers/voxels/types.ts';
import { figuresOn, LINE_HEIGHT, pathOf, pathOfFigure, placeFigures, type PlacedFigure } from './figures.ts';
import type { StudyMeasurement } from './measure-store.ts';

type Context = OffscreenCanvasRenderingContext2D;

/** As on the screen (MeasureLayer.module.css). */
const [LINE, EDGE] = ['#fff', 'rgb(0 0 0 / 75%)'];

/** Measurements of a slice over its picture, which stands fitted in the middle of `size`. What a key image is called is not drawn. */
export function drawFigures(
  context: Context,
  size: { width: number; height: number },
  { series, picture }: { series: string; picture: StoredSlice },
  measurements: readonly StudyMeasurement[],
): void {
  const shown = { of: { ...EMPTY_PANE, series }, picture };
  const figures = figuresOn(shown, { measurements: measurements.filter(({ kind }) => kind !== 'key-image'), draft: null, current: null });
  const laid = { shown, size, pane: { place: FITTED, quarters: 0, isFlipped: false } };
  for (const placed of placeFigures(figures, laid)) drawFigure(context, placed);
}

function drawFigure(context: Context, { figure, lines, label, leader }: PlacedFigure): void {
  const path = new Path2D(pathOfFigure(figure.kind, lines));
  context.lineJoin = 'round';
  stroke(context, path, EDGE, 4);
  stroke(context, path, LINE, 1.75);
  if (leader !== null) {
    context.setLineDash([2, 4]);
    stroke(context, new Path2D(pathOf([leader.from, leader.to])), LINE, 1.25);
    context.setLineDash([]);
  }
  const isLeft = leader !== null && leader.from.x > label.right;
  context.textAlign = isLeft ? 'right' : 'left';
  for (const [at, line] of figure.lines.entries()) {
    const [x, y] = [isLeft ? label.right : label.left, label.top + 13 + at * LINE_HEIGHT];
    context.font = `${at === 0 ? 600 : 400} 13px "IBM Plex Sans Variable", sans-serif`;
    context.lineWidth = 4;
    context.strokeStyle = EDGE;
    context.strokeText(line, x, y);
    context.fillStyle = LINE;
    context.fillText(line, x, y);
  }
  context.textAlign = 'left';
}

function stroke(context: Context, path: Path2D, style: string, width: number): void {
  context.strokeStyle = style;
  context.lineWidth = width;
  context.stroke(path);
}
