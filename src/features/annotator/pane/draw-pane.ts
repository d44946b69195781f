import type { Line } from '#model/pictures/reference-line.ts';
import { drawOverlays } from '#features/annotator/overlays/draw-overlays.ts';
import type { LayerOnPicture } from '#features/annotator/overlays/overlay-store.ts';
import type { OnScreen } from './pane-screen.ts';
import { matrixOf, scaleOf, sheetOf, toCell, type Laid } from './sheet.ts';

/** CSS pixels for a pixel of the picture: from so many on its edges are what a person wants to see, and they are not smoothed away. */
const SHARP_FROM = 6;

/** Smaller pictures are averaged first. That makes copies of a picture at lower resolutions, in vain for a larger one, and again after each change. */
const COARSE_BELOW = 0.75;

interface Drawing {
  cell: { width: number; height: number };
  shown: OnScreen | null;
  laid: Laid;
  isSmooth: boolean;
  /** Over the picture, pixel by pixel. */
  fused: { canvas: HTMLCanvasElement; opacity: number } | null;
  overlays: readonly LayerOnPicture[];
  /** In pixels of the picture. */
  lines: readonly Line[];
  /** The crosshair. */
  mark: { x: number; y: number } | null;
}

/** Paints a pane: its picture, then the overlays and lines over it. */
export function drawPane(canvas: HTMLCanvasElement, { cell, shown, laid, isSmooth, fused, overlays, lines, mark }: Drawing): void {
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null || cell.width === 0 || cell.height === 0) return;
  const ratio = globalThis.devicePixelRatio || 1;
  const [width, height] = [Math.round(cell.width * ratio), Math.round(cell.height * ratio)];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = '#000';
  context.fillRect(0, 0, width, height);
  if (shown === null) return;
  const sheet = sheetOf(shown.picture);
  const [a, b, c, d, e, f] = matrixOf(cell, sheet, laid);
  context.setTransform(a * ratio, b * ratio, c * ratio, d * ratio, e * ratio, f * ratio);
  const zoom = scaleOf(cell, sheet, laid) * sheet.pixel.width * ratio;
  context.imageSmoothingEnabled = isSmooth && zoom < SHARP_FROM;
  context.imageSmoothingQuality = zoom < COARSE_BELOW ? 'medium' : 'low';
  context.drawImage(shown.canvas, 0, 0, sheet.width, sheet.height);
  if (fused !== null) {
    context.globalAlpha = fused.opacity;
    context.drawImage(fused.canvas, 0, 0, sheet.width, sheet.height);
    context.globalAlpha = 1;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const place = (point: { x: number; y: number }) => toCell([a, b, c, d, e, f], sheet, point);
  drawOverlays(context, overlays, place);
  const middle = mark && place(mark);
  for (const { from, to } of lines) drawLine(context, place(from), place(to), middle);
  if (middle && lines.length === 0) drawMark(context, middle);
}

/** Around the crosshair nothing is covered. */
const GAP = 14;
const ARM = 26;

interface Point {
  x: number;
  y: number;
}

function drawLine(context: CanvasRenderingContext2D, from: Point, to: Point, middle: Point | null): void {
  stroke(context, () => {
    const long = Math.hypot(to.x - from.x, to.y - from.y);
    if (long === 0) return;
    const [dx, dy] = [(to.x - from.x) / long, (to.y - from.y) / long];
    const along = middle === null ? -Infinity : (middle.x - from.x) * dx + (middle.y - from.y) * dy;
    const beside = middle === null ? Infinity : Math.abs((middle.x - from.x) * dy - (middle.y - from.y) * dx);
    context.moveTo(from.x, from.y);
    if (beside < GAP && along > 0 && along < long) {
      const [before, after] = [Math.max(0, along - GAP), Math.min(long, along + GAP)];
      context.lineTo(from.x + dx * before, from.y + dy * before);
      context.moveTo(from.x + dx * after, from.y + dy * after);
    }
    context.lineTo(to.x, to.y);
  });
}

function drawMark(context: CanvasRenderingContext2D, { x, y }: Point): void {
  stroke(context, () => {
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      context.moveTo(x + dx * GAP, y + dy * GAP);
      context.lineTo(x + dx * ARM, y + dy * ARM);
    }
  });
}

/** White on a dark edge, so that it is seen on any picture. */
function stroke(context: CanvasRenderingContext2D, path: () => void): void {
  context.beginPath();
  path();
  context.lineWidth = 3;
  context.strokeStyle = 'rgb(0 0 0 / 35%)';
  context.stroke();
  context.lineWidth = 1;
  context.strokeStyle = 'rgb(255 255 255 / 55%)';
  context.stroke();
}
