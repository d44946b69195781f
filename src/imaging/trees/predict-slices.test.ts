import { describe, expect, test } from 'vitest';
import { InferenceStopped, ModelFault } from '#imaging/inference/engine.ts';
import { randomOf } from '#model/campaigns/random.ts';
import type { ModelManifest } from '#model/ai/manifest.ts';
import { featureCount, type Image } from './features/compute-features.ts';
import { featuresAt } from './features/features-at.ts';
import { codingOf, type Coding, writeCodes, type Forest } from './forest.ts';
import { forestToBytes } from './forest-bytes.ts';
import { balancedWeights, forestSettings, growTrees, joinTrees } from './grow-forest.ts';
import { createSlicePredictor, predictionBytes, predictSlices } from './predict-slices.ts';
import { sampleVoxels } from './sample-voxels.ts';
import { createTreesLoader } from './trees-engine.ts';

const SIZE = [13, 12, 17] as const;
const PLANE = SIZE[0] * SIZE[1];

/** A bright ball in noise. */
function codingOfAll(columns: readonly Float32Array[]): Coding {
  const all = columns.map((values) => codingOf([values]));
  return { low: Float32Array.from(all, ({ low }) => low), scale: Float32Array.from(all, ({ scale }) => scale) };
}

function ball(seed: string, [x, y, z]: readonly [number, number, number]): { image: Image; labels: Uint8Array } {
  const random = randomOf(seed);
  const labels = Uint8Array.from({ length: PLANE * SIZE[2] }, (_, at) => {
    const [column, row, slice] = [at % SIZE[0], Math.floor((at % PLANE) / SIZE[0]), Math.floor(at / PLANE)];
    return (column - x) ** 2 + (row - y) ** 2 + (slice - z) ** 2 <= 16 ? 1 : 0;
  });
  return { labels, image: { size: SIZE, channels: [Float32Array.from(labels, (label) => label * 0.6 + random() * 0.8)] } };
}

function train(): Forest {
  const cases = [ball('a', [6, 6, 8]), ball('b', [7, 5, 12]), ball('c', [5, 6, 10])];
  const features = featureCount(1);
  const places = cases.map(({ labels }, at) => sampleVoxels(labels, 2, { ofClass: 200, ofBackground: 400 }, randomOf(`${at}`)));
  const columns = Array.from({ length: features }, (_, feature) =>
    Float32Array.from(
      cases.flatMap(({ image }, at) => [
        ...featuresAt(image, places[at]!).subarray(feature * places[at]!.length, (feature + 1) * places[at]!.length),
      ]),
    ),
  );
  const labels = Uint8Array.from(cases.flatMap((one, at) => [...places[at]!].map((place) => one.labels[place]!)));
  const coding = codingOfAll(columns);
  const codes = new Uint8Array(labels.length * features);
  columns.forEach((values, feature) => writeCodes(values, coding, feature, codes, feature, features));
  const samples = { count: labels.length, features, codes, labels, classes: 2 };
  const trees = growTrees(samples, { ...forestSettings(features, 1), trees: 10 }, 0, 10);
  return joinTrees(trees, balancedWeights(samples), { channels: 1, coding, seed: 1, backgroundFactor: 1.5 });
}

function predict(forest: Forest, image: Image, step?: number): { order: number[]; values: Float32Array } {
  const [order, values] = [[] as number[], new Float32Array(2 * PLANE * SIZE[2])];
  const take = (slice: number, found: Float32Array): void => {
    order.push(slice);
    values.set(found, slice * 2 * PLANE);
  };
  for (const fraction of predictSlices(forest, image, take, step)) expect(fraction).toBeLessThanOrEqual(1);
  return { order, values };
}

const MANIFEST = { channels: [{}], classes: [{ value: 1, title: 'Ball' }] } as unknown as ModelManifest;
const NO_PAUSE = async (): Promise<void> => undefined;

