import type { InstanceDescription } from '#model/instance.ts';
import type { Samples } from '#imaging/frame.ts';

/** Which values become which greys, in the units behind rescale (HU for CT). */
export interface Window {
  center: number;
  width: number;
}

/** given (PREV-006). */
const FALLBACK_WINDOW: Window = { center: 0, width: 1000 };

/** The window that the file names for this very picture, else one from its darkest to its brightest value, else the given default. */
export function defaultWindow(description: WindowSource, samples: Samples): Window {
  return fileWindow(description) ?? rangeWindow(description, samples) ?? FALLBACK_WINDOW;
}

type WindowSource = Pick<InstanceDescription, 'windowCenter' | 'windowWidth' | 'rescaleIntercept' | 'rescaleSlope'>;

/** The first of the pairs that the header offers (PS3.3 C.11.2.1.2: alternatives, the first as good as any). */
function fileWindow({ windowCenter: [center], windowWidth: [width] }: WindowSource): Window | null {
  return center !== undefined && width !== undefined && width > 0 ? { center, width } : null;
}

function rangeWindow({ rescaleSlope, rescaleIntercept }: WindowSource, samples: Samples): Window | null {
  let lowest = Infinity;
  let highest = -Infinity;
  for (let index = 0; index < samples.length; index += 1) {
    const value = samples[index] as number;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  if (!(highest > lowest)) return null;
  const ends = [lowest * rescaleSlope + rescaleIntercept, highest * rescaleSlope + rescaleIntercept];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return { center: (low + high) / 2, width: high - low };
}
