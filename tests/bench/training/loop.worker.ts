import { parentPort, workerData } from 'node:worker_threads';
import { runLoop, type LoopOrder } from './annotation-loop.ts';

parentPort!.postMessage(await runLoop(workerData as LoopOrder));
