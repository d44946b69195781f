import { expose } from 'comlink';
import { VoxelWorker } from './voxel-worker.ts';

// The first message names the person. The calls behind it wait in the queue, and the page for no answer: it is busy drawing itself then.
addEventListener('message', ({ data }: MessageEvent<{ userId: number }>) => expose(new VoxelWorker(data.userId)), { once: true });
