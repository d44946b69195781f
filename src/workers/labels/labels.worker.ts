import { expose } from 'comlink';
import { LabelsWorker } from './labels-worker.ts';

expose(new LabelsWorker());
