import type { InstanceDescription } from '#model/studies/instance.ts';
import type { Samples } from '#imaging/frame.ts';

/** The mapping of values to greys, in units after rescale (HU for CT). */
export interface Window {
  center: number;
  width: number;
}

/** given (PREV-006, PREV-007). */
const FALLBACK_WINDOW: Window = { center: 0, width: 1000 };
const PET_FALLBACK_WINDOW: Window = { center: 2.5, width: 5 };

/** given (PREV-009): the class of PET image storage. */
const PET_IMAGE_STORAGE = '1.2.840.10008.5.1.4.1.1.128';

export function isPet({ sopClassUid }: { sopClassUid?: string }): boolean {
  return sopClassUid === PET_IMAGE_STORAGE;
}

/**
 * The window that the file gives for this image, else one from its lowest to its highest value, for PET from the 5th to the 95th percentile
 * (PREV-008), else the given default.
 */
export function defaultWindow(description: WindowSource, samples: Samples): Window {
  const named = fileWindow(description);
  if (named) return named;
  if (isPet(description)) return percentileWindow(description, samples) ?? PET_FALLBACK_WINDOW;
  return rangeWindow(description, samples) ?? FALLBACK_WINDOW;
}

/** A window computed from the values of one image: all of them, or the 5th to the 95th percentile. */
export function measuredWindow(by: MeasuredBy, description: Rescale, samples: Samples): Window {
  const measured = by === 'range' ? rangeWindow(description, samples) : percentileWindow(description, samples);
  return measured ?? rangeWindow(description, samples) ?? FALLBACK_WINDOW;
}

export type MeasuredBy = 'range' | 'percentile';

type Rescale = Pick<InstanceDescription, 'rescaleIntercept' | 'rescaleSlope'>;
type WindowSource = Rescale & Pick<InstanceDescription, 'windowCenter' | 'windowWidth'> & { sopClassUid?: string };

/** The first of the pairs in the header (PS3.3 C.11.2.1.2: they are alternatives, and any of them will do). */
export function fileWindow({
  windowCenter: [center],
  windowWidth: [width],
}: Pick<InstanceDescription, 'windowCenter' | 'windowWidth'>): Window | null {
  return Number.isFinite(center) && Number.isFinite(width) && width! > 0 ? { center: center!, width: width! } : null;
}

/** From the lowest to the highest value. */
function rangeWindow(rescale: Rescale, samples: Samples): Window | null {
  let lowest = Infinity;
  let highest = -Infinity;
  for (let index = 0; index < samples.length; index += 1) {
    const value = samples[index] as number;
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  return windowBetween(lowest, highest, rescale);
}

function percentileWindow(rescale: Rescale, samples: Samples): Window | null {
  const sorted = samples.slice().sort();
  const at = (part: number): number => sorted[Math.round(part * (sorted.length - 1))] as number;
  return windowBetween(at(0.05), at(0.95), rescale);
}

function windowBetween(lowest: number, highest: number, { rescaleSlope, rescaleIntercept }: Rescale): Window | null {
  if (!(highest > lowest)) return null;
  const ends = [lowest * rescaleSlope + rescaleIntercept, highest * rescaleSlope + rescaleIntercept];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const window = { center: low / 2 + high / 2, width: high - low };
  // With a slope near 0 two values may become one, and with a huge slope they are no longer finite.
  return window.width > 0 && Number.isFinite(window.width) ? window : null;
}
