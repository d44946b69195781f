import { createMemorySource } from '#imaging/byte-source.ts';
import { readChannel } from '#imaging/inference/nifti-channel.ts';
import type { LabelMapRead } from './types.ts';

/** 1,024 slices of 512 x 512. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Reads label maps that models have made. */
export class LabelsWorker {
  async read(nifti: Uint8Array): Promise<LabelMapRead> {
    const found = await readChannel(createMemorySource(nifti), MOST_BYTES);
    if (!found.ok) return { ok: false, why: found.why === 'too-large-to-read' ? 'too-large' : 'damaged' };
    const { space, samples } = found.image;
    return { ok: true, space, labels: samples instanceof Uint8Array ? samples : Uint8Array.from(samples) };
  }
}
