import type { DeidentifyRules } from '#model/uploads/deidentified.ts';

/** A redaction box in the pixels of an image: its origin, from 0, and its size. */
export interface PictureBox {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

/** The user's decisions about text in the images of a series: for all images with these rows and columns, and all frames. */
export interface BurnedIn {
  rows: number;
  columns: number;
  /** To be painted black. */
  boxes: readonly PictureBox[];
  /** The rest identifies nobody. */
  isClean: boolean;
}

/** More than anyone draws. */
export const MOST_BOXES = 50;

/** The part inside the image, in whole pixels; boxes without a pixel are dropped. */
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

/** The user's decisions for a de-identified series. */
export interface SaidOfSeries {
  burnedIn?: BurnedIn | null | undefined;
  /** Values for converters are kept, whatever the team's settings. */
  keepsForConversion?: boolean | undefined;
}

/** What de-identification of a series depends on: the team's rules, and the decisions for it. */
export function madeBy({ tag }: Pick<DeidentifyRules, 'tag'>, { burnedIn, keepsForConversion = false }: SaidOfSeries): string {
  return [byPictures(tag, burnedIn), ...(keepsForConversion ? ['conversion'] : [])].join(' ');
}

function byPictures(tag: string, burnedIn: BurnedIn | null | undefined): string {
  if (!burnedIn || (burnedIn.boxes.length === 0 && !burnedIn.isClean)) return tag;
  const { rows, columns, boxes, isClean } = burnedIn;
  const places = boxes.map((box) => [box.row, box.column, box.rows, box.columns].join(','));
  return [tag, `${rows}x${columns}`, isClean ? 'clean' : 'unsaid', ...places.toSorted()].join(' ');
}
