import type { InstanceDescription } from '#model/instance.ts';
import type { Frame } from '#imaging/frame.ts';
import { resample } from './resample.ts';
import { tileSize, type Size } from './tile-size.ts';
import { defaultWindow, type Window } from './window.ts';
import { toGrey, windowToGreyScale } from './window-to-grey.ts';

/** A small picture of a frame, as a person should first see it: its proportions in millimetres, its own window. */
export function drawTile(frame: Frame, description: TileDescription, { maxSize, window }: TileOptions): DrawnTile {
  const from: Size = { width: frame.columns, height: frame.rows };
  const size = tileSize({ ...description, rows: frame.rows, columns: frame.columns }, maxSize);
  if (frame.kind === 'rgb') return drawColour(frame, from, size);
  return drawGrey(frame, from, size, description, window ?? defaultWindow(description, frame.samples));
}

export type TileDescription = Pick<
  InstanceDescription,
  'pixelSpacing' | 'imagerPixelSpacing' | 'windowCenter' | 'windowWidth' | 'rescaleIntercept' | 'rescaleSlope'
>;

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
function drawGrey(frame: Frame & { kind: 'grey' }, from: Size, size: Size, description: TileDescription, window: Window): DrawnTile {
  const { rescaleSlope, rescaleIntercept } = description;
  const greyScale = windowToGreyScale(window);
  const means = resample(frame.samples, from, size);
  const pixels = new Uint8ClampedArray(means.length * 4).fill(255);
  for (let pixel = 0, at = 0; pixel < means.length; pixel += 1, at += 4) {
    const grey = toGrey((means[pixel] as number) * rescaleSlope + rescaleIntercept, greyScale);
    const shown = frame.isInverted ? 255 - grey : grey;
    pixels[at] = shown;
    pixels[at + 1] = shown;
    pixels[at + 2] = shown;
  }
  return { ...size, pixels, windowCenter: window.center, windowWidth: window.width };
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
