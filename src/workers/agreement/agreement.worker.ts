import { expose } from 'comlink';
import { AgreementWorker } from './agreement-worker.ts';

expose(new AgreementWorker());
