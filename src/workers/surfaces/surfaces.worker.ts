import { expose } from 'comlink';
import { SurfaceWorker } from './surface-worker.ts';

expose(new SurfaceWorker());
