import { expose } from 'comlink';
import { VoxelWorker } from './voxel-worker.ts';

expose(VoxelWorker);
