import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { CHECKOUT } from '#commands/checkout.ts';
import { realDataFolder } from '#commands/real-data-folder.ts';
import { ModelManifest } from '#contract/ai/manifest.ts';
import type { Click } from '#imaging/inference/clicks/click-channels.ts';
import { ClickSession } from '#imaging/inference/clicks/click-session.ts';
import type { ChannelImage } from '#imaging/inference/grid/resample-image.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readChannel } from '#imaging/inference/nifti-channel.ts';
import { inferVolume } from '#imaging/inference/infer-volume.ts';
import { BitsDraft } from '#imaging/mask/bits/bits-draft.ts';
import { emptyBits, wholeBox, type Bits } from '#imaging/mask/bits/bits.ts';
import { boxToBytes } from '#imaging/mask/bits/slices.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { NO_REAL_IMAGES } from '#tests/bench/core/ct-files.ts';
import { NODE_ENGINES, nodeNetwork } from '#tests/fixtures/node-onnx.ts';

const GATE = { gate: 'clicks', unit: '%', target: null } as const;
const SET = 'mr-hippocampus-masks';
const CLASSES = [
  { value: 1, title: 'Anterior' },
  { value: 2, title: 'Posterior' },
];
/** Patients by number, in the order of their names. What proposes learned from few of them, as at the beginning of a team. */
const FEW = { train: 5, validation: 2, steps: 120 };
const CLICKS = { train: 20, validation: 4, steps: 300 };
const TESTED = 8;
const MOST_CLICKS = 7;

/** A network for clicks corrects what a network of few patients has proposed, on patients that neither has seen: Dice by clicks, and how long one takes on one thread. */
export async function measureClicks(_: number, tempFolder: string): Promise<(Measured | Skipped)[]> {
  const data = realDataFolder();
  const tested = data === null ? null : await readTested(join(data, SET));
  if (data === null || tested === null) return [{ ...GATE, reason: NO_REAL_IMAGES }];
  const python = await pythonWithTorch();
  if (python === null) return [{ ...GATE, reason: 'no python3 with torch was found, which trains the networks' }];
  const proposing = await trained(python, join(data, SET), join(tempFolder, 'few'), FEW, []);
  const correcting = await trained(python, join(data, SET), join(tempFolder, 'clicks'), CLICKS, ['--clicks']);
  const network = await nodeNetwork(correcting.model);
  // By class and number of clicks, of all patients; seconds of each click; masks that the first click made worse.
  const dice = CLASSES.map(() => Array.from({ length: MOST_CLICKS + 1 }, () => [] as number[]));
  const [ms, worse]: [number[], number[]] = [[], []];
  for (const { image, labels } of tested) {
    const { size } = image.space;
    const proposed = await proposalOf(image, proposing);
    const session = new ClickSession({ manifest: correcting.manifest, channels: [image], mostBytes: 2 ** 30 }, network);
    for (const [at, { value }] of CLASSES.entries()) {
      const wanted = labels.map((label) => Number(label === value));
      let mask = bitsOf(
        proposed.map((label) => Number(label === value)),
        size,
      );
      const clicks: Click[] = [];
      for (let count = 0; ; count += 1) {
        const bytes = boxToBytes(mask, wholeBox(mask.size));
        dice[at]![count]!.push(diceOf(bytes, wanted));
        if (count === MOST_CLICKS) break;
        const click = clickOn(bytes, wanted, size);
        if (click === null) continue;
        clicks.push(click);
        const startedMs = performance.now();
        mask = await session.correct(mask, clicks);
        ms.push(performance.now() - startedMs);
      }
      worse.push(Number(dice[at]![1]!.at(-1)! < dice[at]![0]!.at(-1)!));
    }
  }
  await network.end();
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const note = `${TESTED} unseen patients, from the proposal of a network of ${FEW.train} patients; ${CLICKS.steps} steps on ${CLICKS.train}`;
  return [
    ...[0, 1, 2, 3, 5, 7].flatMap((count) =>
      CLASSES.map(({ title }, at): Measured => ({
        ...{ ...GATE, gate: `clicks: Dice, ${title.toLowerCase()}, after ${count}`, runs: [100 * mean(dice[at]![count]!)], note },
      })),
    ),
    { ...GATE, gate: 'clicks: masks worse after one', runs: [100 * mean(worse)], note: `of ${worse.length}` },
    { gate: 'clicks: one click', unit: 'ms', target: null, runs: ms, note: 'on the server, one thread' },
  ];
}

