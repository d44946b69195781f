import { rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findChromium } from '#commands/test-services/browser.ts';
import { createBenchStudy, FEW_LARGE, MANY_SMALL, type BenchStudy } from './bench-study.ts';
import type { Contender } from './contender.ts';
import type { Measured, Skipped } from './gate.ts';
import { startLightship } from './lightship-page.ts';
import { installPeers } from './peers.ts';
import { survivalOf, type Survival } from './survival.ts';
import { startUppy } from './uppy.ts';

const KILLED_AFTER_S = [1, 5, 20] as const;

/** With the machine's load when its files were looked for. */
interface Killed extends Survival {
  load: number;
}

interface Case {
  study: BenchStudy;
  label: string;
  killedAfterS: number;
  own: Killed[];
  peer: Killed[];
}

/**
 * R4: files are chosen, the browser is killed so many seconds later and started again on the same profile. Product and peer in turn, each in
 * a profile of its own; what counts is files that the screen had called stored.
 */
export async function measureSurvival(rounds: number, tempFolder: string): Promise<(Measured | Skipped)[]> {
  const skipped = (reason: string): Skipped[] => [{ gate: 'stored and then lost after a kill', unit: 'files', target: 0, reason }];
  const chromium = findChromium();
  if (!chromium.ok) return skipped(chromium.why);
  const peers = await installPeers();
  if (!peers.ok) return skipped(peers.reason);

  const many = await createBenchStudy(join(tempFolder, 'many'), MANY_SMALL);
  const large = await createBenchStudy(join(tempFolder, 'large'), FEW_LARGE);
  const cases: Case[] = [many, large].flatMap((study) =>
    KILLED_AFTER_S.map((killedAfterS) => ({ study, label: `${study.hashByName.size} files`, killedAfterS, own: [], peer: [] })),
  );
  const uppy = await startUppy();
  const lightship = await startLightship();
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const one of cases) {
        one.own.push(await killedIn(lightship, one, tempFolder));
        one.peer.push(await killedIn(uppy, one, tempFolder));
      }
    }
  } finally {
    await lightship.dispose();
    await uppy.dispose();
  }
  return [...cases.map(lostRow), ...cases.map(unnamedRow)];
}

async function killedIn(contender: Contender, { study, label, killedAfterS }: Case, tempFolder: string): Promise<Killed> {
  const profile = join(tempFolder, 'profile');
  try {
    const before = await contender.open(profile);
    await before.give(study.folder);
    await pause(killedAfterS * 1000);
    const claimed = await before.claimed(study.hashByName.size);
    await before.kill();
    const after = await contender.open(profile);
    try {
      const killed = { ...survivalOf(study, claimed, await after.readBack()), load: loadavg()[0]! };
      console.log(`  ${label}, ${killedAfterS} s, ${contender.name}: ${killedText(killed)}`);
      return killed;
    } finally {
      await after.kill();
    }
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

function killedText({ claimed, identical, ghosts, lost, unnamed, load }: Killed): string {
  const found = `called stored ${claimed}, back ${identical}, ghosts ${ghosts}, lost ${lost}, not spoken of ${unnamed}`;
  return `${found} (load ${load.toFixed(1)})`;
}

function lostRow({ label, killedAfterS, own, peer }: Case): Measured {
  return {
    gate: `stored and then lost after a kill at ${killedAfterS} s, ${label}`,
    unit: 'files',
    target: 0,
    runs: own.map(({ lost }) => lost),
    peer: { name: 'Uppy', runs: peer.map(({ lost }) => lost) },
    note: `${own.map(killedText).join(' | ')}; Uppy, which lists every file and says of none whether it is kept: ${peer.map(killedText).join(' | ')}`,
  };
}

function unnamedRow({ label, killedAfterS, own, peer }: Case): Measured {
  return {
    gate: `not stored and not spoken of after a kill at ${killedAfterS} s, ${label}`,
    unit: 'files',
    target: 0,
    runs: own.map(({ unnamed }) => unnamed),
    peer: { name: 'Uppy', runs: peer.map(({ unnamed }) => unnamed) },
    note: 'files that are not back and that the started page neither names nor counts',
  };
}
