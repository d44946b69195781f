import { rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '#commands/test-services/browser.ts';
import { createBenchStudy, MANY_SMALL } from './bench-study.ts';
import type { OpenPage, StagedSeconds } from './contender.ts';
import type { Measured, Skipped } from './gate.ts';
import { startLightship } from './lightship-page.ts';
import { installPeers } from './peers.ts';
import { startUppy } from './uppy.ts';

const GATE = 'staging, 950 files chosen to all stored';
const TARGET_SECONDS = 3;

/** R5: half a gigabyte from the choice to the last byte on this device. Product, peer and what the work costs without a store, in turn. */
export async function measureStaging(rounds: number, tempFolder: string): Promise<(Measured | Skipped)[]> {
  const skipped = (reason: string): Skipped[] => [{ gate: GATE, unit: 's', target: TARGET_SECONDS, reason }];
  const chromium = findChromium();
  if (!chromium.ok) return skipped(chromium.why);
  const peers = await installPeers();
  if (!peers.ok) return skipped(peers.reason);

  const { folder, bytes, hashByName } = await createBenchStudy(join(tempFolder, 'many'), MANY_SMALL);
  const own: StagedSeconds[] = [];
  const peer: StagedSeconds[] = [];
  const withoutStore: number[] = [];
  const loads: number[] = [];
  const uppy = await startUppy({ uncapped: true });
  const lightship = await startLightship();
  try {
    for (let round = 0; round < rounds; round += 1) {
      loads.push(loadavg()[0]!);
      own.push(await inNewProfile(lightship, tempFolder, (page) => page.stage(folder)));
      peer.push(await inNewProfile(uppy, tempFolder, (page) => page.stage(folder, hashByName.size)));
      withoutStore.push(await inNewProfile(lightship, tempFolder, (page) => page.takeWithoutStore(folder)));
      const [ownSeconds, peerSeconds, bareSeconds] = [own.at(-1)!.all, peer.at(-1)!.all, withoutStore.at(-1)!].map((one) => one.toFixed(2));
      console.log(
        `  ${lightship.name} ${ownSeconds} s, ${uppy.name} ${peerSeconds} s, without a store ${bareSeconds} s; load ${loads.at(-1)!.toFixed(1)}`,
      );
    }
  } finally {
    await lightship.dispose();
    await uppy.dispose();
  }

  const rates = (seconds: readonly number[]) => seconds.map((one) => bytes / 1e6 / one);
  const note = `${Math.round(bytes / 1e6)} MB, load ${loads.map((load) => load.toFixed(1)).join(', ')}`;
  const all = own.map((one) => one.all);
  const peerAll = peer.map((one) => one.all);
  const peerNote = `${note}; Uppy with the limits of its store lifted, its commits relaxed and in clear, ours strict and encrypted`;
  return [
    {
      gate: GATE,
      unit: 's',
      target: TARGET_SECONDS,
      runs: all,
      peer: { name: 'Uppy', runs: peerAll },
      note: `best ${Math.min(...all).toFixed(2)}; ${peerNote}`,
    },
    {
      gate: 'staging rate',
      unit: 'MB/s',
      // Faster than the peer.
      target: 1,
      targetOf: 'ratio',
      runs: rates(all),
      peer: { name: 'Uppy', runs: rates(peerAll) },
      note: bestOf(rates(all), note),
    },
    {
      gate: 'staging rate beside the work without a store',
      unit: 'MB/s',
      target: 0.45,
      targetOf: 'ratio',
      runs: rates(all),
      peer: { name: 'read, hash, encrypt', runs: rates(withoutStore) },
      note: bestOf(rates(all), note),
    },
    {
      gate: 'staging, first file stored',
      unit: 's',
      target: 0.5,
      runs: own.map((one) => one.first),
      peer: { name: 'Uppy', runs: peer.map((one) => one.first) },
      note,
    },
  ];
}

function bestOf(rates: readonly number[], note: string): string {
  return `best ${Math.max(...rates).toFixed(0)}; ${note}`;
}

async function inNewProfile<P extends OpenPage, T>(
  { open }: { open(profile: string): Promise<P> },
  tempFolder: string,
  measure: (page: P) => Promise<T>,
): Promise<T> {
  const profile = join(tempFolder, 'profile');
  const page = await open(profile);
  try {
    return await measure(page);
  } finally {
    await page.kill();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
