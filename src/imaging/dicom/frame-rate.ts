import type { ElementValues } from './element-values.ts';
import type { ElementSet } from './sequences.ts';
import { TAG } from './tags.ts';

/** Pictures per second of a cine: as it is written, else from the time between frames (PS3.3 C.7.6.5), which may differ from one to the next. */
export function frameRate(top: ElementSet, values: ElementValues): number | null {
  const written = values.number(top, TAG.CineRate) ?? values.number(top, TAG.RecommendedDisplayFrameRate);
  return written ?? toRate(values.number(top, TAG.FrameTime)) ?? toRate(meanIncrement(values.numbers(top, TAG.FrameTimeVector)));
}

function toRate(milliseconds: number | null): number | null {
  return milliseconds !== null && milliseconds > 0 ? 1000 / milliseconds : null;
}

/** The first of the increments is 0: nothing goes before the first frame. */
function meanIncrement([, ...increments]: readonly number[]): number | null {
  return increments.length > 0 ? increments.reduce((sum, each) => sum + each, 0) / increments.length : null;
}
