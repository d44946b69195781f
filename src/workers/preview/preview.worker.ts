import { expose } from 'comlink';
import { PreviewWorker } from './preview-worker.ts';

expose(PreviewWorker);
