import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ModelManifest } from '#contract/ai/manifest.ts';
import { writeTrainingFolder } from '#tests/fixtures/training-folder.ts';
import { createThreads } from './threads/create-threads.ts';
import { trainTrees } from './train-trees.ts';
import { createTreesTrainer, type TrainingOrder } from './trees-trainer.ts';
import type { TrainingProgress, TrainingReport } from './training-run.ts';

// Each training starts a process and its threads, which is slow on a busy machine; times are not tested.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SETTINGS = { threads: 1, memoryMb: 1024, maxMs: 110_000 };
/** The trainer adds what Node and a thread reserve when they start. */
const LESS_THAN_A_START = -400;
const NEVER = new AbortController().signal;

let parent: string;
let folder: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'lightship-trees-'));
  folder = join(parent, 'dataset');
  await writeTrainingFolder(folder, [
    { id: 'a', part: 'train' },
    { id: 'b', part: 'train' },
    // Thicker slices: it is resampled to the spacing of the others.
    { id: 'c', part: 'train', step: 2 },
    { id: 'd', part: 'validation' },
    { id: 'e', part: 'test' },
    { id: 'f', part: 'test', step: 2 },
    { id: 'g', part: 'test', halves: [1, 1] },
  ]);
});
afterAll(() => rm(parent, { recursive: true, force: true }));

const order = (name: string, seed = 1): TrainingOrder => ({ folder, out: join(parent, name), seed });
const outputOf = async (name: string, file: string): Promise<Buffer> => readFile(join(parent, name, file));

describe('a training of trees on the server', () => {
  test('writes a model, its manifest and a report of held-out patients, and says how far it is [AI-25, AI-26]', async () => {
    const said: TrainingProgress[] = [];
    const outcome = await createTreesTrainer(SETTINGS).train(order('first'), NEVER, (progress) => said.push(progress));
    const report = JSON.parse((await outputOf('first', 'report.json')).toString()) as TrainingReport;
    expect(outcome).toEqual({ ok: true, report });
    expect(report.heldOut.map(({ id, part }) => [id, part])).toEqual([
      ['d', 'validation'],
      ['e', 'test'],
      ['f', 'test'],
      ['g', 'test'],
    ]);
    expect(report).toMatchObject({
      engine: 'trees',
      seed: 1,
      settings: { meanOf: 'test', backgroundFactorFrom: 'validation', spacing: [1, 1, 1] },
    });
    for (const { dice } of report.heldOut) expect(dice.foreground).toBeGreaterThan(0.85);
    // In the last one, nobody drew class 2.
    expect(report.heldOut.map(({ dice }) => '2' in dice)).toEqual([true, true, true, false]);
    const ofTests = report.heldOut.slice(1).map(({ dice }) => dice.foreground!);
    expect(report.mean.foreground).toBeCloseTo(ofTests.reduce((sum, value) => sum + value) / 3, 3);
    const manifest = ModelManifest.parse(JSON.parse((await outputOf('first', 'manifest.json')).toString()));
    expect(manifest).toMatchObject({ engine: 'trees', spacing: [1, 1, 1], classes: [{ value: 1 }, { value: 2 }] });
    expect(manifest.trainedOn).toMatchObject({
      patients: 3,
      spacing: { least: [1, 1, 1], most: [1, 1, 2] },
      extent: { least: [20, 20, 20] },
    });
    expect(said.at(-1)).toMatchObject({ event: 'progress', fraction: 1, metrics: { dice: report.mean } });
    expect(said.map(({ fraction }) => fraction)).toEqual(said.map(({ fraction }) => fraction).toSorted((a, b) => a - b));
  });

  test('ends its process when it is cancelled, and writes nothing [AI-27]', async () => {
    const stop = new AbortController();
    const training = createTreesTrainer(SETTINGS).train(order('cancelled'), stop.signal, () => stop.abort(new Error('cancelled')));
    await expect(training).rejects.toThrow('cancelled');
    expect(await readdir(parent)).not.toContain('cancelled');
  });

  test.runIf(process.platform === 'linux')('ends without memory, and says so [AI-27]', async () => {
    const outcome = await createTreesTrainer({ ...SETTINGS, memoryMb: LESS_THAN_A_START }).train(order('small'), NEVER);
    expect(outcome).toEqual({ ok: false, why: 'died' });
  });

  test('refuses a dataset that it cannot learn from, and names cases by their number [AI-28]', async () => {
    const wrong = join(parent, 'wrong');
    await writeTrainingFolder(wrong, [
      { id: 'one', part: 'train' },
      { id: 'two', part: 'train', halves: [1, 7] },
    ]);
    const outcome = await createTreesTrainer(SETTINGS).train({ folder: wrong, out: join(parent, 'refused'), seed: 1 }, NEVER);
    expect(outcome).toEqual({
      ...{ ok: false, why: 'bad_input' },
      detail: 'The mask of case 2 has values that are no class of the dataset',
    });
    expect(await readdir(parent)).not.toContain('refused');
  });
});

test('the same seed gives the same bytes with any number of threads, and another seed others [AI-22]', async () => {
  const bytesOf = async (seed: number, threads: number): Promise<Buffer> => {
    const pool = createThreads(threads);
    try {
      return Buffer.from((await trainTrees({ folder, seed, threads }, pool, () => undefined)).model);
    } finally {
      await pool.end();
    }
  };
  const first = await bytesOf(1, 1);
  expect((await bytesOf(1, 2)).equals(first)).toBe(true);
  expect((await bytesOf(2, 2)).equals(first)).toBe(false);
});
