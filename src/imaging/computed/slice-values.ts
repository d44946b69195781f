import type { Samples } from '#imaging/frame.ts';

/** Stored values of a slice, and what makes them those that are shown. */
export interface SliceValues {
  samples: Samples;
  slope: number;
  intercept: number;
}
