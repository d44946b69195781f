import type { ByteSource } from '#imaging/byte-source.ts';

/** Brings images on the voxels of other ones, in a process of its own. */
export interface ChannelResampler {
  /**
   * Both are NIfTI, not compressed; so is what `take` gets in parts, in order. The next part is sent when it resolves. `damaged`: one of them cannot be read; what was taken is
   * of no use.
   */
  resample(
    volume: ByteSource,
    reference: ByteSource,
    run: { owner: string; signal: AbortSignal; take(part: Uint8Array): Promise<void> },
  ): Promise<'made' | 'damaged'>;
}
