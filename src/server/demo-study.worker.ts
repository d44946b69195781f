import { parentPort, workerData } from 'node:worker_threads';
import type { DemoStudy } from './demo-studies.ts';
import { makeDemoStudy } from './demo-study-made.ts';

/** One study, in a thread of its own that ends with it. */
const made = await makeDemoStudy(workerData as DemoStudy);
parentPort?.postMessage(
  made,
  made.files.map((file) => file.bytes.buffer),
);
