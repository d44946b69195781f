import { bitsOf, BLOCKS_AT, numberOf, SIZE } from './phantom.ts';

/** A picture of the screen in grey, row by row. */
export interface GreyPicture {
  width: number;
  height: number;
  grey: Uint8Array;
}

/** Where a slice of the phantom is in a picture: its top left corner, pixels of the picture for one of the slice, and what is mirrored. */
export interface SlicePlace {
  x: number;
  y: number;
  scale: number;
  isMirrored: boolean;
  isUpsideDown: boolean;
}

/** Darker is a 0, brighter a 1, and what lies between is neither. */
const [DARK, BRIGHT] = [85, 170];

/** The bit of a block whose middle is at a point of the picture. */
export function bitAt({ width, height, grey }: GreyPicture, x: number, y: number): boolean | null {
  const [column, row] = [Math.round(x), Math.round(y)];
  if (column < 1 || row < 1 || column >= width - 1 || row >= height - 1) return null;
  let sum = 0;
  for (let dy = -1; dy <= 1; dy += 1) for (let dx = -1; dx <= 1; dx += 1) sum += grey[(row + dy) * width + column + dx]!;
  const mean = sum / 9;
  return mean >= BRIGHT ? true : mean <= DARK ? false : null;
}

/** The number of the slice that is shown at a place; null if there is none. */
export function sliceAt(picture: GreyPicture, place: SlicePlace): number | null {
  return numberOf(Array.from({ length: BLOCKS }, (_, block) => blockAt(picture, place, block)));
}

const BLOCKS = BLOCKS_AT.columns * BLOCKS_AT.rows;

function blockAt(picture: GreyPicture, place: SlicePlace, block: number): boolean | null {
  const { x, y, block: side, columns } = BLOCKS_AT;
  const [across, down] = [x + ((block % columns) + 0.5) * side, y + (Math.floor(block / columns) + 0.5) * side];
  const left = (place.isMirrored ? SIZE - across : across) * place.scale;
  const top = (place.isUpsideDown ? SIZE - down : down) * place.scale;
  return bitAt(picture, place.x + left, place.y + top);
}

/** The part of a picture that a slice may be in. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Finds a slice whose number is known, by trial: every viewer lays a slice out in its own way, and two of them mirror it. Null if it is not there.
 * The middle of all places that fit is taken, as it is the farthest from the edges of the blocks.
 */
export function findSlice(picture: GreyPicture, area: Area, slice: number): SlicePlace | null {
  const found: SlicePlace[] = [];
  const bits = bitsOf(slice);
  const largest = Math.min(area.width, area.height) / SIZE;
  for (let scale = largest * 1.02; scale > largest * 0.45; scale -= largest * 0.02) {
    for (let y = area.y - 2; y + SIZE * scale <= area.y + area.height + 4; y += 2) {
      for (let x = area.x - 2; x + SIZE * scale <= area.x + area.width + 4; x += 2) {
        for (const [isMirrored, isUpsideDown] of TURNS) {
          const place = { x, y, scale, isMirrored, isUpsideDown };
          if (bits.every((bit, block) => blockAt(picture, place, block) === bit)) found.push(place);
        }
      }
    }
  }
  const [first] = found;
  if (first === undefined) return null;
  const alike = found.filter((place) => place.isMirrored === first.isMirrored && place.isUpsideDown === first.isUpsideDown);
  const mean = (of: 'x' | 'y' | 'scale'): number => alike.reduce((sum, place) => sum + place[of], 0) / alike.length;
  return { ...first, x: mean('x'), y: mean('y'), scale: mean('scale') };
}

const TURNS = [
  [false, false],
  [true, false],
  [false, true],
  [true, true],
] as const;
