import { expose } from 'comlink';
import { KeeperWorker } from './keeper-worker.ts';

expose(KeeperWorker);
