import { clearedCanvas, type OnPicture } from '#features/annotator/masks/draw-masks.ts';
import { pathOf } from '#features/annotator/overlays/draw-overlays.ts';
import { segmentColour } from '#model/segment-colours.ts';
import type { Difference } from './compare-store.ts';

/** The same wherever two segmentations are compared. */
export const COLOUR_A = segmentColour('turquoise');
export const COLOUR_B = segmentColour('orange');

/** What only A has is striped, what only B has dotted, and the contour of B is dotted: the difference is seen without its colour (design.md §19). */
export function drawDifference(canvas: HTMLCanvasElement, on: OnPicture, { onlyA, onlyB, a, b }: Difference): void {
  const cleared = clearedCanvas(canvas, on);
  if (cleared === null) return;
  const { context, place, ratio } = cleared;
  for (const [lines, colour, paint] of [
    [onlyA, COLOUR_A, paintStripes],
    [onlyB, COLOUR_B, paintDots],
  ] as const) {
    const path = pathOf(lines, place);
    context.fillStyle = colour;
    context.globalAlpha = FILL;
    context.fill(path, 'evenodd');
    context.globalAlpha = 1;
    context.fillStyle = patternOf(context, colour, ratio, paint);
    context.fill(path, 'evenodd');
  }
  const [contourA, contourB] = [pathOf(a, place), pathOf(b, place)];
  for (const contour of [contourA, contourB]) drawEdge(context, contour);
  drawContour(context, contourA, COLOUR_A, []);
  // Where both run together, that of A is seen between the dots.
  drawContour(context, contourB, COLOUR_B, DOTS);
}

/** Opacity under a pattern. */
const FILL = 0.22;
/** In CSS pixels. */
const TILE = 8;
const LINE = 1.75;
const EDGE = 3.5;
const DOTS = [0.01, 5];

/** So that a contour is seen on bright tissue. */
function drawEdge(context: CanvasRenderingContext2D, path: Path2D): void {
  context.lineWidth = EDGE;
  context.strokeStyle = 'rgb(0 0 0 / 55%)';
  context.stroke(path);
}

function drawContour(context: CanvasRenderingContext2D, path: Path2D, colour: string, dashes: number[]): void {
  context.setLineDash(dashes);
  context.lineCap = 'round';
  context.lineWidth = LINE + (dashes.length > 0 ? 0.5 : 0);
  context.strokeStyle = colour;
  context.stroke(path);
  context.setLineDash([]);
  context.lineCap = 'butt';
}

type Paint = (context: OffscreenCanvasRenderingContext2D, colour: string) => void;

/** Sharp on every screen: a tile has the pixels of the device. */
function patternOf(context: CanvasRenderingContext2D, colour: string, ratio: number, paint: Paint): CanvasPattern | string {
  const side = Math.max(1, Math.round(TILE * ratio));
  const tile = new OffscreenCanvas(side, side);
  const on = tile.getContext('2d');
  if (on === null) return colour;
  on.scale(side / TILE, side / TILE);
  paint(on, colour);
  const pattern = context.createPattern(tile, 'repeat');
  pattern?.setTransform({ a: TILE / side, d: TILE / side });
  return pattern ?? colour;
}

function paintStripes(context: OffscreenCanvasRenderingContext2D, colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = LINE;
  context.beginPath();
  // The corners belong to the stripes of the neighbouring tiles.
  for (const shift of [-TILE, 0, TILE]) {
    context.moveTo(shift - 1, TILE + 1);
    context.lineTo(shift + TILE + 1, -1);
  }
  context.stroke();
}

function paintDots(context: OffscreenCanvasRenderingContext2D, colour: string): void {
  context.fillStyle = colour;
  for (const at of [TILE / 4, (TILE * 3) / 4]) {
    context.beginPath();
    context.arc(at, at, LINE * 0.95, 0, 2 * Math.PI);
    context.fill();
  }
}
