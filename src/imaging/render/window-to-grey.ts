import type { Window } from './window.ts';

/** grey = (value - middle) x scale + 127.5, limited to 0 to 255 (black and white). */
export interface GreyScale {
  middle: number;
  scale: number;
}

/**
 * PS3.3 C.11.2.1.2.1, function LINEAR: values at or below c - 0.5 - (w-1)/2 are black, above c - 0.5 + (w-1)/2 white, linear between. A width of 1
 * is a threshold at c - 0.5: its scale is infinite. For widths below 1, which LINEAR forbids but devices with small rescaled values write,
 * LINEAR_EXACT is used (C.11.2.1.3.2); so it is for values that are no whole numbers (`isExact`): the ends of their window are black and white.
 */
export function windowToGreyScale({ center, width }: Window, isExact = false): GreyScale {
  return isExact || width < 1 ? { middle: center, scale: 255 / width } : { middle: center - 0.5, scale: 255 / (width - 1) };
}

/** 0 to 255, not rounded. */
export function toGrey(value: number, { middle, scale }: GreyScale): number {
  if (value === middle && scale === Infinity) return 0;
  return Math.min(255, Math.max(0, (value - middle) * scale + 127.5));
}
