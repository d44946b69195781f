import { pointAt, type CurvePoint } from '#model/transfer-functions/curve.ts';
import { hotIron } from './hot-iron.ts';
import type { Window } from './window.ts';

/** Colours of values at equal distances, for a graphics processor to look up. */
export interface LookTable {
  /** Red, green, blue and opacity of each, 0 to 255. */
  pixels: Uint8Array<ArrayBuffer>;
  /** Values of the first and the last one. */
  low: number;
  high: number;
}

const SHADES = 256;
const CURVE_STEPS = 1024;

/** Greys of a window, or the colours of hot iron; the opacity grows with their square, so that what is faint does not hide what is behind it. */
export function windowTable({ center, width }: Window, { isInverted, isHot }: { isInverted: boolean; isHot: boolean }): LookTable {
  const pixels = new Uint8Array(4 * SHADES);
  for (let shade = 0; shade < SHADES; shade += 1) {
    const shown = isInverted ? SHADES - 1 - shade : shade;
    const colour = isHot ? hotIron(shown) : [shown, shown, shown];
    for (const [channel, part] of [...colour, shade ** 2 / (SHADES - 1)].entries())
      pixels[4 * shade + channel] = Math.min(255, Math.max(0, part));
  }
  return { pixels, low: center - width / 2, high: center + width / 2 };
}

/** The colours of points between two values. `points` is not empty, and its values increase. */
export function curveTable(points: readonly CurvePoint[], low: number, high: number): LookTable {
  const pixels = new Uint8Array(4 * CURVE_STEPS);
  for (let step = 0; step < CURVE_STEPS; step += 1) {
    const { rgb, opacity } = pointAt(points, low + ((high - low) * step) / (CURVE_STEPS - 1));
    pixels.set([...rgb.map(Math.round), Math.round(opacity * 255)], 4 * step);
  }
  return { pixels, low, high };
}
