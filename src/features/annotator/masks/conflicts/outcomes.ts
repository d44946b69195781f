import { t } from '#language/t.ts';
import type { ConflictOnSlice } from '#workers/masks/types.ts';

/** What can become of a conflict. `later`: it stays as it is, and is still to be decided. */
export type Outcome = 'mine' | 'theirs' | 'later';

/** In the order of their keys. */
export const OUTCOMES: readonly { outcome: Outcome; key: '1' | '2' | '3'; name: string; act: string }[] = [
  { outcome: 'mine', key: '1', name: t('Mine'), act: t('Keep mine') },
  { outcome: 'theirs', key: '2', name: t('Theirs'), act: t('Keep theirs') },
  { outcome: 'later', key: '3', name: t('As it is'), act: t('Decide later') },
];

/** A part of a slice, in its pixels. */
export interface Crop {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Around what is to be decided, with as much again on each side, square in mm. `pixel`: size of a pixel. */
export function cropOf({ undecided, width, height }: ConflictOnSlice, pixel: { width: number; height: number }): Crop {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const [at, isUndecided] of undecided.entries()) {
    if (isUndecided === 0) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
  }
  if (right <= left) return { left: 0, top: 0, width, height };
  const side = Math.max((right - left) * pixel.width, (bottom - top) * pixel.height, LEAST_PIXELS * pixel.width) * 2;
  const [wide, high] = [side / pixel.width, side / pixel.height];
  return { left: (left + right - wide) / 2, top: (top + bottom - high) / 2, width: wide, height: high };
}

const LEAST_PIXELS = 8;

type Rgb = readonly [red: number, green: number, blue: number];

/** Of the fill of a segment, and of what a pattern sets: 255 is opaque. */
const [FILL, PATTERN] = [72, 255];
const WHITE: Rgb = [255, 255, 255];

/**
 * The segment after an outcome, over a part of the slice, as RGBA of a square with so many pixels on each side. What is to be decided has a white border, and in
 * it mine is striped, theirs dotted, and what stays undecided hatched: the difference is seen without its colour.
 */
export function paintOutcome(on: ConflictOnSlice, outcome: Outcome, crop: Crop, side: number, colour: Rgb): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(side * side * 4);
  const segment = outcome === 'mine' ? on.mine : on.theirs;
  const pixelOf = (x: number, y: number): number => {
    const column = Math.floor(crop.left + ((x + 0.5) * crop.width) / side);
    const row = Math.floor(crop.top + ((y + 0.5) * crop.height) / side);
    return column < 0 || row < 0 || column >= on.width || row >= on.height ? -1 : row * on.width + column;
  };
  const isUndecided = (x: number, y: number): boolean => on.undecided[pixelOf(x, y)] === 1;
  const put = (x: number, y: number, [red, green, blue]: Rgb, alpha: number): void =>
    pixels.set([red, green, blue, alpha], (y * side + x) * 4);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const isSet = segment[pixelOf(x, y)] === 1;
      if (!isUndecided(x, y)) {
        if (isSet) put(x, y, colour, FILL);
      } else if (!isUndecided(x - 1, y) || !isUndecided(x + 1, y) || !isUndecided(x, y - 1) || !isUndecided(x, y + 1))
        put(x, y, WHITE, 255);
      else if (outcome === 'later') {
        if (isHatch(x, y)) put(x, y, WHITE, PATTERN);
      } else if (isSet) put(x, y, colour, (outcome === 'mine' ? isStripe(x, y) : isDot(x, y)) ? PATTERN : FILL);
    }
  return pixels;
}

const isStripe = (x: number, y: number): boolean => (x + y) % 6 < 3;
const isDot = (x: number, y: number): boolean => x % 5 < 2 && y % 5 < 2;
const isHatch = (x: number, y: number): boolean => (x + y) % 6 === 0 || (x - y) % 6 === 0;
