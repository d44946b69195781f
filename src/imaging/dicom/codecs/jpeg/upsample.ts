import type { Plane } from './coefficients.ts';

/** Samples of one component: `line` is the distance between lines. */
export interface SampledPlane {
  samples: Uint16Array;
  width: number;
  height: number;
  line: number;
}

/**
 * Upsamples a component to the size of the image. 2:1 horizontally, or in both directions, is interpolated with 3/4 and 1/4 like the IJG
 * reference implementation; other ratios are repeated.
 */
export function upsample(plane: SampledPlane, { component }: Plane, most: { across: number; down: number }): SampledPlane {
  const across = most.across / component.across;
  const down = most.down / component.down;
  if (across === 1 && down === 1) return plane;
  if (across === 2 && down === 1 && plane.width > 2) return spreadAcross(plane);
  if (across === 2 && down === 2 && plane.width > 2) return spreadBoth(plane);
  return repeat(plane, across, down);
}

function spreadAcross({ samples, width, height, line }: SampledPlane): SampledPlane {
  const spread = new Uint16Array(width * 2 * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = y * line + x;
      const own = samples[from] as number;
      const [left, right] = [x === 0 ? own : (samples[from - 1] as number), x === width - 1 ? own : (samples[from + 1] as number)];
      const to = y * width * 2 + x * 2;
      spread[to] = (own * 3 + left + 1) >> 2;
      spread[to + 1] = (own * 3 + right + 2) >> 2;
    }
  }
  return { samples: spread, width: width * 2, height, line: width * 2 };
}

function spreadBoth({ samples, width, height, line }: SampledPlane): SampledPlane {
  const spread = new Uint16Array(width * 2 * height * 2);
  const sums = new Int32Array(width);
  for (let y = 0; y < height * 2; y += 1) {
    const near = y >> 1;
    const far = Math.min(height - 1, Math.max(0, y % 2 === 0 ? near - 1 : near + 1));
    for (let x = 0; x < width; x += 1) sums[x] = (samples[near * line + x] as number) * 3 + (samples[far * line + x] as number);
    for (let x = 0; x < width; x += 1) {
      const own = sums[x] as number;
      const [left, right] = [x === 0 ? own : (sums[x - 1] as number), x === width - 1 ? own : (sums[x + 1] as number)];
      const to = y * width * 2 + x * 2;
      spread[to] = (own * 3 + left + 8) >> 4;
      spread[to + 1] = (own * 3 + right + 7) >> 4;
    }
  }
  return { samples: spread, width: width * 2, height: height * 2, line: width * 2 };
}

function repeat({ samples, width, height, line }: SampledPlane, across: number, down: number): SampledPlane {
  const size = { width: Math.ceil(width * across), height: Math.ceil(height * down) };
  const repeated = new Uint16Array(size.width * size.height);
  for (let y = 0; y < size.height; y += 1) {
    const from = Math.floor(y / down) * line;
    for (let x = 0; x < size.width; x += 1) repeated[y * size.width + x] = samples[from + Math.floor(x / across)] as number;
  }
  return { samples: repeated, ...size, line: size.width };
}
