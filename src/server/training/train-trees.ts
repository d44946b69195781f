import { featureCount } from '#imaging/trees/features/compute-features.ts';
import { codingOf, writeCodes, type Coding } from '#imaging/trees/forest.ts';
import { forestToBytes } from '#imaging/trees/forest-bytes.ts';
import { balancedWeights, forestSettings, joinTrees } from '#imaging/trees/grow-forest.ts';
import type { Samples } from '#imaging/trees/grow-tree.ts';
import { marked } from '#language/t.ts';
import type { ModelManifest, Normalisation } from '#model/ai/manifest.ts';
import { readTrainingSet, type TrainingCase, type TrainingSet } from './dataset-folder.ts';
import { meanAndDeviation, meanOfClasses, rounded, spread } from './dice.ts';
import type { Tasks } from './threads/tasks.ts';
import type { Threads } from './threads/create-threads.ts';
import type { HeldOutCase, TrainingProgress, TrainingReport, TrainingRun } from './training-run.ts';

type Sampled = Tasks['sample']['output'];
type Triple = [number, number, number];

/** Larger values are cut by the manifest's rule only: trees do not care. */
const NORMALISATION: Normalisation = { kind: 'percentiles', low: 2, high: 98, centre: 0, scale: 1 };
const LIMITS = { ofClass: 1500, ofBackground: 4000 };
/** Of all patients together: their features and codes then take a third of a gigabyte. With more, each patient gives fewer. */
const MOST_SAMPLES = 4_000_000;
/** The background wins where the trees are undecided. */
const FACTORS = [1, 1.5, 2.2, 3.2];
const DEFAULT_FACTOR = 2.2;

export interface TrainedTrees {
  model: Uint8Array;
  manifest: ModelManifest;
  report: TrainingReport;
}

/** Trains on the cases for it, chooses the factor of the background on those for validation, and measures both held-out parts. */
export async function trainTrees(
  { folder, seed, threads: count }: TrainingRun,
  threads: Threads,
  give: (progress: TrainingProgress) => void,
): Promise<TrainedTrees> {
  const clock = createClock();
  const say = (fraction: number, message: string, metrics: TrainingProgress['metrics'] = {}): void =>
    give({ event: 'progress', fraction: rounded(fraction), message, round: 1, metrics });
  const step = (from: number, to: number, message: string, all: number) => (done: number) =>
    say(from + ((to - from) * done) / all, `${message}: ${done} of ${all}`);
  const set = await readTrainingSet(folder);
  const [training, validation] = [partOf(set, 'train'), partOf(set, 'validation')];
  const heldOut = set.cases.filter(({ part }) => part !== 'train');
  const values = set.classes.map(({ value }) => value);
  const normalisations = set.channels.map(() => NORMALISATION);

  const grids = await threads.all(
    'grid',
    training.map((own) => ({ case: own })),
    step(0, 0.05, marked('Images read'), training.length),
  );
  const spacing = medians(grids.map((grid) => grid.spacing));
  const limits = limitsFor(training.length, values.length);
  clock.took('read');

  const samplings = training.map((own) => ({ case: own, spacing, normalisations, values, limits, seed }));
  const sampled = await threads.all('sample', samplings, step(0.05, 0.35, marked('Features computed'), training.length));
  clock.took('features');

  const { samples, coding } = joinSamples(sampled, set);
  const settings = forestSettings(samples.features, seed);
  const growing = Array.from({ length: settings.trees }, (_, tree) => ({ samples, settings, tree }));
  const trees = await threads.all('grow', growing, step(0.35, 0.7, marked('Trees grown'), settings.trees));
  const forest = joinTrees(trees, balancedWeights(samples), {
    channels: set.channels.length,
    coding,
    seed,
    backgroundFactor: DEFAULT_FACTOR,
  });
  clock.took('fit');

  const candidate = shared(forestToBytes(forest));
  const tries = validation.map((own) => ({ case: own, model: candidate, spacing, normalisations, values, factors: FACTORS }));
  const tried = await threads.all('tryFactors', tries, step(0.7, 0.8, marked('Settings tried'), validation.length));
  if (tried.length > 0) forest.backgroundFactor = bestFactor(tried);
  clock.took('choose');

  const model = shared(forestToBytes(forest));
  const manifest = manifestOf(set, spacing, grids, sampled);
  const measuring = heldOut.map((own) => ({ case: own, model, manifest, values }));
  const measured = await threads.all('measure', measuring, step(0.8, 1, marked('Held-out patients measured'), heldOut.length));
  clock.took('measure');

  const rows = heldOut.map((own, at): HeldOutCase => ({
    id: own.id,
    part: own.part as HeldOutCase['part'],
    dice: roundedDice(measured[at]!.dice),
  }));
  const meanOf = rows.some(({ part }) => part === 'test') ? 'test' : rows.length > 0 ? 'validation' : null;
  const means = meanAndDeviation(rows.filter(({ part }) => part === meanOf).map(({ dice }) => dice));
  say(1, 'Trained', { dice: means.mean });
  const entropies = measured.flatMap(({ entropy }) => (entropy === null ? [] : [entropy]));
  return {
    model,
    manifest: { ...manifest, trainedOn: { ...manifest.trainedOn!, entropy: entropies.length === 0 ? null : roundedSpread(entropies) } },
    report: {
      ...{ engine: 'trees', seed, seconds: clock.seconds(), heldOut: rows, ...means },
      settings: {
        ...{ trees: settings.trees, leastLeaf: settings.leastLeaf, candidates: settings.candidates, features: samples.features },
        ...{ spacing, samples: samples.count, samplesOfCase: limits, nodes: forest.nodes.length / 2 },
        ...{ backgroundFactor: forest.backgroundFactor, backgroundFactorFrom: tried.length > 0 ? 'validation' : 'default' },
        ...{ meanOf, threads: count, secondsByStep: clock.steps },
      },
    },
  };
}

