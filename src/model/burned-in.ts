import type { DeidentifyRules } from './deidentified.ts';

/** A box in a picture, in its pixels: where it begins, from 0, and how large it is. */
export interface PictureBox {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

/** What a person has said of text in the pictures of a series: for all images of these rows and columns, and all their frames. */
export interface BurnedIn {
  rows: number;
  columns: number;
  /** To be black. */
  boxes: readonly PictureBox[];
  /** What is left names nobody. */
  isClean: boolean;
}

/** More than anybody draws. */
export const MOST_BOXES = 50;

/** What of it lies in the picture, in whole pixels; boxes without a pixel are none. */
export function withinPicture({ rows, columns, boxes, isClean }: BurnedIn): BurnedIn {
  const within = boxes.slice(0, MOST_BOXES).map((box) => {
    const [row, column] = [clamp(box.row, rows), clamp(box.column, columns)];
    return { row, column, rows: clamp(box.row + box.rows, rows) - row, columns: clamp(box.column + box.columns, columns) - column };
  });
  return { rows, columns, boxes: within.filter((box) => box.rows > 0 && box.columns > 0), isClean };
}

function clamp(value: number, highest: number): number {
  return Math.max(0, Math.min(highest, Math.round(value)));
}

/** What a person has decided of a series that leaves without names. */
export interface SaidOfSeries {
  burnedIn?: BurnedIn | null | undefined;
  /** What converters read stays in it, whatever its team usually does. */
  keepsForConversion?: boolean | undefined;
}

/** By what a series is made: the rules of its team, and what was said of it. */
export function madeBy({ tag }: Pick<DeidentifyRules, 'tag'>, { burnedIn, keepsForConversion = false }: SaidOfSeries): string {
  return [byPictures(tag, burnedIn), ...(keepsForConversion ? ['conversion'] : [])].join(' ');
}

function byPictures(tag: string, burnedIn: BurnedIn | null | undefined): string {
  if (!burnedIn || (burnedIn.boxes.length === 0 && !burnedIn.isClean)) return tag;
  const { rows, columns, boxes, isClean } = burnedIn;
  const places = boxes.map((box) => [box.row, box.column, box.rows, box.columns].join(','));
  return [tag, `${rows}x${columns}`, isClean ? 'clean' : 'unsaid', ...places.toSorted()].join(' ');
}
