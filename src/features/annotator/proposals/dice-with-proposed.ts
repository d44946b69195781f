import type { ModelClass } from '#contract/ai/manifest.ts';
import type { DrawnSegmentation } from '#features/annotator/masks/study-segmentations.ts';
import type { MaskImports } from '#workers/masks/types.ts';
import { readProposed, segmentFor } from './take-segment.ts';

interface Against {
  voxels: Pick<MaskImports, 'readImport' | 'diceWithImport' | 'dropImport'>;
  segmentation: DrawnSegmentation;
}

/** Dice of a segment as it is drawn now with what was proposed for it, on the grid of the series; null if one of both is not here, or both are empty. */
export async function diceWithProposed(
  { voxels, segmentation }: Against,
  proposed: ModelClass,
  labels: Uint8Array,
  studyUid: string,
): Promise<number | null> {
  const { uuid } = segmentation;
  const segment = segmentFor(segmentation, proposed);
  if (segment === null) return null;
  const read = await readProposed(voxels, uuid, labels, studyUid);
  if (!read.ok) return null;
  try {
    const arriving = read.segments.find(({ name }) => name === `Label ${proposed.value}`);
    return arriving === undefined ? null : await voxels.diceWithImport(uuid, { reading: read.reading, key: arriving.key, segment });
  } finally {
    voxels.dropImport(uuid);
  }
}
