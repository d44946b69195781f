/** A region on a picture, in pixels from the centre of the first one. */
export type Region =
  /** Upright box, from corner to corner. */
  | { shape: 'rectangle'; left: number; top: number; right: number; bottom: number }
  /** Upright, by the radii. */
  | { shape: 'ellipse'; x: number; y: number; radiusX: number; radiusY: number }
  /** Closed by itself. Where it crosses itself, points inside an odd number of its turns belong to it. */
  | { shape: 'polygon'; points: readonly (readonly [number, number])[] };

export interface RegionValues {
  /** Pixels whose centre lies in the region and that have a value. */
  count: number;
  mean: number;
  /** Of these values, not estimated for others: divided by their number. */
  deviation: number;
  lowest: number;
  highest: number;
}

/** Statistics of the pixels whose centre lies in the region or on its edge; null if there are none. NaN stands for no value. */
export function regionValues(values: ArrayLike<number>, width: number, height: number, region: Region): RegionValues | null {
  let [count, mean, squares, lowest, highest] = [0, 0, 0, Infinity, -Infinity];
  const { top, bottom } = boundsOf(region);
  for (let y = Math.max(0, Math.ceil(top)); y <= Math.min(height - 1, Math.floor(bottom)); y += 1) {
    for (const [left, right] of spansOf(region, y)) {
      for (let x = Math.max(0, Math.ceil(left)); x <= Math.min(width - 1, Math.floor(right)); x += 1) {
        const value = values[y * width + x]!;
        if (Number.isNaN(value)) continue;
        // Welford: large values with a small deviation stay exact.
        count += 1;
        const off = value - mean;
        mean += off / count;
        squares += off * (value - mean);
        lowest = Math.min(lowest, value);
        highest = Math.max(highest, value);
      }
    }
  }
  return count === 0 ? null : { count, mean, deviation: Math.sqrt(squares / count), lowest, highest };
}

/** In square pixels. */
export function regionArea(region: Region): number {
  switch (region.shape) {
    case 'rectangle':
      return Math.abs((region.right - region.left) * (region.bottom - region.top));
    case 'ellipse':
      return Math.PI * region.radiusX * region.radiusY;
    case 'polygon':
      return Math.abs(region.points.reduce((sum, [x, y], index) => sum + crossWithNext(region.points, index, x, y), 0)) / 2;
  }
}

function crossWithNext(points: readonly (readonly [number, number])[], index: number, x: number, y: number): number {
  const [nextX, nextY] = points[(index + 1) % points.length]!;
  return x * nextY - nextX * y;
}

function boundsOf(region: Region): { top: number; bottom: number } {
  switch (region.shape) {
    case 'rectangle':
      return { top: Math.min(region.top, region.bottom), bottom: Math.max(region.top, region.bottom) };
    case 'ellipse':
      return { top: region.y - region.radiusY, bottom: region.y + region.radiusY };
    case 'polygon': {
      const along = region.points.map(([, y]) => y);
      return { top: Math.min(...along), bottom: Math.max(...along) };
    }
  }
}

/** The parts of a row of pixels that lie in the region, from left to right. */
function spansOf(region: Region, y: number): (readonly [number, number])[] {
  switch (region.shape) {
    case 'rectangle':
      return [[Math.min(region.left, region.right), Math.max(region.left, region.right)]];
    case 'ellipse': {
      const off = region.radiusY === 0 ? 0 : (y - region.y) / region.radiusY;
      const half = region.radiusX * Math.sqrt(Math.max(0, 1 - off * off));
      return [[region.x - half, region.x + half]];
    }
    case 'polygon':
      return polygonSpans(region.points, y);
  }
}

function polygonSpans(points: readonly (readonly [number, number])[], y: number): (readonly [number, number])[] {
  const crossings: number[] = [];
  for (const [index, [x, from]] of points.entries()) {
    const [nextX, to] = points[(index + 1) % points.length]!;
    // Half open, so that a corner on the row is met once, or by both of its edges where the outline only touches the row.
    if (from <= y === to <= y) continue;
    crossings.push(x + ((y - from) / (to - from)) * (nextX - x));
  }
  crossings.sort((a, b) => a - b);
  return Array.from({ length: crossings.length / 2 }, (_, pair) => [crossings[2 * pair]!, crossings[2 * pair + 1]!] as const);
}
