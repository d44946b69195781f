import { expose } from 'comlink';
import { IntakeWorker } from './intake-worker.ts';

expose(IntakeWorker);
