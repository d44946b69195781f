import type { Frame, Samples } from '#imaging/frame.ts';
import { tableColour, type ColourTable } from './colour-table.ts';
import { hotIron } from './hot-iron.ts';
import { COLOUR_WINDOW, frameLook, type GreyFrame, type Look, type LookDescription } from './look.ts';
import { paintOverlays } from './paint-overlays.ts';
import type { MeasuredBy, Window } from './window.ts';

/**
 * A frame at its stored size, in the user's window or its default: what a tile shows, but without correcting the proportions, which the screen
 * does. Samples of 8 and 16 bits use a table of colours, so that the window can follow the pointer: 1.5 ms for 512 x 512 and 29 ms for 2500 x 3000
 * on a busy core, against 19 and 520 ms without a table.
 */
export function drawFrame(
  frame: Frame,
  description: LookDescription,
  { window, isInverted = false, isGrey = false, spare, table }: FrameOptions = {},
): DrawnFrame {
  const { columns: width, rows: height } = frame;
  const pixels = pixelsFor(width * height, spare);
  const colours = new Uint32Array(pixels.buffer);
  const own = frame.kind === 'grey' ? frameLook(frame, description, window) : null;
  const look = own && isGrey ? { ...own, isHotIron: false } : own;
  if (frame.kind === 'rgb') paintColour(frame.samples, colours, isInverted);
  else if (look) paintGrey(frame, colours, table ? tableColours(look, table, isInverted) : lookColours(look, isInverted));
  const size = { width, height };
  if (frame.overlays) paintOverlays(pixels, size, size, frame.overlays);
  return { ...size, pixels, window: look?.window ?? COLOUR_WINDOW };
}

export interface FrameOptions {
  /** Replaces the default window of the image. Colour has none. */
  window?: Window | MeasuredBy;
  /** Inverted in addition to what the file requests. Overlays stay white. */
  isInverted?: boolean;
  /** In grey, also where images of its kind are usually shown in colours (PET). */
  isGrey?: boolean;
  /** Replaces the window: values have the colours of the table. Colour images are unchanged. */
  table?: ColourTable;
  /** Pixels of an earlier image that is no longer needed. They are overwritten if the size is right. */
  spare?: ArrayBuffer;
}

export interface DrawnFrame {
  width: number;
  height: number;
  /** width x height x 4: red, green, blue, alpha. */
  pixels: Uint8ClampedArray<ArrayBuffer>;
  window: Window;
}

function pixelsFor(count: number, spare: ArrayBuffer | undefined): Uint8ClampedArray<ArrayBuffer> {
  return new Uint8ClampedArray(spare?.byteLength === count * 4 ? spare : new ArrayBuffer(count * 4));
}

/** The colour of a stored value. */
type ColourOf = (stored: number) => number;

function paintGrey({ samples }: GreyFrame, colours: Uint32Array, { exactly, quickly, byLine }: GreyColours): void {
  const range = samples.BYTES_PER_ELEMENT <= 2 ? rangeOf(samples) : null;
  if (range && samples.length >= range.highest - range.lowest) {
    const table = new Uint32Array(range.highest - range.lowest + 1);
    for (let entry = 0; entry < table.length; entry += 1) table[entry] = exactly(range.lowest + entry);
    for (let pixel = 0; pixel < colours.length; pixel += 1) colours[pixel] = table[(samples[pixel] as number) - range.lowest] as number;
  } else if (byLine) {
    paintByLine(samples, colours, byLine);
  } else {
    for (let pixel = 0; pixel < colours.length; pixel += 1) colours[pixel] = quickly(samples[pixel] as number);
  }
}

interface GreyLine {
  factor: number;
  offset: number;
  /** The colour of each grey. */
  table: Uint32Array;
}

/** Without a call for each pixel: planes through a volume have fractions, and follow the pointer as well. No value is transparent. */
function paintByLine(samples: Samples, colours: Uint32Array, { factor, offset, table }: GreyLine): void {
  for (let pixel = 0; pixel < colours.length; pixel += 1) {
    const grey = (samples[pixel] as number) * factor + offset;
    if (grey <= 0) colours[pixel] = table[0] as number;
    else if (grey >= 255) colours[pixel] = table[255] as number;
    // Neither of both, and not itself: NaN.
    else colours[pixel] = Number.isNaN(grey) ? 0 : (table[Math.round(grey)] as number);
  }
}

interface GreyColours {
  exactly: ColourOf;
  /** The same with rounding, for images with more values than pixels. */
  quickly: ColourOf;
  /** The same for a window; absent for tables and thresholds. */
  byLine?: GreyLine;
}

function lookColours(look: Look, isInverted: boolean): GreyColours {
  const colourOf = createColourOf(look, isInverted);
  const table = Uint32Array.from({ length: 256 }, (_, grey) => colourOf(grey));
  return {
    exactly: (stored) => colourOf(look.greyOf(stored)),
    quickly: (stored) => table[Math.round(look.greyOf(stored))] as number,
    ...(look.line ? { byLine: { ...look.line, table } } : {}),
  };
}

function tableColours({ valueOf }: Look, table: ColourTable, isInverted: boolean): GreyColours {
  const colourOf: ColourOf = (stored) => tableColour(table, valueOf(stored), isInverted);
  return { exactly: colourOf, quickly: colourOf };
}

interface Range {
  lowest: number;
  highest: number;
}

/** Ranges of frames that stay decoded while the window is dragged: searching 7.5 million samples takes as long as painting them. */
const knownRanges = new WeakMap<Samples, Range>();

function rangeOf(samples: Samples): Range {
  const known = knownRanges.get(samples);
  if (known) return known;
  let lowest = Infinity;
  let highest = -Infinity;
  for (let index = 0; index < samples.length; index += 1) {
    const value = samples[index] as number;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  knownRanges.set(samples, { lowest, highest });
  return { lowest, highest };
}

/** One pixel in the byte order of ImageData, whatever the machine's byte order. */
function createColourOf(look: Look, isInverted: boolean): (grey: number) => number {
  const bytes = new Uint8ClampedArray(4).fill(255);
  const word = new Uint32Array(bytes.buffer);
  return (grey) => {
    const shown = isInverted ? 255 - grey : grey;
    if (look.isHotIron) bytes.set(hotIron(shown));
    else bytes.fill(shown, 0, 3);
    return word[0] as number;
  };
}

function paintColour(samples: Uint8Array, colours: Uint32Array, isInverted: boolean): void {
  const pixels = new Uint8Array(colours.buffer);
  const turned = isInverted ? 255 : 0;
  for (let from = 0, to = 0; to < pixels.length; from += 3, to += 4) {
    pixels[to] = (samples[from] as number) ^ turned;
    pixels[to + 1] = (samples[from + 1] as number) ^ turned;
    pixels[to + 2] = (samples[from + 2] as number) ^ turned;
    pixels[to + 3] = 255;
  }
}
