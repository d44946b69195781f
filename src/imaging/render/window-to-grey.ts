import type { Window } from './window.ts';

/**
 * PS3.3 C.11.2.1.2.1, function LINEAR: values at or below c - 0.5 - (w-1)/2 are black, above c - 0.5 + (w-1)/2 white, linear between. A width
 * of 1 is a threshold. Widths below 1, which LINEAR forbids and devices with small rescaled values write, are taken by LINEAR_EXACT
 * (C.11.2.1.3.2).
 */
export function windowToGrey({ center, width }: Window): (value: number) => number {
  const isExact = width < 1;
  const middle = isExact ? center : center - 0.5;
  const span = isExact ? width : width - 1;
  const lowest = middle - span / 2;
  const highest = middle + span / 2;
  return (value) => {
    if (value <= lowest) return 0;
    if (value > highest) return 255;
    return ((value - middle) / span + 0.5) * 255;
  };
}
