import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LIMITS } from '#contract/limits.ts';
import { writeCtSlices } from '#tests/bench/server/ct-slices.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { installPeers } from '#tests/bench/peers.ts';
import { findChromium } from '#commands/test-services/browser.ts';
import { buildEmulator, openBadLink, whyNoLinks, type BadLink, type LinkQuality } from './namespaces.ts';
import { rateOfPeer, type PeerWay } from './peer.ts';
import { sendByProduct, type LinkStudy } from './product.ts';

interface Link {
  name: string;
  quality: LinkQuality;
  /** Slices of half a megabyte. Peers send for twenty seconds what they can of them. */
  files: number;
  /** MB/s; null where the share of the link says more. */
  target: number | null;
}

const LINKS: readonly Link[] = [
  {
    name: '100 Mbit/s, RTT 100 ms, 1 % loss',
    quality: { kbit: 100_000, roundTripMs: 100, lossPercent: 1, queueMs: 100 },
    files: 480,
    target: 2.4,
  },
  {
    name: '20 Mbit/s, RTT 30 ms, 0.5 % loss',
    quality: { kbit: 20_000, roundTripMs: 30, lossPercent: 0.5, queueMs: 100 },
    files: 120,
    target: 2.2,
  },
  {
    name: '384 kbit/s, RTT 715 ms',
    // A queue as long as the way, as slow links have it.
    quality: { kbit: 384, roundTripMs: 715, lossPercent: 0, queueMs: 715 },
    files: 12,
    target: null,
  },
];

const PEERS = {
  'plain PUT x6': { how: 'put', lanes: 6 },
  'tus x6': { how: 'tus', lanes: 6 },
  'tus x1': { how: 'tus', lanes: 1 },
} as const satisfies Record<string, PeerWay>;
const PEER_NAMES = Object.keys(PEERS) as (keyof typeof PEERS)[];

/** The calls before the first chunk and the slow start of a new connection are over then: of a study of many minutes they are nothing. */
const SHARE_AFTER_MS = 8_000;
const SHARE_FOR_MS = 20_000;
const SHARE_TARGET = 0.95;

/** P6: over bad links between two namespaces of networks, from Process to the last file proved; each with a fresh link and the same losses. */
export async function measureBadLinks(rounds: number, tempFolder: string): Promise<(Measured | Skipped)[]> {
  const chromium = findChromium();
  const lacking = whyNoLinks() ?? (chromium.ok ? null : chromium.why);
  const peers = lacking === null ? await installPeers() : null;
  const reason = lacking ?? (peers?.ok === false ? peers.reason : null);
  if (reason !== null) return LINKS.map(({ name, target }) => ({ gate: `link ${name}`, unit: 'MB/s', target, reason }));

  const emulator = await buildEmulator(tempFolder);
  const rows: Measured[] = [];
  for (const link of LINKS) rows.push(...(await measureOne(rounds, tempFolder, emulator, link)));
  return rows;
}

async function measureOne(rounds: number, tempFolder: string, emulator: string, link: Link): Promise<Measured[]> {
  const folder = join(tempFolder, 'study');
  const bytes = await writeCtSlices(folder, link.files);
  const study = { folder, bytes, files: link.files };
  const own: number[] = [];
  const shares: number[] = [];
  const beside = Object.fromEntries(PEER_NAMES.map((name) => [name, [] as number[]])) as Record<keyof typeof PEERS, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    const { rate, arrivedPerSecond } = await overLink(emulator, link.quality, (bad) => takeProduct(bad, study, tempFolder));
    own.push(rate);
    shares.push(arrivedPerSecond / 1e3);
    for (const name of PEER_NAMES) {
      beside[name].push(await overLink(emulator, link.quality, (bad) => rateOfPeer(bad, study, PEERS[name], tempFolder)));
    }
    const besideWords = PEER_NAMES.map((name) => `${name} ${beside[name].at(-1)!.toFixed(3)}`).join(', ');
    console.log(`  ${link.name}: Lightship ${rate.toFixed(3)} MB/s, ${besideWords}`);
  }
  await rm(folder, { recursive: true });

  const note = `${(bytes / 1e6).toFixed(1)} MB in ${link.files} files, a CT; ours in ${LIMITS.lanes} lanes or more, deflated; cubic`;
  const rows = PEER_NAMES.map((name): Measured => ({
    gate: `link ${link.name}, beside ${name}`,
    unit: 'MB/s',
    target: link.target,
    runs: own,
    peer: { name, runs: beside[name] },
    note,
  }));
  if (link.target !== null) return rows;
  const whole = shares.map(() => link.quality.kbit / 8);
  return [
    ...rows,
    {
      gate: `link ${link.name}, share of it`,
      unit: 'kB/s',
      target: SHARE_TARGET,
      targetOf: 'ratio',
      runs: shares,
      peer: { name: 'the link', runs: whole },
      note: `${note}; packets that came out of it, ${SHARE_FOR_MS / 1000} s`,
    },
  ];
}

async function takeProduct(link: BadLink, study: LinkStudy, tempFolder: string): Promise<{ rate: number; arrivedPerSecond: number }> {
  let arrivedPerSecond = 0;
  const seconds = await sendByProduct(link, study, tempFolder, async () => {
    await pause(SHARE_AFTER_MS);
    const [before, startedMs] = [await link.bytesArrived(), performance.now()];
    await pause(SHARE_FOR_MS);
    arrivedPerSecond = ((await link.bytesArrived()) - before) / ((performance.now() - startedMs) / 1000);
  });
  return { rate: study.bytes / 1e6 / seconds, arrivedPerSecond };
}

async function overLink<T>(emulator: string, quality: LinkQuality, act: (link: BadLink) => Promise<T>): Promise<T> {
  const link = await openBadLink(emulator, quality);
  try {
    return await act(link);
  } finally {
    await link.dispose();
  }
}
