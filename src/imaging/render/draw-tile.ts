import type { InstanceDescription } from '#model/studies/instance.ts';
import type { Frame } from '#imaging/frame.ts';
import { areaAverage, areaGreys } from './area-average.ts';
import { hotIron } from './hot-iron.ts';
import { COLOUR_WINDOW, frameLook, type GreyFrame, type Look, type LookDescription } from './look.ts';
import { paintOverlays } from './paint-overlays.ts';
import { resample } from './resample.ts';
import { tileSize, type Size } from './tile-size.ts';
import type { Window } from './window.ts';

/** A small image of a frame for the first view: proportions in millimetres, default window. */
export function drawTile(frame: Frame, description: TileDescription, { maxSize, window }: TileOptions): DrawnTile {
  const from: Size = { width: frame.columns, height: frame.rows };
  const size = tileSize({ ...description, rows: frame.rows, columns: frame.columns }, maxSize);
  const tile = frame.kind === 'rgb' ? drawColour(frame, from, size) : drawGrey(frame, from, size, frameLook(frame, description, window));
  if (frame.overlays) paintOverlays(tile.pixels, from, size, frame.overlays);
  return tile;
}

export type TileDescription = LookDescription & Pick<InstanceDescription, 'pixelSpacing' | 'imagerPixelSpacing' | 'pixelAspectRatio'>;

export interface TileOptions {
  /** Width and height at most, in pixels of the tile. */
  maxSize: number;
  /** Replaces the default window. */
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
 * Values are averaged before the window is applied: fewer of them are converted, and a pixel that is half metal and half air has its true average.
 */
function drawGrey(frame: GreyFrame, from: Size, size: Size, look: Look): DrawnTile {
  const window = { windowCenter: look.window.center, windowWidth: look.window.width };
  const line = look.isHotIron ? null : look.line;
  const greys = line && areaGreys(frame.samples, from, size, line);
  if (greys) return { ...size, pixels: greys, ...window };
  const means = areaAverage(frame.samples, from, size) ?? resample(frame.samples, from, size);
  const pixels = new Uint8ClampedArray(means.length * 4).fill(255);
  const drawn = { ...size, pixels, ...window };
  if (line) {
    paintLine(means, line, pixels);
    return drawn;
  }
  for (let pixel = 0, at = 0; pixel < means.length; pixel += 1, at += 4) {
    const grey = Math.fround(look.greyOf(means[pixel] as number));
    if (look.isHotIron) {
      pixels.set(hotIron(grey), at);
    } else {
      pixels[at] = grey;
      pixels[at + 1] = grey;
      pixels[at + 2] = grey;
    }
  }
  return drawn;
}

/** The usual case, in a loop without calls. */
function paintLine(means: Float32Array, { factor, offset }: NonNullable<Look['line']>, pixels: Uint8ClampedArray<ArrayBuffer>): void {
  const colours = new Uint32Array(pixels.buffer);
  for (let pixel = 0; pixel < means.length; pixel += 1) {
    const grey = Math.fround((means[pixel] as number) * factor + offset);
    colours[pixel] = GREY_COLOURS[grey > 0 ? (grey < 255 ? (grey + 0.5) | 0 : 255) : 0] as number;
  }
}

/** Opaque, in the byte order of ImageData. */
const GREY_COLOURS = new Uint32Array(Uint8Array.from({ length: 256 * 4 }, (_, at) => (at % 4 === 3 ? 255 : at >> 2)).buffer);

function drawColour(frame: Frame & { kind: 'rgb' }, from: Size, size: Size): DrawnTile {
  const pixels = new Uint8ClampedArray(size.width * size.height * 4).fill(255);
  for (const channel of [0, 1, 2]) {
    const means = resample(frame.samples, from, size, { first: channel, step: 3 });
    for (let pixel = 0; pixel < means.length; pixel += 1) pixels[pixel * 4 + channel] = means[pixel] as number;
  }
  return { ...size, pixels, windowCenter: COLOUR_WINDOW.center, windowWidth: COLOUR_WINDOW.width };
}
