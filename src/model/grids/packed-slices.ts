import type { DescribedSlice } from './grid.ts';

/** The slices of one file, each as what differs from the one before: a film of a thousand frames has little to say of each. */
export type PackedSlices = Partial<DescribedSlice>[];

export function packSlices(slices: readonly DescribedSlice[]): PackedSlices {
  return slices.map((slice, place) => differences(slice, slices[place - 1]));
}

export function unpackSlices(packed: PackedSlices): DescribedSlice[] {
  const slices: DescribedSlice[] = [];
  for (const differing of packed) slices.push({ ...slices.at(-1), ...differing } as DescribedSlice);
  return slices;
}

function differences(slice: DescribedSlice, before: DescribedSlice | undefined): Partial<DescribedSlice> {
  if (before === undefined) return slice;
  const names = Object.keys(slice) as (keyof DescribedSlice)[];
  return Object.fromEntries(names.filter((name) => !isSame(slice[name], before[name])).map((name) => [name, slice[name]]));
}

/** Vectors by their numbers. */
const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
