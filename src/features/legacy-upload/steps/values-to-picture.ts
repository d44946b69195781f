import type { Pixels } from '#ui/upload/TileCanvas.tsx';

interface StoredValues {
  /** 16 bits, signed, row by row (CALL-046). */
  values: Int16Array;
  columns: number;
  rows: number;
}

/** Largest side of a thumbnail, px: twice the displayed size, for dense screens. */
const SIDE = 96;

/**
 * A grey thumbnail of stored values. The call returns neither window nor rescale, so the window spans the 1st to the 99th percentile of the
 * picture's values. Null if there are fewer values than its size requires.
 */
export function valuesToPicture({ values, columns, rows }: StoredValues): Pixels | null {
  if (columns < 1 || rows < 1 || values.length < columns * rows) return null;
  const scale = Math.min(1, SIDE / Math.max(columns, rows));
  const [width, height] = [Math.max(1, Math.round(columns * scale)), Math.max(1, Math.round(rows * scale))];
  const small = new Int16Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const row = Math.min(rows - 1, Math.floor((y + 0.5) / scale)) * columns;
    for (let x = 0; x < width; x += 1) small[y * width + x] = values[row + Math.min(columns - 1, Math.floor((x + 0.5) / scale))] ?? 0;
  }
  const sorted = small.toSorted();
  const low = sorted[Math.floor(sorted.length * 0.01)] ?? 0;
  const high = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (const [at, value] of small.entries()) {
    const grey = high > low ? (255 * (value - low)) / (high - low) : 128;
    pixels.set([grey, grey, grey, 255], at * 4);
  }
  return { width, height, pixels };
}
