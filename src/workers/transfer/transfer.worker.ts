import { expose } from 'comlink';
import { TransferWorker } from './transfer-worker.ts';

expose(TransferWorker);
