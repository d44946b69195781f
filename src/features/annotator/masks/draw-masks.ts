import { drawOverlays, pathOf } from '#features/annotator/overlays/draw-overlays.ts';
import type { LayerOnPicture } from '#features/annotator/overlays/overlay-store.ts';
import { matrixOf, sheetOf, toCell, type Laid } from '#features/annotator/pane/sheet.ts';
import type { Picture } from '#workers/voxels/types.ts';
import type { ShownMask } from './mask-store.ts';

export interface OnPicture {
  cell: { width: number; height: number };
  picture: Picture | null;
  laid: Laid;
}

interface Drawing extends OnPicture {
  masks: readonly ShownMask[];
}

type Point = { x: number; y: number };

/** Draws segments on a canvas of their own over the picture: while somebody paints, the picture is not drawn again. */
export function drawMasks(canvas: HTMLCanvasElement, { masks, ...on }: Drawing): void {
  const cleared = clearedCanvas(canvas, on);
  if (cleared === null || masks.length === 0) return;
  const { context, place } = cleared;
  const drawn = masks.filter(({ isPreview }) => !isPreview);
  drawOverlays(context, drawn.map(layerOf), place);
  for (const { colour, lines, isPreview, isOthers, isFilled } of masks) {
    if (isFilled) fillLightly(context, pathOf(lines, place), colour);
    if (isPreview) drawDashed(context, pathOf(lines, place), colour, isOthers ? SHORT_DASHES : DASHES);
  }
}

/** The empty canvas in CSS pixels, and where a point of the picture is on it; null without a picture. */
export function clearedCanvas(
  canvas: HTMLCanvasElement,
  { cell, picture, laid }: OnPicture,
): { context: CanvasRenderingContext2D; place: (point: Point) => Point; ratio: number } | null {
  const context = canvas.getContext('2d');
  if (context === null || cell.width === 0 || cell.height === 0) return null;
  const ratio = globalThis.devicePixelRatio || 1;
  const [width, height] = [Math.round(cell.width * ratio), Math.round(cell.height * ratio)];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  if (picture === null) return null;
  const sheet = sheetOf(picture);
  const matrix = matrixOf(cell, sheet, laid);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { context, place: (point) => toCell(matrix, sheet, point), ratio };
}

/** In CSS pixels: long dashes on a dark edge, so that they are seen on bright tissue. */
const DASHES = [8, 5];
/** Long ones mean suggested, nothing else. */
const SHORT_DASHES = [3, 3];

function drawDashed(context: CanvasRenderingContext2D, path: Path2D, colour: string, dashes: number[]): void {
  context.setLineDash(dashes);
  for (const [lineWidth, strokeStyle] of [
    [3.5, 'rgb(0 0 0 / 70%)'],
    [1.5, colour],
  ] as const) {
    Object.assign(context, { lineWidth, strokeStyle });
    context.stroke(path);
  }
  context.setLineDash([]);
}

/** The picture below must still be seen. */
const LIGHTLY = 0.18;

function fillLightly(context: CanvasRenderingContext2D, path: Path2D, colour: string): void {
  Object.assign(context, { globalAlpha: LIGHTLY, fillStyle: colour });
  context.fill(path, 'evenodd');
  context.globalAlpha = 1;
}

/** Drawn as the layers of overlays are. */
function layerOf({ segment, colour, look, lines }: ShownMask): LayerOnPicture {
  const layer = { id: segment, kind: 'segmentation', name: '', number: null, caption: '', values: [], colour, count: 1 } as const;
  return { ...{ id: segment, layer, look, lines, texts: [], problem: null } };
}

/** Nothing would be drawn otherwise. */
export function areSameMasks(a: readonly ShownMask[], b: readonly ShownMask[]): boolean {
  return (
    a.length === b.length &&
    a.every((one, at) => {
      const other = b[at]!;
      return (
        one.segment === other.segment &&
        one.colour === other.colour &&
        one.lines === other.lines &&
        one.isPreview === other.isPreview &&
        (one.look === other.look || one.isPreview === true)
      );
    })
  );
}
