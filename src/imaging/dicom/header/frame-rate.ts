import type { ElementValues } from '#imaging/dicom/elements/element-values.ts';
import type { ElementSet } from '#imaging/dicom/elements/sequences.ts';
import { TAG } from '#imaging/dicom/tags.ts';

/** Frames per second of a cine: as written, otherwise from the time between frames (PS3.3 C.7.6.5), which may vary. */
export function frameRate(top: ElementSet, values: ElementValues): number | null {
  const written = values.number(top, TAG.CineRate) ?? values.number(top, TAG.RecommendedDisplayFrameRate);
  return written ?? toRate(values.number(top, TAG.FrameTime)) ?? toRate(meanIncrement(values.numbers(top, TAG.FrameTimeVector)));
}

function toRate(milliseconds: number | null): number | null {
  return milliseconds && milliseconds > 0 ? 1000 / milliseconds : null;
}

/** The first increment is 0: no frame precedes the first. Without others, the mean is not a number. */
function meanIncrement([, ...increments]: readonly number[]): number {
  return increments.reduce((sum, each) => sum + each, 0) / increments.length;
}
