/** Of the values of a region: darker and brighter ones are left out, so that single pixels do not decide. */
const [LOW, HIGH] = [0.02, 0.98];
const NARROWEST = 1;

interface GreyPicture {
  columns: number;
  rows: number;
  /** Stored values; NaN stands for no value. */
  samples: ArrayLike<number>;
}

interface Corner {
  x: number;
  y: number;
}

/**
 * The window from the 2nd to the 98th percentile of the values in a rectangle between two corners, in pixels from the centre of the first one; at least 1
 * unit wide. Null if no pixel with a value lies in it. Values are `stored * slope + intercept`.
 */
export function windowOfRegion(
  { columns, rows, samples }: GreyPicture,
  a: Corner,
  b: Corner,
  { slope, intercept }: { slope: number; intercept: number },
): { center: number; width: number } | null {
  const [left, right] = [Math.max(0, Math.round(Math.min(a.x, b.x))), Math.min(columns - 1, Math.round(Math.max(a.x, b.x)))];
  const [top, bottom] = [Math.max(0, Math.round(Math.min(a.y, b.y))), Math.min(rows - 1, Math.round(Math.max(a.y, b.y)))];
  if (left > right || top > bottom) return null;
  const values = new Float64Array((right - left + 1) * (bottom - top + 1));
  let count = 0;
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const stored = samples[y * columns + x]!;
      if (Number.isNaN(stored)) continue;
      values[count] = stored * slope + intercept;
      count += 1;
    }
  }
  if (count === 0) return null;
  const sorted = values.subarray(0, count).sort();
  const [low, high] = [sorted[Math.floor(LOW * (count - 1))]!, sorted[Math.ceil(HIGH * (count - 1))]!];
  return { center: (low + high) / 2, width: Math.max(NARROWEST, high - low) };
}
