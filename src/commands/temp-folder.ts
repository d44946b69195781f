import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killProcesses, runningProcesses } from './processes.ts';

/**
 * A run's own TMPDIR. Profiles of browsers and data of servers lie in it, so that two runs at once never meet, and whoever still names
 * the folder in its command line at the end was started by this run and is ended with it. Short: a path of a socket holds 107 bytes.
 */
export async function withTempFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'lightship-')));
  try {
    return await work(folder);
  } finally {
    await killProcesses(await processesNaming(folder));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function processesNaming(folder: string): Promise<number[]> {
  const all = await runningProcesses();
  return all.filter(({ pid, args }) => pid !== process.pid && args.some((word) => word.includes(folder))).map(({ pid }) => pid);
}
