import { type NoSlice, isNoSlice } from '#model/pictures/no-slice.ts';
import { transfer } from 'comlink';
import { pointsToTable, type ColourTable } from '#imaging/render/colour-table.ts';
import { drawFrame } from '#imaging/render/draw-frame.ts';
import { countValues, type Counted } from '#imaging/render/histogram.ts';
import { withModalityLut } from '#imaging/render/look.ts';
import { pixelProportions } from '#imaging/render/tile-size.ts';
import { fileWindow, type Window } from '#imaging/render/window.ts';
import { orientationLetters } from '#model/pictures/orientation-letters.ts';
import { pointsInValues, type Curve } from '#model/transfer-functions/curve.ts';
import { FrameCache } from '#workers/series/frame-cache.ts';
import { SeriesOpener, toNoSlice } from '#workers/series/series-opener.ts';
import { factsOf, spacingOf } from '#workers/series/slice-facts.ts';
import type { ReadSlice, SliceReader } from '#workers/series/slice-reader.ts';
import type { SeriesSource, SliceField, SliceVideo } from '#workers/series/types.ts';
import type { DrawnSlice, DrawWish, OpenedSeries, SeriesHistogram } from './types.ts';

/** Slices that are decoded ahead of the current one. */
const LOOK_AHEAD = 3;

/** Slices in which values are counted, evenly spaced: the whole series would have to be loaded first. */
const COUNTED_SLICES = 9;

/** Draws the slices of one series at their stored size. Closing it ends its thread. */
export class ViewerWorker {
  readonly #opener: SeriesOpener;
  #series: Looked | null = null;
  #opened = 0;

  constructor(userId: number) {
    this.#opener = new SeriesOpener(userId);
  }

  /** Opens a series and closes the previous one. */
  async open(source: SeriesSource): Promise<OpenedSeries | NoSlice> {
    this.#opened += 1;
    const id = this.#opened;
    const reader = await this.#opener.open(source);
    if (isNoSlice(reader)) return reader;
    const cache = new FrameCache((slice) => reader.read(slice).catch(toNoSlice));
    if (id === this.#opened) this.#series = { id, reader, cache, last: null, wishes: 0, firstWindow: null, histogram: null, table: null };
    return { id, slices: reader.slices, isCine: reader.isCine };
  }

  /** One slice as requested, or why it cannot be drawn: others may still have an image (PREV-014). */
  async draw(id: number, wish: DrawWish): Promise<DrawnSlice | NoSlice> {
    const series = this.#series;
    if (series?.id !== id || wish.slice < 0 || wish.slice >= series.reader.slices) return { noPicture: 'gone' };
    series.wishes += 1;
    const read = await series.cache.get(wish.slice);
    const direction = series.last === null || wish.slice >= series.last ? 1 : -1;
    series.last = wish.slice;
    void lookAhead(series, wish.slice, direction);
    if (isNoSlice(read)) return read;
    const table = wish.curve && read.frame.kind === 'grey' ? await tableOf(series, wish.curve) : null;
    const drawn = drawRead(series, read, wish, table);
    return transfer(drawn, [drawn.pixels.buffer]);
  }

  /** How often values occur in the series. */
  async histogram(id: number): Promise<SeriesHistogram | NoSlice> {
    const series = this.#series;
    return series?.id === id ? histogramOf(series) : { noPicture: 'gone' };
  }

  /** Values in the file of a slice. */
  async fields(id: number, slice: number): Promise<SliceField[] | NoSlice> {
    const series = this.#series;
    return series?.id === id ? series.reader.fields(slice).catch(toNoSlice) : { noPicture: 'gone' };
  }

  /** The video stream of a slice. */
  async video(id: number, slice: number): Promise<SliceVideo | NoSlice> {
    const series = this.#series;
    if (series?.id !== id || !series.reader.video) return { noPicture: 'gone' };
    return series.reader.video(slice).catch(toNoSlice);
  }
}

interface Looked {
  id: number;
  reader: SliceReader;
  cache: FrameCache;
  /** The slice requested last. */
  last: number | null;
  /** Number of requests: decoding ahead stops when another slice is requested. */
  wishes: number;
  /** Computed from the slice that was shown first, if the files have no window. A new one for each slice would flicker. */
  firstWindow: Window | null;
  /** Counted when it is first needed. */
  histogram: Promise<SeriesHistogram | NoSlice> | null;
  /** Colours of the curve that was used last. */
  table: { key: string; colours: ColourTable } | null;
}

/** Null if a curve in percent cannot be placed because no slice could be counted. */
async function tableOf(series: Looked, curve: Curve): Promise<ColourTable | null> {
  const key = JSON.stringify(curve);
  if (series.table?.key === key) return series.table.colours;
  const range = curve.unit === 'percent' ? await histogramOf(series) : { low: 0, high: 0 };
  if (isNoSlice(range)) return null;
  const colours = pointsToTable(pointsInValues(curve, range));
  series.table = { key, colours };
  return colours;
}

function histogramOf(series: Looked): Promise<SeriesHistogram | NoSlice> {
  series.histogram ??= countSlices(series).then((counted) => {
    // Out of reach for now: counted again when it is next needed.
    if (isNoSlice(counted)) series.histogram = null;
    return counted;
  });
  return series.histogram;
}

async function countSlices({ reader, cache }: Looked): Promise<SeriesHistogram | NoSlice> {
  const count = Math.min(COUNTED_SLICES, reader.slices);
  const images: Counted[] = [];
  let failed: NoSlice = { noPicture: 'pixels' };
  for (let index = 0; index < count; index += 1) {
    const read = await cache.get(Math.floor(((index + 0.5) * reader.slices) / count));
    if (isNoSlice(read)) failed = read;
    else if (read.frame.kind === 'grey') {
      const { rescaleSlope, rescaleIntercept } = withModalityLut(read.description);
      images.push({ samples: read.frame.samples, rescaleSlope, rescaleIntercept });
    }
  }
  return countValues(images) ?? failed;
}

async function lookAhead(series: Looked, from: number, direction: 1 | -1): Promise<void> {
  const { wishes, reader, cache } = series;
  for (let step = 1; step <= LOOK_AHEAD; step += 1) {
    const next = from + step * direction;
    if (series.wishes !== wishes || next < 0 || next >= reader.slices) return;
    await cache.get(next);
  }
}

function drawRead(series: Looked, { frame, description, startWindow }: ReadSlice, wish: DrawWish, table: ColourTable | null): DrawnSlice {
  const { slice, isInverted, spare } = wish;
  const isMade = fileWindow(description) === null && !(frame.kind === 'grey' && frame.voiLut);
  const start = isMade ? (series.firstWindow ?? startWindow) : null;
  const window = wish.window === 'stored' ? start : wish.window;
  const drawn = drawFrame(frame, description, {
    isInverted,
    ...(window ? { window } : {}),
    ...(spare ? { spare } : {}),
    ...(table ? { table } : {}),
  });
  if (isMade && wish.window === 'stored') series.firstWindow ??= drawn.window;
  const [rowSpacing, columnSpacing] = pixelProportions(description);
  return {
    slice,
    width: drawn.width,
    height: drawn.height,
    pixels: drawn.pixels,
    window: frame.kind === 'grey' && !table ? drawn.window : null,
    hasCurve: table !== null,
    pixelAspect: rowSpacing / columnSpacing,
    spacingMm: spacingOf(description),
    letters: orientationLetters(description.imageOrientationPatient),
    facts: factsOf(description),
  };
}
