import { emptyBits, isEmpty, type Bits } from '#imaging/mask/bits/bits.ts';
import { changeBetween, isNoChange, type Change } from '#imaging/mask/bits/change.ts';
import { combined } from '#imaging/mask/bits/combine.ts';
import type { LabelledBits } from './label-map-on-volume.ts';

/**
 * What a label map that somebody sends back changes in the layers that it was made from, by value. `layers`: in the order in which they were written, so the last one
 * wins where they overlap. Only voxels that differ from what was written change, so what lies under another layer stays. A voxel that changed gets the layer
 * that the map names, and loses those that would be written over it. `isExclusive`: it loses all others. `labels` do not overlap; one that is missing is empty.
 */
export function changesOfLabelMap(
  layers: readonly LabelledBits[],
  labels: ReadonlyMap<number, Bits>,
  { isExclusive }: { isExclusive: boolean },
): { value: number; change: Change }[] {
  const [first] = layers;
  if (first === undefined) return [];
  const nothing = emptyBits(first.bits.size);
  const labelOf = (value: number): Bits => labels.get(value) ?? nothing;
  let over = nothing;
  let changed = nothing;
  for (const { value, bits } of layers.toReversed()) {
    changed = combined(changed, combined(combined(bits, over, 'without'), labelOf(value), 'either'), 'union');
    over = combined(over, bits, 'union');
  }
  if (isEmpty(changed)) return [];
  /** Voxels whose label is that of this layer or of a later one. */
  let kept = nothing;
  return layers
    .toReversed()
    .map(({ value, bits }) => {
      const own = labelOf(value);
      kept = combined(kept, own, 'union');
      const lost = combined(combined(bits, changed, 'intersection'), isExclusive ? own : kept, 'without');
      const after = combined(combined(bits, lost, 'without'), combined(own, changed, 'intersection'), 'union');
      return { value, change: changeBetween(bits, after) };
    })
    .filter(({ change }) => !isNoChange(change))
    .toReversed();
}
