import type { TransferFunction, TransferPoint } from '#contract/transfer-functions.ts';

export type CurvePoint = TransferPoint;

/** What is needed to draw with a transfer function. */
export type Curve = Pick<TransferFunction, 'unit'> & { points: readonly TransferPoint[] };

export type Rgb = readonly [red: number, green: number, blue: number];

/** The colour of a value over black, each part 0 to 255, not rounded. `points` is not empty, and its values increase. */
export function colourAt(points: readonly TransferPoint[], value: number): Rgb {
  const { rgb, opacity } = pointAt(points, value);
  return [rgb[0] * opacity, rgb[1] * opacity, rgb[2] * opacity];
}

/** Colour, each part 0 to 255, not rounded, and opacity of a value. `points` is not empty, and its values increase. */
export function pointAt(points: readonly TransferPoint[], value: number): { rgb: Rgb; opacity: number } {
  const after = points.findIndex((point) => point.value >= value);
  if (after <= 0) {
    const { color, opacity } = points.at(after)!;
    return { rgb: toRgb(color), opacity };
  }
  const [from, to] = [points[after - 1]!, points[after]!];
  const part = (value - from.value) / (to.value - from.value);
  const [low, high] = [toRgb(from.color), toRgb(to.color)];
  return {
    rgb: [0, 1, 2].map((channel) => mixed(low[channel]!, high[channel]!, part)) as unknown as Rgb,
    opacity: mixed(from.opacity, to.opacity, part),
  };
}

/** The points of a curve in the units of a series whose 1st and 99th percentiles are `low` and `high`. */
export function pointsInValues({ unit, points }: Curve, { low, high }: { low: number; high: number }): readonly TransferPoint[] {
  if (unit === 'value') return points;
  // In a series with one value all percentages would be the same.
  const perPercent = high > low ? (high - low) / 100 : 1;
  return points.map((point) => ({ ...point, value: low + point.value * perPercent }));
}

/** The team's default for a modality. */
export function defaultFor<T extends Pick<TransferFunction, 'modality'>>(functions: readonly T[], modality: string): T | null {
  return functions.find((each) => each.modality === modality) ?? null;
}

/** Black to the last colour, as the background of a strip (CSS). */
export function curveToGradient(points: readonly TransferPoint[], steps = 48): string {
  const [first, last] = [points[0]!.value, points.at(-1)!.value];
  const stops = Array.from({ length: steps + 1 }, (_, step) => colourAt(points, first + ((last - first) * step) / steps));
  return `linear-gradient(to right, ${stops.map((rgb) => `rgb(${rgb.map(Math.round).join(' ')})`).join(', ')})`;
}

function toRgb(color: string): Rgb {
  const number = Number.parseInt(color.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

function mixed(from: number, to: number, part: number): number {
  return from + (to - from) * part;
}
