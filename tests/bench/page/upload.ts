import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LIMITS } from '#contract/limits.ts';
import { createBenchStudy, FEW_LARGE, type BenchStudySize } from '#tests/bench/bench-study.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { inTurn } from '#tests/bench/in-turn.ts';
import { installPeers } from '#tests/bench/peers.ts';
import { openStagedPage, secondsToProved } from '#tests/bench/staged-page.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { findChromium } from '#commands/test-services/browser.ts';
import { startTestServer } from '#tests/support/server.ts';
import { startUppySending, type UppySending, type UppyWay } from './uppy-sending.ts';

/** One CT, half a megabyte a slice. */
const MANY_SLICES: BenchStudySize = { series: 1, filesPerSeries: 200, paddingBytes: 520_000 };

const UPLOADS = [
  { name: '200 files of 0.5 MB', size: MANY_SLICES },
  { name: '3 files of 100 MB', size: FEW_LARGE },
] as const;

/** As they are only our server hashes and calls fsync; with the same duties theirs does too. */
const CONTENDERS = {
  xhr: { name: 'Uppy XHR', way: { plugin: 'xhr', server: 'plain' }, target: 2 },
  tus: { name: 'Uppy tus', way: { plugin: 'tus', server: 'plain' }, target: 4 },
  xhrProved: { name: 'Uppy XHR, fsync and SHA-256', way: { plugin: 'xhr', server: 'proved' }, target: 3 },
  tusProved: { name: 'Uppy tus, fsync and SHA-256', way: { plugin: 'tus', server: 'proved' }, target: 6 },
} as const satisfies Record<string, { name: string; way: UppyWay; target: number }>;

type ContenderId = keyof typeof CONTENDERS;
const IDS = Object.keys(CONTENDERS) as ContenderId[];

/** P5: from Process to the last file proved, over loopback in Chromium; Uppy with its own limits to a server that does as much, or less. */
export async function measureUpload(rounds: number, tempFolder: string): Promise<(Measured | Skipped)[]> {
  const skipped = (reason: string): Skipped[] => UPLOADS.flatMap(({ name }) => IDS.map((id) => ({ ...gateOf(name, id), reason })));
  const chromium = findChromium();
  if (!chromium.ok) return skipped(chromium.why);
  const peers = await installPeers();
  if (!peers.ok) return skipped(peers.reason);

  const uppy = await startUppySending(tempFolder);
  const rows: Measured[] = [];
  try {
    for (const { name, size } of UPLOADS) {
      const { folder, bytes, hashByName } = await createBenchStudy(join(tempFolder, name), size);
      rows.push(...(await measureOne(rounds, tempFolder, uppy, { name, folder, bytes, files: hashByName.size, series: size.series })));
      await rm(folder, { recursive: true });
    }
  } finally {
    await uppy.dispose();
  }
  return rows;
}

function gateOf(upload: string, id: ContenderId) {
  const { name, target } = CONTENDERS[id];
  return { gate: `upload of ${upload}, beside ${name}`, unit: 'MB/s', target, targetOf: 'ratio' } as const;
}

interface Study {
  name: string;
  folder: string;
  bytes: number;
  files: number;
  series: number;
}

async function measureOne(rounds: number, tempFolder: string, uppy: UppySending, study: Study): Promise<Measured[]> {
  const rate = async (seconds: Promise<number>) => study.bytes / 1e6 / (await seconds);
  const peer = (id: ContenderId) => () => rate(uppy.sendSeconds(study.folder, study.files, CONTENDERS[id].way));
  const runs = await inTurn(rounds, {
    own: () => rate(sendSeconds(study, join(tempFolder, 'own-profile'))),
    xhr: peer('xhr'),
    tus: peer('tus'),
    xhrProved: peer('xhrProved'),
    tusProved: peer('tusProved'),
  });
  const note = `${(study.bytes / 1e6).toFixed(0)} MB; ours in ${LIMITS.lanes} lanes, staged and encrypted, SHA-256, CRC-32, fsync, SQLite`;
  return IDS.map((id) => ({ ...gateOf(study.name, id), runs: runs.own, peer: { name: CONTENDERS[id].name, runs: runs[id] }, note }));
}

/** The product, with an empty server and a new profile. */
async function sendSeconds({ folder, files, series }: Study, profile: string): Promise<number> {
  const server = await startTestServer({ people: true });
  const context = await launchBrowser({ userDataDir: profile, viewport: { width: 1440, height: 900 } });
  try {
    const page = await openStagedPage(context, server, folder, series);
    return await secondsToProved(page, server, files);
  } finally {
    await killBrowser(profile, context);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    await server.dispose();
  }
}
