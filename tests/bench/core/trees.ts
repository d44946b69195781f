import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { realDataFolder } from '#commands/real-data-folder.ts';
import { readTrainingSet } from '#server/training/dataset-folder.ts';
import { createThreads } from '#server/training/threads/create-threads.ts';
import { trainTrees } from '#server/training/train-trees.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { SET, writeHippocampus } from '#tests/bench/hippocampus-dataset.ts';
import { PEERS } from '#tests/bench/peers.ts';
import { NO_REAL_IMAGES } from './ct-files.ts';

/** Trained on; the others of the set are never tested. */
const PATIENTS = [5, 10, 20, 40] as const;
const TESTED = 20;
/** What scikit-learn uses as well. */
const THREADS = 2;
const PEER = 'scikit-learn';

/** Dice in percent: of each class and of both together. Seconds: features and fit, and a prediction. */
interface Taken {
  dice: Record<'1' | '2' | 'foreground', number>;
  training: number;
  prediction: number;
}

const run = promisify(execFile);

/**
 * Trees trained on crops of the hippocampus, beside scikit-learn on two cores in the same run, by turns: the mean of the seeds, the time of a training, and of a
 * prediction. Ours reads its files in that time as well.
 */
export async function measureTrees(seeds: number, tempFolder: string): Promise<(Measured | Skipped)[]> {
  const data = realDataFolder();
  if (data === null) return [{ gate: 'trees', unit: '%', target: null, reason: NO_REAL_IMAGES }];
  const python = await pythonWithPeer();
  const results: Measured[] = [];
  for (const patients of PATIENTS) {
    const folder = await writeHippocampus(join(data, SET), join(tempFolder, `${patients}`), { trained: patients, tested: TESTED });
    const [own, peer]: [Taken[], Taken[]] = [[], []];
    for (let seed = 1; seed <= seeds; seed += 1) {
      own.push(await takeOwn(folder, seed));
      if (python !== null) peer.push(await takePeer(python, join(data, SET), patients, seed));
    }
    results.push(...gatesOf(patients, own, peer));
  }
  return results;
}

function gatesOf(patients: number, own: readonly Taken[], peer: readonly Taken[]): Measured[] {
  const beside = (of: (taken: Taken) => number) => (peer.length === 0 ? {} : { peer: { name: PEER, runs: peer.map(of) } });
  const mean = (taken: readonly Taken[], key: keyof Taken['dice']): number =>
    taken.reduce((sum, { dice }) => sum + dice[key], 0) / taken.length;
  const dice = mean(own, 'foreground');
  const peerDice = peer.length === 0 ? null : mean(peer, 'foreground');
  const classes = (taken: readonly Taken[]): string => `${mean(taken, '1').toFixed(1)} and ${mean(taken, '2').toFixed(1)}`;
  const note = `mean of ${own.length} seeds over ${TESTED} patients never trained on; anterior and posterior ${classes(own)}`;
  const target = peerDice === null ? {} : { peer: { name: PEER, runs: [peerDice] } };
  return [
    {
      ...{ gate: `trees, Dice from ${patients} patients`, unit: '%', targetOf: 'ratio', runs: [dice], ...target },
      // A hundredth of Dice.
      target: peerDice === null ? null : Number((1 - 1 / peerDice).toFixed(4)),
      note: peer.length === 0 ? note : `${note}, ${PEER} ${classes(peer)}`,
    },
    {
      ...{
        gate: `trees, training on ${patients} patients`,
        unit: 's',
        target: 1,
        targetOf: 'ratio',
        runs: own.map(({ training }) => training),
      },
      ...beside(({ training }) => training),
      note: 'features and fit on two threads; ours reads its files as well',
    },
    {
      ...{
        gate: `trees of ${patients} patients, prediction`,
        unit: 's',
        target: 1,
        targetOf: 'ratio',
        runs: own.map(({ prediction }) => prediction),
      },
      ...beside(({ prediction }) => prediction),
      note: `a crop, of ${TESTED} one after the other on two threads`,
    },
  ];
}

/** Without the process around it, which has a low priority and would wait for whatever else the machine does. */
async function takeOwn(folder: string, seed: number): Promise<Taken> {
  const threads = createThreads(THREADS);
  try {
    // As Python has loaded its packages when its time begins.
    const { cases } = await readTrainingSet(folder);
    await threads.all(
      'grid',
      cases.slice(0, THREADS).map((own) => ({ case: own })),
      () => undefined,
    );
    const { mean, settings } = (await trainTrees({ folder, seed, threads: THREADS }, threads, () => undefined)).report;
    const seconds = settings['secondsByStep'] as Record<'features' | 'fit' | 'measure', number>;
    return {
      dice: { '1': 100 * mean['1']!, '2': 100 * mean['2']!, foreground: 100 * mean['foreground']! },
      training: seconds.features + seconds.fit,
      prediction: seconds.measure / TESTED,
    };
  } finally {
    await threads.end();
  }
}

async function takePeer(python: string, data: string, patients: number, seed: number): Promise<Taken> {
  const { stdout } = await run(python, [join(PEERS, 'trees.py'), data, `${patients}`, `${TESTED}`, `${seed}`]);
  const taken = JSON.parse(stdout) as Record<'features' | 'fit' | 'predict' | '1' | '2' | 'foreground', number>;
  return {
    dice: { '1': 100 * taken['1'], '2': 100 * taken['2'], foreground: 100 * taken.foreground },
    training: taken.features + taken.fit,
    prediction: taken.predict,
  };
}

async function pythonWithPeer(): Promise<string | null> {
  for (const python of ['/usr/bin/python3', 'python3']) {
    const hasPeer = await run(python, ['-c', 'import scipy, sklearn']).then(
      () => true,
      () => false,
    );
    if (hasPeer) return python;
  }
  return null;
}
