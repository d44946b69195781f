import { resampleVolume } from '#imaging/nifti/resample-volume.ts';
import type { ProcessWork } from '#server/process/process-messages.ts';

/** Sends the first volume on the voxels of the second one, slab by slab. */
const answer: ProcessWork<null, 'made' | 'damaged', Uint8Array> = async (_input, [volume, reference], give) => {
  const slabs = await resampleVolume(volume!, reference!);
  if (slabs === null) return 'damaged';
  for await (const slab of slabs) await give(slab);
  return 'made';
};
export default answer;
