import { copyFile, mkdir, readdir, rm, stat, truncate } from 'node:fs/promises';
import { constants } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runningProcesses } from '#commands/processes.ts';
import { bundleDevice } from './device.ts';
import type { DeviceState } from './device-reader.ts';
import { openLane, type Lane } from './lane.ts';
import { createRandom, type Random } from './random.ts';
import { makeStudy } from './study.ts';
import { Visit } from './visit.ts';

/**
 * [Note: Power cuts]
 *
 * Unlike a SIGKILL, a power failure may lose bytes that were written but not fsynced. At a random moment while a page stores files, this test
 * does the following:
 *
 * 1. ask the page what it calls stored (complete transactions), then note the size of every file of the profile;
 * 2. shortly afterwards, stop every process of the browser and copy the profile, so that all files are from the same moment;
 * 3. in the copy, cut a random number of bytes, up to all of them, from the end of logs and blobs that have grown or appeared since step 1;
 * 4. kill the browser, open the copy in a new one, and read the bytes of every file that was stored in step 1.
 *
 * Emulated: appended bytes that were not synced, torn records at the end of logs, partial or empty blobs. Not emulated: loss of bytes from
 * before step 1 (a database that reports `complete` without a flush is only found by cutting a machine's power), pages of a file that reach the
 * disk out of order, and folders that lose a new name. LevelDB's tables and manifests are not cut: they are synced before anything depends on
 * them, and may contain what was stored before step 1.
 */
export interface PowerCutsResult {
  schedules: number;
  /** Number of files that were called stored, over all schedules. */
  stored: number;
  cutBytes: number;
  lost: string[];
}

interface PowerCutsOptions {
  from: number;
  schedules: number;
  folder: string;
  onSchedule?: (line: string) => void;
}

export async function runPowerCuts({ from, schedules, folder, onSchedule }: PowerCutsOptions): Promise<PowerCutsResult> {
  const laneFolder = join(folder, '0');
  await mkdir(laneFolder);
  const lane = await openLane({ folder: laneFolder, device: await bundleDevice() });
  const result: PowerCutsResult = { schedules: 0, stored: 0, cutBytes: 0, lost: [] };
  try {
    for (let seed = from; seed < from + schedules; seed += 1) {
      const { stored, cutBytes, lost } = await cutPower(lane, seed);
      result.schedules += 1;
      result.stored += stored;
      result.cutBytes += cutBytes;
      result.lost.push(...lost.map((what) => `seed ${seed}: ${what}`));
      onSchedule?.(`seed ${seed}: ${stored} files were stored, ${cutBytes} bytes cut off, ${lost.length} lost`);
    }
  } finally {
    await lane.dispose();
  }
  return result;
}

interface PowerCut {
  stored: number;
  cutBytes: number;
  lost: string[];
}

/** Enough files that storing them takes longer than the latest time of a cut. */
const STUDY = { series: [40, 40, 40], paddingBytes: 150_000, noisyEvery: 1, largeBytes: 0 };
const LATEST_MS = 900;

async function cutPower(lane: Lane, seed: number): Promise<PowerCut> {
  const random = createRandom(seed);
  const folder = await lane.newFolder();
  const before = await Visit.begin(lane);
  const after = await Visit.begin(lane);
  try {
    const study = await makeStudy(folder, { seed, ...STUDY });
    await before.launch();
    await before.screen();
    await before.drop(study.path);
    await pause(random.between(0, LATEST_MS));
    const stored = (await before.device())?.files.map(({ sha256 }) => sha256) ?? [];
    const lengths = await lengthsOf(before.profile);
    await pause(random.between(0, 120));
    await copyAtOneInstant(before.profile, after.profile);
    await before.kill();
    const cutBytes = await cutTails(after.profile, lengths, random);
    await after.launch();
    await after.screen();
    return { stored: stored.length, cutBytes, lost: await missing(lane, after, stored) };
  } finally {
    await Promise.all([before.end(), after.end(), rm(folder, { recursive: true, force: true })]);
  }
}

async function missing(lane: Lane, visit: Visit, stored: readonly string[]): Promise<string[]> {
  const page = await visit.page();
  const device: DeviceState = await lane.device.read(page);
  const broken = new Set(await lane.device.unreadable(page));
  const rows = new Set(device.files.map(({ sha256 }) => sha256));
  return stored.flatMap((sha256) => {
    if (!rows.has(sha256)) return [`${sha256.slice(0, 8)} has no row`];
    return broken.has(sha256) ? [`${sha256.slice(0, 8)} cannot be read`] : [];
  });
}

/** Path below the folder → bytes. */
async function lengthsOf(folder: string): Promise<Map<string, number>> {
  const names = await readdir(folder, { recursive: true });
  const lengths = new Map<string, number>();
  for (const name of names) {
    // A file may have been deleted since the folder was read.
    const found = await stat(join(folder, name)).catch(() => null);
    if (found?.isFile()) lengths.set(name, found.size);
  }
  return lengths;
}

/** Copied while the browser is stopped, so that the copy is the disk as seen by the system at one moment. */
async function copyAtOneInstant(from: string, to: string): Promise<void> {
  const pids = await browserOf(from);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  await rm(to, { recursive: true, force: true });
  for (const name of (await lengthsOf(from)).keys()) {
    await mkdir(dirname(join(to, name)), { recursive: true });
    await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE);
  }
}

/** Its main process and all child processes. Only Linux shows parent processes without another program. */
async function browserOf(profile: string): Promise<number[]> {
  const all = await runningProcesses();
  return all.filter(({ args }) => args.some((word) => word.includes(profile))).map(({ pid }) => pid);
}

/** Returns the number of bytes that were cut off. */
async function cutTails(profile: string, lengths: ReadonlyMap<string, number>, random: Random): Promise<number> {
  let cutBytes = 0;
  for (const [name, length] of await lengthsOf(profile)) {
    if (!mayBeCut(name)) continue;
    const grown = length - (lengths.get(name) ?? 0);
    if (grown <= 0) continue;
    // Nothing, everything, or some: the extremes are the most common cases of a real disk.
    const cut = random.pick([0, grown, random.between(0, grown)]);
    await truncate(join(profile, name), length - cut);
    cutBytes += cut;
  }
  return cutBytes;
}

/** Logs of LevelDB and blobs, which IndexedDB appends to or rewrites. */
function mayBeCut(name: string): boolean {
  return name.includes('IndexedDB') && (name.endsWith('.log') || name.includes('.indexeddb.blob'));
}
