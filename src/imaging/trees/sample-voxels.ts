/** Most voxels that are taken of each class of a patient, and of the background. */
export interface SampleLimits {
  ofClass: number;
  ofBackground: number;
}

/** Places of voxels, chosen at random in each class, in ascending order. `labels`: a class for each voxel, 0 is the background. */
export function sampleVoxels(labels: Uint8Array, classes: number, limits: SampleLimits, random: () => number): Uint32Array {
  const left = new Uint32Array(classes);
  for (let at = 0; at < labels.length; at += 1) left[labels[at]!]! += 1;
  const needed = left.map((count, label) => Math.min(count, label === 0 ? limits.ofBackground : limits.ofClass));
  const chosen = new Uint32Array(needed.reduce((sum, count) => sum + count, 0));
  let count = 0;
  for (let at = 0; at < labels.length; at += 1) {
    const label = labels[at]!;
    // Of those that are left, exactly as many as are needed are taken.
    if (random() * left[label]! < needed[label]!) {
      chosen[count++] = at;
      needed[label]! -= 1;
    }
    left[label]! -= 1;
  }
  return chosen;
}
