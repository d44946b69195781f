import './use-node-24.ts';
import { traceLastRun } from './trace-matrix.ts';

/** `npm run trace`: which tests cover which requirement (docs/requirements), from the last `npm test`. */
process.exitCode = (await traceLastRun()) ? 0 : 1;
