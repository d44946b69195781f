import { MOST_BOXES, type PictureBox } from '#model/burned-in.ts';

interface Size {
  rows: number;
  columns: number;
}

/** A place in a picture as it is shown, from 0 to 1 across and down. */
export interface Place {
  across: number;
  down: number;
}

/** The pixels between two places, each whole; null where that is no box but a hand that is not quite still. */
export function boxBetween(one: Place, other: Place, { rows, columns }: Size): PictureBox | null {
  const across = between(one.across * columns, other.across * columns, columns);
  const down = between(one.down * rows, other.down * rows, rows);
  if (across.length < 2 || down.length < 2) return null;
  return { row: down.start, column: across.start, rows: down.length, columns: across.length };
}

function between(one: number, other: number, highest: number): { start: number; length: number } {
  const start = Math.max(0, Math.floor(Math.min(one, other)));
  return { start, length: Math.min(highest, Math.ceil(Math.max(one, other))) - start };
}

/** For who has no pointer: where names stand most often, at the top on the left, then on the right, then below; to be moved from there. */
export function placedBox(before: number, { rows, columns }: Size): PictureBox {
  const height = Math.max(1, Math.round(rows / 8));
  const width = Math.max(1, Math.round(columns / 3));
  const row = (Math.floor(before / 2) % 8) * height;
  return { row: within(row, 0, rows - height), column: before % 2 === 0 ? 0 : columns - width, rows: height, columns: width };
}

/** An arrow moves a box by a hundredth of the picture, together with Shift its right and lower edge; null: the key says nothing. */
export function movedBox(box: PictureBox, key: string, isSizing: boolean, { rows, columns }: Size): PictureBox | null {
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  const across = direction.across * Math.max(1, Math.round(columns / 100));
  const down = direction.down * Math.max(1, Math.round(rows / 100));
  if (isSizing) {
    return { ...box, rows: within(box.rows + down, 1, rows - box.row), columns: within(box.columns + across, 1, columns - box.column) };
  }
  return { ...box, row: within(box.row + down, 0, rows - box.rows), column: within(box.column + across, 0, columns - box.columns) };
}

const DIRECTIONS: Record<string, { across: number; down: number }> = {
  ArrowLeft: { across: -1, down: 0 },
  ArrowRight: { across: 1, down: 0 },
  ArrowUp: { across: 0, down: -1 },
  ArrowDown: { across: 0, down: 1 },
};

function within(value: number, lowest: number, highest: number): number {
  return Math.max(lowest, Math.min(highest, value));
}

/**
 * What is black once the report is closed and nobody pressed the button: what is drawn was meant to cover something, and only the button uncovers what
 * was black. So a box that was moved covers both places.
 */
export function blackAtClose(drawn: readonly PictureBox[], saved: readonly PictureBox[]): readonly PictureBox[] {
  const kept = new Set(saved.map(placeText));
  return [...saved, ...drawn.filter((box) => !kept.has(placeText(box)))].slice(0, MOST_BOXES);
}

function placeText({ row, column, rows, columns }: PictureBox): string {
  return [row, column, rows, columns].join(' ');
}

/** Where it lies over a picture that is shown at any size. */
export function boxStyle(box: PictureBox, { rows, columns }: Size): Record<'left' | 'top' | 'width' | 'height', string> {
  const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`;
  return {
    left: percent(box.column, columns),
    top: percent(box.row, rows),
    width: percent(box.columns, columns),
    height: percent(box.rows, rows),
  };
}
