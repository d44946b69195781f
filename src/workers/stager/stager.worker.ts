import { expose } from 'comlink';
import { StagerWorker } from './stager-worker.ts';

expose(StagerWorker);
