import { mkdtemp, realpath, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killProcesses, runningProcesses } from './processes.ts';

/**
 * A run's own TMPDIR. Profiles of browsers and data of servers lie in it, so that two runs at once never meet, and whoever still names
 * the folder in its command line at the end was started by this run and is ended with it. Short: a path of a socket holds 107 bytes.
 */
export async function withTempFolder<T>(work: (folder: string) => Promise<T>, parent = tmpdir()): Promise<T> {
  const folder = await realpath(await mkdtemp(join(parent, 'lightship-')));
  try {
    return await work(folder);
  } finally {
    await killProcesses(await processesNaming(folder));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const SHARED_MEMORY = '/dev/shm';
const ROOM_BYTES = 2 * 1024 ** 3;

/** Where nothing waits for a disk: Linux has a folder in memory, which a container may have made too small. Elsewhere the usual place. */
export async function folderInMemory(): Promise<string> {
  const room = await statfs(SHARED_MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return room >= ROOM_BYTES ? SHARED_MEMORY : tmpdir();
}

async function processesNaming(folder: string): Promise<number[]> {
  const all = await runningProcesses();
  return all.filter(({ pid, args }) => pid !== process.pid && args.some((word) => word.includes(folder))).map(({ pid }) => pid);
}