describe('a prediction of the trees', () => {
  const forest = train();
  const unseen = ball('unseen', [8, 7, 7]);

  test('finds what the training showed, in an image that it never saw [AI-24]', () => {
    const { values } = predict(forest, unseen.image);
    let [both, found] = [0, 0];
    for (let slice = 0; slice < SIZE[2]; slice += 1)
      for (let at = 0; at < PLANE; at += 1) {
        if (values[(2 * slice + 1) * PLANE + at]! <= values[2 * slice * PLANE + at]!) continue;
        found += 1;
        both += unseen.labels[slice * PLANE + at]!;
      }
    expect((2 * both) / (found + unseen.labels.filter((label) => label === 1).length)).toBeGreaterThan(0.8);
  });

  test('is the same however it is cut into slabs, in the order of the slices, with the sum 1 [AI-24]', () => {
    const whole = predict(forest, unseen.image, SIZE[2]);
    for (const step of [1, 7, 16]) {
      const slabs = predict(forest, unseen.image, step);
      expect(slabs.order).toEqual(Array.from({ length: SIZE[2] }, (_, slice) => slice));
      expect(slabs.values).toEqual(whole.values);
    }
    for (let at = 0; at < PLANE; at += 1) expect(whole.values[at]! + whole.values[PLANE + at]!).toBeCloseTo(1, 5);
  });

  test('is the same for single slices, in any order [SCRIB-02]', () => {
    const whole = predict(forest, unseen.image).values;
    const slice = createSlicePredictor(forest, unseen.image);
    for (const at of [8, 0, 16, 7, 8]) expect(slice(at)).toEqual(whole.subarray(2 * at * PLANE, 2 * (at + 1) * PLANE));
  });

  test('weighs the background by the factor of the forest', () => {
    const [once, twice] = [1, 2].map((backgroundFactor) => predict({ ...forest, backgroundFactor }, unseen.image).values);
    for (const at of [0, 60, 8 * 2 * PLANE + 70]) {
      const [background, ball] = [once![at]!, once![at + PLANE]!];
      expect(twice![at]).toBeCloseTo((2 * background) / (2 * background + ball), 5);
    }
  });

  test('of 512 x 512 x 300 voxels needs less than 150 MB beside the image, and no more for more slices [AI-21]', () => {
    expect(predictionBytes([512, 512, 300], 1, 3)).toBeLessThan(150e6);
    expect(predictionBytes([512, 512, 900], 1, 3)).toBe(predictionBytes([512, 512, 300], 1, 3));
  });

  test('as an engine gives the whole: classes, slices, rows, columns [AI-24]', async () => {
    const engine = await createTreesLoader(NO_PAUSE)(forestToBytes(forest), MANIFEST);
    const fractions: number[] = [];
    const whole = await engine.run(unseen.image, {
      signal: new AbortController().signal,
      progress: (fraction) => fractions.push(fraction),
    });
    const { values } = predict({ ...forest, backgroundFactor: Math.fround(1.5) }, unseen.image);
    for (const slice of [0, 7, 16])
      for (const label of [0, 1]) {
        const at = (label * SIZE[2] + slice) * PLANE;
        expect(whole.subarray(at, at + PLANE)).toEqual(values.subarray((2 * slice + label) * PLANE, (2 * slice + label + 1) * PLANE));
      }
    expect(fractions.at(-1)).toBe(1);
    expect(engine.peakBytes(SIZE)).toBe(predictionBytes(SIZE, 1, 2));
  });

  test('as an engine stops when it is cancelled, and refuses a file that is not of its manifest [AI-23, AI-24]', async () => {
    const stop = new AbortController();
    const engine = await createTreesLoader(async () => stop.abort())(forestToBytes(forest), MANIFEST);
    await expect(engine.run(unseen.image, { signal: stop.signal, progress: () => undefined })).rejects.toThrow(InferenceStopped);
    const load = createTreesLoader(NO_PAUSE);
    await expect(load(forestToBytes(forest).subarray(0, -1), MANIFEST)).rejects.toThrow(ModelFault);
    await expect(load(forestToBytes(forest), { ...MANIFEST, classes: [] })).rejects.toThrow('other channels or classes');
  });
});

test('voxels are taken up to a limit of each class, in order, and all of them where there are few', () => {
  const labels = Uint8Array.from({ length: 1000 }, (_, at) => (at % 10 === 0 ? 1 : at === 555 ? 2 : 0));
  const taken = sampleVoxels(labels, 3, { ofClass: 30, ofBackground: 50 }, randomOf('few'));
  const counts = [0, 1, 2].map((label) => taken.filter((place) => labels[place] === label).length);
  expect(counts).toEqual([50, 30, 1]);
  expect(taken).toEqual(taken.toSorted());
  expect(new Set(taken).size).toBe(81);
});
