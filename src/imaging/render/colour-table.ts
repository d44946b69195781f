import { colourAt, type CurvePoint } from '#model/transfer-functions/curve.ts';

/** Colours for the values from `low` to `high`, evenly spaced. Values outside have the first or the last colour. */
export interface ColourTable {
  low: number;
  high: number;
  /** One pixel each in the byte order of ImageData, opaque. */
  colours: Uint32Array;
}

/** Enough that no step between two colours is visible, also where a curve rises within a few values. */
const ENTRIES = 4096;

export function pointsToTable(points: readonly CurvePoint[], entries = ENTRIES): ColourTable {
  const [low, high] = [points[0]!.value, points.at(-1)!.value];
  const bytes = new Uint8ClampedArray(entries * 4);
  for (let entry = 0; entry < entries; entry += 1) {
    const rgb = colourAt(points, low + ((high - low) * entry) / (entries - 1));
    bytes.set(rgb, entry * 4);
    bytes[entry * 4 + 3] = 255;
  }
  return { low, high, colours: new Uint32Array(bytes.buffer) };
}

/** `isInverted`: the colours in reverse order. */
export function tableColour({ low, high, colours }: ColourTable, value: number, isInverted: boolean): number {
  const last = colours.length - 1;
  const entry = Math.round(Math.min(1, Math.max(0, (value - low) / (high - low))) * last);
  return colours[isInverted ? last - entry : entry] as number;
}
