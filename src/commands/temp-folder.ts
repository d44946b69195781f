import { mkdtemp, realpath, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killProcesses, runningProcesses } from './processes.ts';

/**
 * A TMPDIR for one run. It contains browser profiles and server data, so that simultaneous runs do not interfere, and processes that still have it
 * in their command line at the end belong to this run and are ended. Kept short, because the path of a socket has at most 107 bytes.
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

/** A folder in memory, where nothing waits for a disk: Linux has one, which may be too small in a container. Elsewhere the usual folder is used. */
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
