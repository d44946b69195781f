import { runInProcess } from '#server/process/run-in-process.ts';
import type { ChannelResampler } from './channel-resampler.ts';

const WORKER = new URL('./resample.worker.ts', import.meta.url);
const MAX_MS = 15 * 60_000;

export function createChannelResampler({ maxMs = MAX_MS, worker = WORKER } = {}): ChannelResampler {
  return {
    async resample(volume, reference, { owner, signal, take }) {
      const made = await runInProcess<'made' | 'damaged'>(worker, {
        ...{ input: null, files: [volume, reference], maxMs, name: 'The resampler', owner, signal },
        onPart: (part) => take(part as Uint8Array),
      });
      if (made === 'endless') throw new Error('Resampling an image took too long');
      return made;
    },
  };
}