const partOf = ({ cases }: TrainingSet, part: TrainingCase['part']): TrainingCase[] => cases.filter((own) => own.part === part);

/** By axis; of an even number, the mean of the two in the middle. */
function medians(triples: readonly Triple[]): Triple {
  return [0, 1, 2].map((axis) => {
    const sorted = triples.map((triple) => triple[axis]!).toSorted((a, b) => a - b);
    const middle = (sorted.length - 1) / 2;
    return rounded((sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2, 6);
  }) as Triple;
}

function limitsFor(cases: number, classes: number): typeof LIMITS {
  const share = Math.min(1, MOST_SAMPLES / (cases * (LIMITS.ofBackground + LIMITS.ofClass * classes)));
  return { ofClass: Math.max(1, Math.floor(LIMITS.ofClass * share)), ofBackground: Math.max(1, Math.floor(LIMITS.ofBackground * share)) };
}

/** Codes of all patients, in memory that threads share. */
function joinSamples(sampled: readonly Sampled[], { channels, classes }: TrainingSet): { samples: Samples; coding: Coding } {
  const features = featureCount(channels.length);
  const count = sampled.reduce((sum, { labels }) => sum + labels.length, 0);
  const [codes, labels] = [shared(new Uint8Array(count * features)), shared(new Uint8Array(count))];
  const columnOf = (one: Sampled, feature: number): Float32Array =>
    one.features.subarray(feature * one.labels.length, (feature + 1) * one.labels.length);
  const coding: Coding = { low: new Float32Array(features), scale: new Float32Array(features) };
  for (let feature = 0; feature < features; feature += 1) {
    const own = codingOf(sampled.map((one) => columnOf(one, feature)));
    coding.low[feature] = own.low;
    coding.scale[feature] = own.scale;
  }
  let first = 0;
  for (const one of sampled) {
    labels.set(one.labels, first);
    for (let feature = 0; feature < features; feature += 1) {
      writeCodes(columnOf(one, feature), coding, feature, codes, first * features + feature, features);
    }
    first += one.labels.length;
  }
  return { samples: { count, features, codes, labels, classes: classes.length + 1 }, coding };
}

function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

/** Of two with the same Dice, the one that is nearer to the default. `tried`: by case and factor. */
function bestFactor(tried: readonly Tasks['tryFactors']['output'][]): number {
  const score = (at: number): number => tried.reduce((sum, byFactor) => sum + meanOfClasses(byFactor[at]!), 0);
  const order = FACTORS.map((factor, at) => ({ factor, score: score(at) }));
  order.sort((a, b) => b.score - a.score || Math.abs(a.factor - DEFAULT_FACTOR) - Math.abs(b.factor - DEFAULT_FACTOR));
  return order[0]!.factor;
}

function manifestOf(
  { classes, channels, cases }: TrainingSet,
  spacing: Triple,
  grids: readonly Tasks['grid']['output'][],
  sampled: readonly Sampled[],
): ModelManifest {
  return {
    ...{ format: 1, engine: 'trees', spacing },
    channels: channels.map(({ name, acquisition }) => ({ name, acquisition, normalisation: NORMALISATION })),
    // Trees see the whole image, in slabs: nothing is padded or blended.
    ...{ patch: [1, 1, 1], multiple: [1, 1, 1], overlap: 0, mirror: [], classes },
    trainedOn: {
      patients: new Set(cases.filter(({ part }) => part === 'train').map(({ patient }) => patient)).size,
      ...{ spacing: ends(grids.map((grid) => grid.spacing)), extent: ends(grids.map((grid) => grid.extent)) },
      intensity: channels.map((_, channel) => {
        const spreads = sampled[0]!.percentiles[channel]!.map((_, at) =>
          roundedSpread(sampled.map((one) => one.percentiles[channel]![at]!)),
        );
        return { mean: spreads.map(({ mean }) => mean), deviation: spreads.map(({ deviation }) => deviation) };
      }),
      entropy: null,
    },
    training: null,
  };
}

function ends(triples: readonly Triple[]): { least: Triple; most: Triple } {
  const of = (choose: (...values: number[]) => number): Triple =>
    [0, 1, 2].map((axis) => rounded(choose(...triples.map((one) => one[axis]!)), 5)) as Triple;
  return { least: of(Math.min), most: of(Math.max) };
}

function roundedSpread(values: readonly number[]): { mean: number; deviation: number } {
  const { mean, deviation } = spread(values);
  return { mean: rounded(mean, 5), deviation: rounded(deviation, 5) };
}

const roundedDice = (dice: HeldOutCase['dice']): HeldOutCase['dice'] =>
  Object.fromEntries(Object.entries(dice).map(([key, value]) => [key, rounded(value)]));

function createClock() {
  const started = performance.now();
  let last = started;
  const steps: Record<string, number> = {};
  return {
    steps,
    took(name: string): void {
      const now = performance.now();
      steps[name] = rounded((now - last) / 1000, 3);
      last = now;
    },
    seconds: (): number => rounded((performance.now() - started) / 1000, 3),
  };
}
