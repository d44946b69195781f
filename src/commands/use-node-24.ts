import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { toolPath } from './checkout.ts';

/**
 * Imported first for its side effect. `npm start` already uses the installed Node. This is for running the file directly with an older Node that
 * can strip types (22.18 to 23): the command is restarted with the installed one. Even older versions cannot read this file at all.
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