async function trained(
  python: string,
  data: string,
  folder: string,
  { train, validation, steps }: typeof CLICKS,
  more: readonly string[],
): Promise<{ manifest: ModelManifest; model: Uint8Array }> {
  for (const name of ['images', 'labels']) await mkdir(join(folder, name), { recursive: true });
  const names = (await readdir(join(data, 'images'))).filter((name) => name.endsWith('.nii.gz')).toSorted();
  const learned = names.slice(0, train + validation);
  for (const name of learned) for (const part of ['images', 'labels']) await copyFile(join(data, part, name), join(folder, part, name));
  const cases = learned.map((name, at) => ({
    ...{ id: name.slice(0, -'.nii.gz'.length), part: at < train ? 'train' : 'validation' },
    ...{ images: [`images/${name}`], mask: `labels/${name}` },
  }));
  await writeFile(join(folder, 'dataset.json'), JSON.stringify({ classes: CLASSES, channels: [{ name: 'T1', acquisition: null }], cases }));
  const out = join(folder, 'out');
  const words = ['-m', 'lightship_worker', 'train', folder, out, '--steps', `${steps}`, '--seed', '1', '--threads', '1', ...more];
  await promisify(execFile)(python, words, { cwd: join(CHECKOUT, 'workers/python'), maxBuffer: 2 ** 26 });
  const manifest = ModelManifest.parse(JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')));
  return { manifest, model: await readFile(join(out, 'model.onnx')) };
}

interface Tested {
  image: ChannelImage;
  labels: Uint8Array;
}

/** The last of those that were not learned from, in the order of their names; null: the set is not on this machine. */
async function readTested(data: string): Promise<Tested[] | null> {
  const names = await readdir(join(data, 'images')).catch(() => null);
  if (names === null) return null;
  const files = names.filter((name) => name.endsWith('.nii.gz')).toSorted();
  const unseen = files.slice(CLICKS.train + CLICKS.validation).slice(0, TESTED);
  return Promise.all(
    unseen.map(async (name) => {
      const [image, mask] = await Promise.all(['images', 'labels'].map((part) => readVolume(join(data, part, name))));
      return { image: image!, labels: Uint8Array.from(mask!.samples) };
    }),
  );
}

async function readVolume(path: string): Promise<ChannelImage> {
  const found = await readChannel(createMemorySource(gunzipSync(await readFile(path))), 2 ** 30);
  if (!found.ok) throw new Error(`${path}: ${found.why}`);
  return found.image;
}

async function proposalOf(image: ChannelImage, { manifest, model }: { manifest: ModelManifest; model: Uint8Array }): Promise<Uint8Array> {
  const found = await inferVolume(
    { manifest, model, modelSha256: '', channels: [image], mostBytes: 2 ** 30 },
    { engines: NODE_ENGINES, signal: new AbortController().signal, progress: () => undefined, now: () => performance.now() },
  );
  if (!found.ok) throw new Error(found.why);
  return found.labels;
}

function bitsOf(bytes: Uint8Array, size: Voxel): Bits {
  const draft = new BitsDraft(emptyBits(size));
  for (const [at, value] of bytes.entries()) if (value === 1) draft.write(voxelOf(at, size));
  return draft.done();
}

const voxelOf = (at: number, [columns, rows]: Voxel): Voxel => [
  at % columns,
  Math.floor(at / columns) % rows,
  Math.floor(at / (columns * rows)),
];

/** A click in the middle of the thickest error, as the training makes them: what is left last when errors are eroded. */
function clickOn(mask: Uint8Array, wanted: Uint8Array, size: Voxel): Click | null {
  let error: Uint8Array = mask.map((value, at) => Number(value !== wanted[at]));
  if (!error.includes(1)) return null;
  for (let smaller = eroded(error, size); smaller.includes(1); smaller = eroded(error, size)) error = smaller;
  const left = [...error.keys()].filter((at) => error[at] === 1);
  const at = left[left.length >> 1]!;
  return { place: voxelOf(at, size), isInside: wanted[at] === 1 };
}

function eroded(bytes: Uint8Array, size: Voxel): Uint8Array {
  const [columns, rows, slices] = size;
  return bytes.map((value, at) => {
    if (value === 0) return 0;
    const [column, row, slice] = voxelOf(at, size);
    if (column === 0 || row === 0 || slice === 0 || column === columns - 1 || row === rows - 1 || slice === slices - 1) return 0;
    for (let z = -1; z <= 1; z += 1)
      for (let y = -1; y <= 1; y += 1) for (let x = -1; x <= 1; x += 1) if (bytes[at + x + columns * (y + rows * z)] === 0) return 0;
    return 1;
  });
}

function diceOf(one: Uint8Array, other: Uint8Array): number {
  let [both, all] = [0, 0];
  for (const [at, value] of one.entries()) {
    both += value & other[at]!;
    all += value + other[at]!;
  }
  return all === 0 ? 1 : (2 * both) / all;
}

async function pythonWithTorch(): Promise<string | null> {
  for (const python of ['python3', '/usr/bin/python3']) {
    const hasTorch = await promisify(execFile)(python, ['-c', 'import torch']).then(
      () => true,
      () => false,
    );
    if (hasTorch) return python;
  }
  return null;
}
