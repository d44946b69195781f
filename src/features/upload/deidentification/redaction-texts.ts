import { t } from '#language/t.ts';
import type { BurnedIn, PictureBox } from '#model/pictures/burned-in.ts';

/** Texts of the redaction boxes. */
export const REDACTION_TEXTS = {
  notAName: t('Not a name'),
  draw: t('Draw a box'),
  remove: t('Remove the box'),
  takeBack: t('Take the boxes back'),
  slice: t('Picture'),
  all: t('A box holds for all pictures of this series.'),
  drag: t('Drag over the text. Press the button again for a box that the arrow keys move, with Shift its size.'),
} as const;

/** The button for the drawn boxes; `saved`: how many are already saved. */
export function blackOutText(boxes: number, saved: number): string {
  return boxes === 0 && saved > 0 ? REDACTION_TEXTS.takeBack : t('Redact {count, plural, one {# box} other {# boxes}}', { count: boxes });
}

/** While drawn and saved boxes differ. Without the button nothing is uncovered, and no drawn box is lost. */
export function unsaidText(boxes: number, saved: number): string {
  return boxes === 0 && saved > 0
    ? t('Not taken back yet: where this report is closed without it, what was black stays black.')
    : t('Not black yet. Where this report is closed without it, what is drawn leaves black all the same.');
}

/** Announced after the report was closed. */
export function closedText(boxes: number, series: string): string {
  return t(
    '{count, plural, one {One box was drawn over {series} and not pressed. It leaves} other {# boxes were drawn over {series} and not pressed. They leave}} black as well.',
    { count: boxes, series },
  );
}

export function saidText({ boxes, isClean }: BurnedIn): string {
  const black = t('{count, plural, one {# box leaves} other {# boxes leave}} black in every picture of this series.', {
    count: boxes.length,
  });
  return [boxes.length > 0 ? black : '', isClean ? CLEAN : ''].filter((part) => part !== '').join(' ');
}

const CLEAN = t('You said that no name stands in what is left; the files say so too.');

/** For screen readers. */
export function boxLabel(n: number, of: number, { row, column, rows, columns }: PictureBox): string {
  return t(
    'Box {n} of {of}: row {row}, column {column}, {rows} rows, {columns} columns. Arrows move it, with Shift its size, Delete removes it.',
    { n: n + 1, of, row, column, rows, columns },
  );
}
