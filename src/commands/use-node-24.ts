import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { toolPath } from './checkout.ts';

/**
 * Imported first and for its effect. `npm start` already runs the installed Node; this is for who calls the file with a Node that
 * strips types but is older (22.18 to 23): the same command goes on under the installed one. Anything older cannot read this file at all.
 */
const OLDEST = 24;

if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  const installed = toolPath('node');
  if (!existsSync(installed)) {
    console.error(`Lightship needs Node ${OLDEST} or later; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const child = spawn(installed, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.on('exit', (exitCode, exitSignal) => resolve([exitCode, exitSignal]));
  });
  process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
}
