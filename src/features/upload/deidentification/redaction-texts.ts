import type { BurnedIn, PictureBox } from '#model/pictures/burned-in.ts';
import { formatCount, formatCountOf } from '#ui/format.ts';

/** Texts of the redaction boxes. */
export const REDACTION_TEXTS = {
  notAName: 'Not a name',
  draw: 'Draw a box',
  remove: 'Remove the box',
  takeBack: 'Take the boxes back',
  slice: 'Picture',
  all: 'A box holds for all pictures of this series.',
  drag: 'Drag over the text. Press the button again for a box that the arrow keys move, with Shift its size.',
} as const;

/** The button for the drawn boxes; `saved`: how many are already saved. */
export function blackOutText(boxes: number, saved: number): string {
  return boxes === 0 && saved > 0 ? REDACTION_TEXTS.takeBack : `Redact ${formatCountOf(boxes, 'box', 'boxes')}`;
}

/** While drawn and saved boxes differ. Without the button nothing is uncovered, and no drawn box is lost. */
export function unsaidText(boxes: number, saved: number): string {
  return boxes === 0 && saved > 0
    ? 'Not taken back yet: where this report is closed without it, what was black stays black.'
    : 'Not black yet. Where this report is closed without it, what is drawn leaves black all the same.';
}

/** Announced after the report was closed. */
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

/** For screen readers. */
export function boxLabel(n: number, of: number, { row, column, rows, columns }: PictureBox): string {
  return `Box ${n + 1} of ${of}: row ${row}, column ${column}, ${rows} rows, ${columns} columns. Arrows move it, with Shift its size, Delete removes it.`;
}
