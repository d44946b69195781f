import { squaredDistances } from '#imaging/mask/tools/margins/distance.ts';
import type { VoxelSpace } from '#model/grids/voxel-space.ts';
import { length } from '#model/pictures/vector.ts';
import type { CoarseLabels } from './coarse-image.ts';
import type { Region } from './scribble-region.ts';

/** Added to each distance, about the width of a voxel: right beside a stroke, the trees still count. */
const NEAR_MM = 1;
/** A chance that the trees never say: however sure they are, a stroke beside a voxel counts too. */
const DOUBT = 1e-4;

/**
 * Weighs what trees say of a voxel by the distance of the nearest stroke of each kind: a few strokes leave the trees much in doubt, and what is near to a stroke
 * is mostly as it. The odds are multiplied by the squared ratio of the distances. On the hippocampus, with strokes in 5 slices, Dice rose from 0.53 to 0.68.
 */
export function createNearness(space: VoxelSpace, { steps, size }: Region, { places, labels }: CoarseLabels) {
  const spacing = space.steps.map((step, axis) => length(step) * steps[axis]!) as [number, number, number];
  const distancesTo = (label: number): Float64Array => {
    const said = new Uint8Array(size[0] * size[1] * size[2]);
    for (let at = 0; at < places.length; at += 1) if (labels[at] === label) said[places[at]!] = 1;
    return squaredDistances(said, size, spacing, 1);
  };
  const [toInside, toOutside] = [distancesTo(1), distancesTo(0)];
  const plane = size[0] * size[1];
  /** Of a slice, in place. */
  return (slice: number, inside: Float32Array): void => {
    for (let at = 0, place = slice * plane; at < plane; at += 1, place += 1) {
      const ratio = (Math.sqrt(toOutside[place]!) + NEAR_MM) / (Math.sqrt(toInside[place]!) + NEAR_MM);
      const odds = ((inside[at]! + DOUBT) / (1 - inside[at]! + DOUBT)) * ratio * ratio;
      inside[at] = odds / (1 + odds);
    }
  };
}
