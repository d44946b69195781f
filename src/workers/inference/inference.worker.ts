import { expose } from 'comlink';
import { InferenceWorker } from './inference-worker.ts';

expose(new InferenceWorker());
