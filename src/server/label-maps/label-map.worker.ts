import { gzipSync } from 'node:zlib';
import { emptyBits } from '#imaging/mask/bits/bits.ts';
import { labelMapOnVolume } from '#imaging/mask/interchange/nifti/label-map-on-volume.ts';
import { HEADER_BYTES, parseNiftiHeader } from '#imaging/nifti/parse-header.ts';
import type { ProcessWork } from '#server/process/process-messages.ts';
import type { LabelMapFailure, MadeLabelMap, MaskToWrite } from './label-map-maker.ts';
import { replayedMask } from './replayed-mask.ts';

/** Replays the operations of a mask and writes what they gave on the voxels of a volume. */
const answer: ProcessWork<MaskToWrite, MadeLabelMap | LabelMapFailure> = async (mask, [volume]) => {
  const { segments, grid } = mask;
  const state = replayedMask(mask);
  const head = await volume!.read(0, Math.min(volume!.size, HEADER_BYTES));
  const parsed = parseNiftiHeader(head);
  if (state === null || !parsed.ok) return 'damaged';
  const labels = segments.map(({ segment, value }) => ({ value, bits: state.segments.get(segment) ?? emptyBits(grid.size) }));
  const made = labelMapOnVolume(labels, grid, { head, header: parsed.header });
  if (made === null) return 'other-voxels';
  return { bytes: gzipSync(made.nifti), voxels: [...made.voxels], overlapping: made.overlapping };
};
export default answer;
