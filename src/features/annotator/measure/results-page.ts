import { t } from '#language/t.ts';
import { measuredTexts } from '#model/measurements/measured-texts.ts';
import { KIND_NAMES } from './measure-kinds.ts';
import type { StudyMeasurement } from './measure-store.ts';
import { MEASURE_TEXTS } from './texts.ts';

/** A key image as it leaves: the slice with what was measured on it. */
export interface KeyPicture {
  /** As large as `pictureBoxes` says. */
  canvas: OffscreenCanvas;
  caption: string;
  /** Series and slice, and whether it is original. */
  about: string;
}

export interface Results {
  title: string;
  /** Date and modality of the study, and the patient if somebody wants that. */
  lines: readonly string[];
  /** As many as the page has room for. */
  pictures: readonly KeyPicture[];
  /** Key images that are not on the page. */
  morePictures: number;
  measurements: readonly StudyMeasurement[];
  seriesText: (uuid: string) => string;
}

/** A4 with 200 pixels to the inch. */
export const PAGE = { width: 1654, height: 2339 };
const MARGIN = 110;
const INNER = PAGE.width - 2 * MARGIN;
const FOOT = PAGE.height - MARGIN;
const LINE = 34;
/** Key images for which the page has room. */
export const MOST_PICTURES = 4;
const GAP = 30;

/** The columns of the table: where they begin, in parts of the width. */
const COLUMNS = [
  { name: t('No.'), at: 0 },
  { name: t('Measurement'), at: 0.06 },
  { name: t('Value'), at: 0.34 },
  { name: t('Series, slice'), at: 0.58 },
  { name: t('Author, date'), at: 0.79 },
] as const;

/**
 * One page: key images, then the table as far as there is room. What does not fit is counted on the page. Letters are drawn by the browser, so every script
 * that the device has can be read.
 */
export function drawResults(results: Results): OffscreenCanvas {
  const canvas = new OffscreenCanvas(PAGE.width, PAGE.height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, PAGE.width, PAGE.height);
  let y = MARGIN;
  y = write(context, results.title, y + 14, { size: 40, weight: 600 }) + 12;
  for (const line of results.lines) y = write(context, line, y);
  y = drawPictures(context, results, y + GAP);
  drawTable(context, results, y + GAP);
  write(context, FOOTER, FOOT, { size: 24, weight: 600 });
  return canvas;
}

const FOOTER = t('Not for diagnosis. Values are computed from the stored pixels.');

const moreText = (count: number): string =>
  t('{count, plural, one {# measurement} other {# measurements}} more are not on this page; the CSV has all.', { count });

type Context = OffscreenCanvasRenderingContext2D;

/** Returns where the next line begins. */
function write(context: Context, text: string, y: number, { size = 26, weight = 400, x = MARGIN, width = INNER } = {}): number {
  context.font = `${weight} ${size}px 'IBM Plex Sans Variable', 'IBM Plex Sans', system-ui, 'Noto Sans', 'Noto Sans CJK JP', sans-serif`;
  context.fillStyle = '#111';
  context.textBaseline = 'alphabetic';
  context.fillText(fitting(context, text, width), x, y + size);
  return y + Math.max(LINE, size * 1.3);
}

/** Cut with an ellipsis, never squeezed. */
function fitting(context: Context, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  const letters = [...text];
  while (letters.length > 0 && context.measureText(`${letters.join('')}…`).width > width) letters.pop();
  return `${letters.join('')}…`;
}

/** Pixels that each of so many key images has on the page. */
export function pictureBoxes(count: number): { columns: number; width: number; height: number } {
  const columns = Math.min(2, count);
  return { columns, width: Math.floor((INNER - GAP * (columns - 1)) / columns), height: count > 2 ? 420 : 620 };
}

function drawPictures(context: Context, { pictures, morePictures }: Results, top: number): number {
  if (pictures.length === 0) return top;
  const { columns, width, height } = pictureBoxes(pictures.length + morePictures);
  let y = top;
  for (let first = 0; first < pictures.length; first += columns) {
    for (const [column, { canvas, caption, about }] of pictures.slice(first, first + columns).entries()) {
      const x = MARGIN + column * (width + GAP);
      context.drawImage(canvas, x, y);
      write(context, caption, y + height + 6, { weight: 600, x, width, size: 24 });
      write(context, about, y + height + 6 + LINE, { x, width, size: 20 });
    }
    y += height + 6 + 2 * LINE + GAP;
  }
  return morePictures === 0
    ? y
    : write(context, t('{count} more key images are not on this page.', { count: morePictures }), y, { size: 22 });
}

function drawTable(context: Context, { measurements, seriesText }: Results, top: number): void {
  const rows = measurements.filter(({ kind }) => kind !== 'key-image');
  let y = top;
  cells(
    context,
    COLUMNS.map(({ name }) => [name]),
    y,
    600,
  );
  y += LINE;
  for (const [at, row] of rows.entries()) {
    const values = measuredTexts(row.measured);
    const height = Math.max(2, values.length) * 28 + 14;
    // Room for this row, and for the line that counts the others.
    if (y + height > FOOT - 2 * LINE) {
      write(context, moreText(rows.length - at), y + 6, { size: 22 });
      return;
    }
    context.fillStyle = '#ccc';
    context.fillRect(MARGIN, y, INNER, 2);
    const date = (row.updated_at ?? row.created_at)?.slice(0, 16) ?? MEASURE_TEXTS.waitsForServer;
    cells(
      context,
      [
        [row.number === null ? '–' : String(row.number)],
        [KIND_NAMES[row.kind], row.text],
        values,
        [seriesText(row.series), t('slice {number}', { number: row.slice + 1 })],
        [row.user?.name ?? MEASURE_TEXTS.unknownAuthor, row.updated_at === null ? date : `${date} UTC`],
      ],
      y + 6,
      400,
    );
    y += height;
  }
}

function cells(context: Context, texts: readonly (readonly string[])[], y: number, weight: number): void {
  for (const [column, lines] of texts.entries()) {
    const [at, end] = [COLUMNS[column]!.at, COLUMNS[column + 1]?.at ?? 1];
    for (const [line, text] of lines.entries())
      write(context, text, y + line * 28, { x: MARGIN + at * INNER, width: (end - at) * INNER - 16, size: 22, weight });
  }
}
