import { expose } from 'comlink';
import { ComparisonWorker } from './comparison-worker.ts';

expose(new ComparisonWorker());
