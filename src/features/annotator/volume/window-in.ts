import type { ViewWindow } from '#ui/viewer/types.ts';
import type { VolumeBox } from '#workers/voxels/handle.ts';

/** The window through which a volume is seen, in its values. */
export function windowIn(
  { low, high, percentiles, window: stored }: Pick<VolumeBox, 'low' | 'high' | 'percentiles' | 'window'>,
  window: ViewWindow,
): { center: number; width: number } {
  if (window === 'stored') return stored;
  if (typeof window !== 'string') return window;
  const [from, to] = window === 'range' ? [low, high] : [percentiles.low, percentiles.high];
  return { center: (from + to) / 2, width: to - from || 1 };
}
