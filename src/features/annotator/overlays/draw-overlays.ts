import type { Line } from '#model/overlays/graphic.ts';
import { hasArea } from './layer-look.ts';
import type { LayerOnPicture } from './overlay-store.ts';

interface Point {
  x: number;
  y: number;
}

/** From pixels of the picture to the cell. */
type Place = (point: Point) => Point;

/** In CSS pixels. */
const CONTOUR = 1.5;
const EDGE = 3;
const CROSS = 6;
const FONT_PX = 12;
const CAPTION_GAP = 8;

/** Draws overlays over a picture, the first layer at the bottom. Areas have the edges of their pixels at any zoom: nothing is smoothed. */
export function drawOverlays(context: CanvasRenderingContext2D, layers: readonly LayerOnPicture[], place: Place): void {
  for (const layer of layers) drawLayer(context, layer, place);
}

function drawLayer(context: CanvasRenderingContext2D, { layer, look, lines, texts }: LayerOnPicture, place: Place): void {
  const { kind, colour, caption } = layer;
  const isArea = hasArea(kind);
  const areas = isArea ? lines.filter(isFillable) : [];
  if (areas.length > 0 && look.drawn !== 'outline') {
    context.globalAlpha = look.opacity;
    context.fillStyle = colour;
    context.fill(pathOf(areas, place), 'evenodd');
    context.globalAlpha = 1;
  }
  const outlined = look.drawn === 'fill' ? lines.filter((line) => !areas.includes(line)) : lines;
  // Lines alone need an edge to be seen on bright tissue.
  strokeLines(context, pathOf(outlined, place), colour, !isArea);
  if (caption !== '' && lines[0]) drawText(context, caption, besides(lines[0], place), colour);
  for (const { text, x, y } of texts) drawText(context, text, place({ x, y }), colour);
}

function isFillable({ points, isClosed }: Line): boolean {
  return isClosed && points.length > 4;
}

/** A single point becomes a cross. */
export function pathOf(lines: readonly Line[], place: Place): Path2D {
  const path = new Path2D();
  for (const { points, isClosed } of lines) {
    for (let at = 0; at < points.length; at += 2) {
      const { x, y } = place({ x: points[at]!, y: points[at + 1]! });
      if (points.length === 2) cross(path, x, y);
      else if (at === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    if (isClosed && points.length > 2) path.closePath();
  }
  return path;
}

function cross(path: Path2D, x: number, y: number): void {
  path.moveTo(x - CROSS, y);
  path.lineTo(x + CROSS, y);
  path.moveTo(x, y - CROSS);
  path.lineTo(x, y + CROSS);
}

function strokeLines(context: CanvasRenderingContext2D, path: Path2D, colour: string, hasEdge: boolean): void {
  if (hasEdge) {
    context.lineWidth = EDGE;
    context.strokeStyle = 'rgb(0 0 0 / 55%)';
    context.stroke(path);
  }
  context.lineWidth = CONTOUR;
  context.strokeStyle = colour;
  context.stroke(path);
}

/** To the right of a line, so that its caption does not cover what it marks. */
export function besides({ points }: Line, place: Place): Point {
  let rightmost: Point | null = null;
  for (let at = 0; at < points.length; at += 2) {
    const point = place({ x: points[at]!, y: points[at + 1]! });
    if (rightmost === null || point.x > rightmost.x) rightmost = point;
  }
  return { x: (rightmost?.x ?? 0) + CAPTION_GAP, y: rightmost?.y ?? 0 };
}

function drawText(context: CanvasRenderingContext2D, text: string, { x, y }: Point, colour: string): void {
  context.font = `${FONT_PX}px system-ui, sans-serif`;
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = EDGE;
  context.strokeStyle = 'rgb(0 0 0 / 80%)';
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
}
