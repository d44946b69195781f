import { expose } from 'comlink';
import { ScribbleWorker } from './scribble-worker.ts';

expose(new ScribbleWorker());
