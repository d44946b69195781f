import type { Recognition } from '#model/studies/acquisition.ts';

/** A grey image, row by row from its upper left corner. */
export interface GreyPicture {
  width: number;
  height: number;
  greys: Uint8Array;
}

/** The position of a tile in it. The area under the label is ignored. */
export interface TilePlace {
  left: number;
  top: number;
  size: number;
  label: number;
}

/**
 * The acquisition of a middle slice by its pixels alone. Diffusion-weighted images are dim and blurred; ADC maps are grainy and have high contrast.
 * T2 weighting cannot be distinguished, and the plane of a slice cannot be measured (docs/decisions/429 has the figures), so neither is returned.
 * All criteria of an acquisition must be met, and even then the score is only 0.45, so that any header evidence outweighs it.
 */
export function recogniseTile(picture: GreyPicture, place: TilePlace): Pick<Recognition, 'code' | 'score'> {
  const measures = measureTile(picture, place);
  if (measures === null || measures.sharpness > NOISE_ALONE) return NOTHING;
  const { background, mean, spread, grain } = measures;
  if (background < 0.05 && spread < 0.14 && mean > 0.15 && mean < 0.32) return { code: 'DWI', score: GUESS };
  if (background > 0.35 && spread > 0.23 && grain > 1.4) return { code: 'ADC', score: GUESS };
  return NOTHING;
}

const NOTHING = { code: 'NONE', score: 0 } as const;
const GUESS = 0.45;
/** If neighbours differ as much as any two pixels, the image is only noise. */
const NOISE_ALONE = 0.5;
/** A smaller image cannot be measured. */
const LEAST_PX = 60;

interface TileMeasures {
  /** Proportion of nearly black pixels. */
  background: number;
  /** From 0 to 1. */
  mean: number;
  spread: number;
  /** Difference of neighbours, relative to the spread of all pixels. */
  sharpness: number;
  /** Difference of a pixel from the mean of its neighbours, relative to its difference from each. */
  grain: number;
}

function measureTile(picture: GreyPicture, place: TilePlace): TileMeasures | null {
  const box = boxOf(picture, place);
  if (box.right - box.left < LEAST_PX || box.bottom - box.top < LEAST_PX) return null;
  const grey = (x: number, y: number): number => picture.greys[y * picture.width + x]!;
  const sums = { count: 0, dark: 0, value: 0, square: 0, step: 0, bend: 0 };
  for (let y = box.top + 1; y < box.bottom - 1; y += 1) {
    for (let x = box.left + 1; x < box.right - 1; x += 1) {
      const value = grey(x, y);
      const [left, right, above, below] = [grey(x - 1, y), grey(x + 1, y), grey(x, y - 1), grey(x, y + 1)];
      sums.count += 1;
      if (value < DARK) sums.dark += 1;
      sums.value += value;
      sums.square += value * value;
      sums.step += Math.abs(right - value) + Math.abs(below - value);
      sums.bend += Math.abs(4 * value - left - right - above - below);
    }
  }
  const mean = sums.value / sums.count;
  const spread = Math.sqrt(Math.max(0, sums.square / sums.count - mean * mean));
  if (spread < 1) return null;
  return {
    background: sums.dark / sums.count,
    mean: mean / 255,
    spread: spread / 255,
    sharpness: sums.step / sums.count / 2 / spread,
    grain: sums.bend / Math.max(1, sums.step),
  };
}

const DARK = 20;

/** Without the black area that fills a tile next to a non-square image. */
function boxOf({ greys, width }: GreyPicture, { left, top, size, label }: TilePlace): Record<'left' | 'right' | 'top' | 'bottom', number> {
  const box = { left, right: left + size, top: top + label, bottom: top + size };
  const isBlack = (x0: number, x1: number, y0: number, y1: number): boolean => {
    for (let y = y0; y < y1; y += 1) for (let x = x0; x < x1; x += 1) if (greys[y * width + x] !== 0) return false;
    return true;
  };
  while (box.left < box.right && isBlack(box.left, box.left + 1, box.top, box.bottom)) box.left += 1;
  while (box.right > box.left && isBlack(box.right - 1, box.right, box.top, box.bottom)) box.right -= 1;
  while (box.top < box.bottom && isBlack(box.left, box.right, box.top, box.top + 1)) box.top += 1;
  while (box.bottom > box.top && isBlack(box.left, box.right, box.bottom - 1, box.bottom)) box.bottom -= 1;
  return box;
}
