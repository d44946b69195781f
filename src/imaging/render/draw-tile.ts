import type { InstanceDescription } from '#model/instance.ts';
import { lookUp } from '#imaging/dicom/lookup-tables.ts';
import type { Frame, LookupTable } from '#imaging/frame.ts';
import { hotIron } from './hot-iron.ts';
import { paintOverlays } from './paint-overlays.ts';
import { resample } from './resample.ts';
import { tileSize, type Size } from './tile-size.ts';
import { defaultWindow, fileWindow, isPet, type Window } from './window.ts';
import { toGrey, windowToGreyScale } from './window-to-grey.ts';

/** A small picture of a frame, as a person should first see it: its proportions in millimetres, its own window. */
export function drawTile(frame: Frame, description: TileDescription, { maxSize, window }: TileOptions): DrawnTile {
  const from: Size = { width: frame.columns, height: frame.rows };
  const size = tileSize({ ...description, rows: frame.rows, columns: frame.columns }, maxSize);
  const tile = drawPicture(frame, description, from, size, window);
  if (frame.overlays) paintOverlays(tile.pixels, from, size, frame.overlays);
  return tile;
}

function drawPicture(frame: Frame, description: TileDescription, from: Size, size: Size, window: Window | undefined): DrawnTile {
  if (frame.kind === 'rgb') return drawColour(frame, from, size);
  // Window and table are alternatives (PS3.3 C.11.2.1): where the file has both, its window is what a person can go on from.
  if (frame.voiLut && !window && !fileWindow(description)) return drawByTable(frame, frame.voiLut, from, size, description);
  return drawByWindow(frame, from, size, description, window ?? defaultWindow(withModalityLut(description), frame.samples));
}

export type TileDescription = Pick<
  InstanceDescription,
  | 'pixelSpacing'
  | 'imagerPixelSpacing'
  | 'pixelAspectRatio'
  | 'windowCenter'
  | 'windowWidth'
  | 'rescaleIntercept'
  | 'rescaleSlope'
  | 'modalityLut'
> & { sopClassUid?: string };

export interface TileOptions {
  /** Width and height at most, in pixels of the tile. */
  maxSize: number;
  /** Instead of the window that the picture starts with. */
  window?: Window;
}

export interface DrawnTile {
  width: number;
  height: number;
  /** width x height x 4: red, green, blue, alpha. */
  pixels: Uint8ClampedArray<ArrayBuffer>;
  windowCenter: number;
  windowWidth: number;
}

/**
 * Values are averaged before the window is laid over them: fewer of them to convert, and a pixel half metal and half air stays what it is on
 * average. The window works on rescaled values (PREV-005).
 */
function drawByWindow(frame: GreyFrame, from: Size, size: Size, description: TileDescription, window: Window): DrawnTile {
  const { rescaleSlope, rescaleIntercept } = withModalityLut(description);
  const greyScale = windowToGreyScale(window);
  const means = resample(frame.samples, from, size);
  const greys = means.map((mean) => toGrey(mean * rescaleSlope + rescaleIntercept, greyScale));
  const pixels = greysToPixels(greys, frame, isPet(description));
  return { ...size, pixels, windowCenter: window.center, windowWidth: window.width };
}

/** The window that is told is the span of the table: where a person's own window would begin. */
function drawByTable(frame: GreyFrame, table: LookupTable, from: Size, size: Size, description: TileDescription): DrawnTile {
  const { rescaleSlope, rescaleIntercept } = withModalityLut(description);
  const { first, values, highest } = table;
  const means = resample(frame.samples, from, size);
  const greys = means.map((mean) => (lookUp(table, Math.round(mean * rescaleSlope + rescaleIntercept)) / highest) * 255);
  return {
    ...size,
    pixels: greysToPixels(greys, frame, false),
    windowCenter: first + values.length / 2,
    windowWidth: values.length,
  };
}

type GreyFrame = Frame & { kind: 'grey' };

/** What a modality lookup table made is not rescaled again (PS3.3 C.11.1). */
function withModalityLut(description: TileDescription): TileDescription {
  return description.modalityLut ? { ...description, rescaleSlope: 1, rescaleIntercept: 0 } : description;
}

function greysToPixels(greys: Float32Array, { isInverted }: GreyFrame, isInColour: boolean): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(greys.length * 4).fill(255);
  for (let pixel = 0, at = 0; pixel < greys.length; pixel += 1, at += 4) {
    const shown = isInverted ? 255 - (greys[pixel] as number) : (greys[pixel] as number);
    if (isInColour) pixels.set(hotIron(shown), at);
    else pixels.fill(shown, at, at + 3);
  }
  return pixels;
}

/** Colour is shown as it is; a full window says that none was applied. */
function drawColour(frame: Frame & { kind: 'rgb' }, from: Size, size: Size): DrawnTile {
  const pixels = new Uint8ClampedArray(size.width * size.height * 4).fill(255);
  for (const channel of [0, 1, 2]) {
    const means = resample(frame.samples, from, size, { first: channel, step: 3 });
    for (let pixel = 0; pixel < means.length; pixel += 1) pixels[pixel * 4 + channel] = means[pixel] as number;
  }
  return { ...size, pixels, windowCenter: 128, windowWidth: 256 };
}
