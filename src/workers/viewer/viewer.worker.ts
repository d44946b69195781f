import { expose } from 'comlink';
import { ViewerWorker } from './viewer-worker.ts';

expose(ViewerWorker);
