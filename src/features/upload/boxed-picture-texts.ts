import type { BurnedIn, PictureBox } from '#model/burned-in.ts';
import { formatCount, formatCountOf } from '#ui/format.ts';

/** Words of the boxes over a picture. */
export const BOX_TEXTS = {
  notAName: 'Not a name',
  draw: 'Draw a box',
  remove: 'Remove the box',
  takeBack: 'Take the boxes back',
  slice: 'Picture',
  all: 'A box holds for all pictures of this series.',
  drag: 'Drag over the text. Press the button again for a box that the arrow keys move, with Shift its size.',
} as const;

/** What is done with the boxes that are drawn; `saved`: how many are black already. */
export function blackOutText(boxes: number, saved: number): string {
  return boxes === 0 && saved > 0 ? BOX_TEXTS.takeBack : `Black out ${formatCountOf(boxes, 'box', 'boxes')}`;
}

/** While the boxes on the picture are not those that are kept. Without the button nothing is uncovered, and nothing that was drawn is lost. */
export function unsaidText(boxes: number, saved: number): string {
  return boxes === 0 && saved > 0
    ? 'Not taken back yet: where this report is closed without it, what was black stays black.'
    : 'Not black yet. Where this report is closed without it, what is drawn leaves black all the same.';
}

/** Said once the report is closed. */
export function closedText(boxes: number, series: string): string {
  const [drawn, leave] = boxes === 1 ? ['One box was', 'It leaves'] : [`${formatCount(boxes)} boxes were`, 'They leave'];
  return `${drawn} drawn over ${series} and not pressed. ${leave} black as well.`;
}

export function saidText({ boxes, isClean }: BurnedIn): string {
  const black =
    boxes.length === 1
      ? '1 box leaves black in every picture of this series.'
      : `${formatCountOf(boxes.length, 'box', 'boxes')} leave black in every picture of this series.`;
  return [boxes.length > 0 ? black : '', isClean ? CLEAN : ''].filter((part) => part !== '').join(' ');
}

const CLEAN = 'You said that no name stands in what is left; the files say so too.';

/** For who hears it. */
export function boxLabel(n: number, of: number, { row, column, rows, columns }: PictureBox): string {
  return `Box ${n + 1} of ${of}: row ${row}, column ${column}, ${rows} rows, ${columns} columns. Arrows move it, with Shift its size, Delete removes it.`;
}
