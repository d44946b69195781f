import { MOST_BOXES, type PictureBox } from '#model/pictures/burned-in.ts';

interface Size {
  rows: number;
  columns: number;
}

/** A position in a displayed picture, from 0 to 1 across and down. */
export interface Place {
  across: number;
  down: number;
}

/** The whole pixels between two positions; null if it is too small to be a box. */
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

/** For keyboard users: where names are most often, top left, then top right, then below; to be moved from there. */
export function placedBox(before: number, { rows, columns }: Size): PictureBox {
  const height = Math.max(1, Math.round(rows / 8));
  const width = Math.max(1, Math.round(columns / 3));
  const row = (Math.floor(before / 2) % 8) * height;
  return { row: within(row, 0, rows - height), column: before % 2 === 0 ? 0 : columns - width, rows: height, columns: width };
}

/** An arrow key moves a box by a hundredth of the picture; with Shift it moves the right or lower edge. Null for other keys. */
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
 * The boxes to save when the report is closed without pressing the button: drawn boxes were meant to cover something, and only the button
 * uncovers saved ones. So a box that was moved covers both positions.
 */
export function blackAtClose(drawn: readonly PictureBox[], saved: readonly PictureBox[]): readonly PictureBox[] {
  const kept = new Set(saved.map(placeText));
  return [...saved, ...drawn.filter((box) => !kept.has(placeText(box)))].slice(0, MOST_BOXES);
}

function placeText({ row, column, rows, columns }: PictureBox): string {
  return [row, column, rows, columns].join(' ');
}

/** Its position over a picture of any displayed size. */
export function boxStyle(box: PictureBox, { rows, columns }: Size): Record<'left' | 'top' | 'width' | 'height', string> {
  const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`;
  return {
    left: percent(box.column, columns),
    top: percent(box.row, rows),
    width: percent(box.columns, columns),
    height: percent(box.rows, rows),
  };
}
