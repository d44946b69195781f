import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChannelImage } from '#imaging/inference/grid/resample-image.ts';
import { inferVolume } from '#imaging/inference/infer-volume.ts';
import { createTreesLoader } from '#imaging/trees/trees-engine.ts';
import type { ModelManifest } from '#model/ai/manifest.ts';
import { randomOf, shuffled } from '#model/campaigns/random.ts';
import { readTrainingSet, type TrainingCase } from '#server/training/dataset-folder.ts';
import { diceOf } from '#server/training/dice.ts';
import { readImages, readLabels } from '#server/training/read-case.ts';
import type { Threads } from '#server/training/threads/create-threads.ts';
import { DO, type Tasks } from '#server/training/threads/tasks.ts';
import { trainTrees } from '#server/training/train-trees.ts';
import { chooseCases, featuresOf, type Candidate } from './choose-cases.ts';

export const WAYS = ['chosen', 'random'] as const;
export type Way = (typeof WAYS)[number];

/** `rounds`: how many patients are learned from in each, ascending. `folder`: a dataset of all patients; its part 'test' is held out. */
export interface LoopOrder {
  folder: string;
  seed: number;
  rounds: readonly number[];
}

export interface LoopRound {
  patients: number;
  /** Mean over the held-out patients, of both parts together. */
  dice: number;
  /** Of the proposals for the patients that were annotated next, voxels whose class had to be changed: null after the last round. */
  changed: number | null;
}

export type LoopTaken = Record<Way, LoopRound[]>;

interface Known {
  own: TrainingCase;
  image: ChannelImage;
  labels: Uint8Array;
}

/**
 * Annotate, train, propose, correct, train: both ways begin with the same patients and the same model, and each round adds as many. 'Corrected' is the mask that the set
 * has. Nothing of a held-out patient is seen by either way.
 */
export async function runLoop({ folder, seed, rounds }: LoopOrder): Promise<LoopTaken> {
  const described = JSON.parse(await readFile(join(folder, 'dataset.json'), 'utf8')) as { cases: { id: string; part: string }[] };
  const { cases, classes } = await readTrainingSet(folder);
  const values = classes.map(({ value }) => value);
  const all = await Promise.all(
    cases.map(async (own): Promise<Known> => {
      const [image] = await readImages(own);
      return { own, image: image!, labels: await readLabels(own, image!, values) };
    }),
  );
  const [pool, heldOut] = [all.filter(({ own }) => own.part === 'train'), all.filter(({ own }) => own.part === 'test')];

  const train = async (learned: readonly Known[]): Promise<Trained> => {
    const wanted = new Set(learned.map(({ own }) => own.id));
    const only = { ...described, cases: described.cases.filter(({ id }) => wanted.has(id)) };
    // Read before the training begins; each thread has a folder of its own.
    await writeFile(join(folder, 'frozen.json'), JSON.stringify(only));
    return trainTrees({ folder, seed, threads: 1 }, HERE, () => undefined);
  };
  const diceOfHeldOut = async (model: Trained): Promise<number> => {
    let sum = 0;
    for (const each of heldOut) sum += diceOf((await propose(model, each)).labels, each.labels, values)['foreground']!;
    return sum / heldOut.length;
  };

  const start = shuffled(pool, randomOf(`start/${seed}`)).slice(0, rounds[0]);
  const first = await train(start);
  const firstDice = await diceOfHeldOut(first);
  const taken: LoopTaken = { chosen: [], random: [] };
  for (const way of WAYS) {
    const random = randomOf(`next/${seed}`);
    let learned = start;
    for (const [at, patients] of rounds.entries()) {
      const model = at === 0 ? first : await train(learned);
      const dice = at === 0 ? firstDice : await diceOfHeldOut(model);
      const more = (rounds[at + 1] ?? patients) - patients;
      const left = pool.filter((each) => !learned.includes(each));
      const order = more === 0 ? [] : way === 'chosen' ? await byChoice(model, left, learned, values) : shuffled(left, random);
      const next = order.slice(0, more);
      let changed = 0;
      for (const each of next) changed += differing((await propose(model, each)).labels, each.labels);
      taken[way].push({ patients, dice, changed: more === 0 ? null : changed });
      learned = [...learned, ...next];
    }
  }
  return taken;
}

/** By what the product could order them by: what is stored with an inference, and the voxels of each class in the masks that were learned from. */
async function byChoice(model: Trained, left: readonly Known[], learned: readonly Known[], values: readonly number[]): Promise<Known[]> {
  const candidates: Candidate[] = [];
  for (const each of left) {
    const { summary } = await propose(model, each);
    const features = featuresOf(summary.classes.map(({ voxels }) => voxels));
    candidates.push({ id: each.own.id, uncertainty: summary.meanEntropy, features });
  }
  const counts = learned.map(({ labels }) => values.map((_, at) => labels.reduce((sum, label) => sum + Number(label === at + 1), 0)));
  const order = chooseCases(candidates, counts.map(featuresOf));
  return order.map((id) => left.find(({ own }) => own.id === id)!);
}

type Trained = Pick<Awaited<ReturnType<typeof trainTrees>>, 'model'> & { manifest: ModelManifest };

async function propose({ model, manifest }: Trained, { image }: Known) {
  const result = await inferVolume(
    { manifest, model, modelSha256: '', channels: [image], mostBytes: Infinity },
    {
      engines: { onnx: null, trees: createTreesLoader(async () => undefined) },
      ...{ signal: new AbortController().signal, progress: () => undefined, now: () => performance.now() },
    },
  );
  if (!result.ok) throw new Error(result.why);
  return result;
}

function differing(found: Uint8Array, wanted: Uint8Array): number {
  let count = 0;
  for (const [at, label] of wanted.entries()) count += Number(found[at] !== label);
  return count;
}

/** Seeds run side by side, so each is on one thread. */
const HERE: Threads = {
  async all(name, inputs, onDone) {
    const outputs: unknown[] = [];
    for (const input of inputs) {
      outputs.push(await DO[name](input));
      onDone(outputs.length);
    }
    return outputs as Tasks[typeof name]['output'][];
  },
  end: async () => undefined,
};
