import { expose } from 'comlink';
import { ClickWorker } from './click-worker.ts';

expose(new ClickWorker());
