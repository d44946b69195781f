import { realDataFolder } from '#commands/real-data-folder.ts';
import type { Scribble } from '#imaging/scribbles/scribble.ts';
import { segmentByScribbles, type ScribbledImage, type ScribbleRequest } from '#imaging/scribbles/segment-by-scribbles.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { NO_REAL_IMAGES } from '#tests/bench/core/ct-files.ts';
import { readPatients } from '#tests/fixtures/hippocampus.ts';

const GATE = { gate: 'scribbles', unit: '%', target: null } as const;
/** First slices must be there in this time, on images of this size, too. */
const FIRST_MS = 2000;
const LARGE: Voxel = [512, 512, 200];
const PATIENTS = 12;
const STRUCTURES = [
  { name: 'hippocampus', labels: [1, 2] },
  { name: 'anterior', labels: [1] },
  { name: 'posterior', labels: [2] },
];
/** How far beside the structure somebody scribbles, in voxels. */
const BESIDE = 3;

/** Strokes made from the truth in some slices teach the rest of the structure: Dice, and how long the first slice and all of them take on one thread. */
export async function measureScribbles(): Promise<(Measured | Skipped)[]> {
  const patients = await readPatients(realDataFolder(), PATIENTS);
  const large = (['near', 'whole'] as const).map((region): Measured => {
    const { firstMs } = segmented(largeImage(), { scribbles: LARGE_STROKES, region }, 100);
    return { gate: `scribbles: first slice, large, ${region}`, unit: 'ms', target: FIRST_MS, runs: [firstMs], note: LARGE.join(' x ') };
  });
  if (patients === null) return [{ ...GATE, reason: NO_REAL_IMAGES }, ...large];
  const note = `${PATIENTS} patients; in each slice a line inside and one around it, 1 mm wide`;
  const found = STRUCTURES.flatMap(({ name, labels }) =>
    [1, 3, 5].map((slices) => {
      const runs = patients.map(({ size, image, labels: truth }) => {
        const wanted = truth.map((label) => Number(labels.includes(label)));
        const space = { size, origin: [0, 0, 0], steps: [[1, 0, 0], [0, 1, 0], [0, 0, 1]] } as const; // prettier-ignore
        const scribbles = strokesOf(wanted, size, slices);
        const { mask, ...times } = segmented({ space, samples: image }, { scribbles, region: 'near' }, scribbles[0]!.path[0]![2]);
        return { ...times, dice: diceOf(mask, wanted) };
      });
      return { gate: `${name}, ${slices} ${slices === 1 ? 'slice' : 'slices'}`, runs };
    }),
  );
  const every = found.flatMap(({ runs }) => runs);
  return [
    ...found.map(({ gate, runs }): Measured => ({
      ...{ ...GATE, gate: `scribbles: Dice, ${gate}`, note },
      runs: [(100 * runs.reduce((sum, { dice }) => sum + dice, 0)) / runs.length],
    })),
    { gate: 'scribbles: first slice', unit: 'ms', target: FIRST_MS, runs: every.map(({ firstMs }) => firstMs), note },
    { gate: 'scribbles: all slices', unit: 'ms', target: null, runs: every.map(({ allMs }) => allMs), note },
    ...large,
  ];
}

function segmented(image: ScribbledImage, request: ScribbleRequest, visible: number) {
  const { size } = image.space;
  const startedMs = performance.now();
  const found = segmentByScribbles(image, request, () => [visible]);
  if (!found.ok) throw new Error(`Strokes were refused: ${found.why}`);
  const { from, to } = found.facts.box;
  const columns = to[0] - from[0] + 1;
  const mask = new Uint8Array(size[0] * size[1] * size[2]);
  let firstMs = 0;
  for (const { slice, mask: own } of found.slices) {
    if (firstMs === 0) firstMs = performance.now() - startedMs;
    for (let at = 0; at < own.length; at += columns) {
      const row = from[1] + at / columns;
      mask.set(own.subarray(at, at + columns), (slice * size[1] + row) * size[0] + from[0]);
    }
  }
  return { mask, firstMs, allMs: performance.now() - startedMs };
}

function diceOf(mask: Uint8Array, wanted: Uint8Array): number {
  let [both, sum] = [0, 0];
  for (let at = 0; at < mask.length; at += 1) {
    both += mask[at]! & wanted[at]!;
    sum += mask[at]! + wanted[at]!;
  }
  return (2 * both) / sum;
}

/** In slices that are spread evenly over the structure: a line along its middle, and one around it. */
function strokesOf(wanted: Uint8Array, [columns, rows, slices]: Voxel, count: number): Scribble[] {
  const rowsOf = (slice: number, column: number): number[] =>
    Array.from({ length: rows }, (_, row) => row).filter((row) => wanted[(slice * rows + row) * columns + column] === 1);
  const isLarge = (slice: number): boolean => {
    const own = wanted.subarray(slice * rows * columns, (slice + 1) * rows * columns);
    return own.reduce((sum, value) => sum + value, 0) > 8;
  };
  const used = Array.from({ length: slices }, (_, slice) => slice).filter(isLarge);
  return Array.from({ length: count }, (_, at) => used[Math.floor(((at + 0.5) / count) * used.length)]!).flatMap((slice) => {
    const across = Array.from({ length: columns }, (_, column) => ({ column, own: rowsOf(slice, column) })).filter(
      ({ own }) => own.length > 0,
    );
    const within = (value: number, most: number): number => Math.min(most - 1, Math.max(0, value));
    const middle = across.map(({ column, own }): Voxel => [column, own[own.length >> 1]!, slice]);
    const side = (rowOf: (own: readonly number[]) => number): Voxel[] => {
      const line = across.map(({ column, own }): Voxel => [column, within(rowOf(own), rows), slice]);
      const [first, last] = [line[0]!, line.at(-1)!];
      return [[within(first[0] - BESIDE, columns), first[1], slice], ...line, [within(last[0] + BESIDE, columns), last[1], slice]];
    };
    const above = side((own) => own[0]! - BESIDE);
    const around = [...above, ...side((own) => own.at(-1)! + BESIDE).toReversed(), above[0]!];
    const stroke = (isInside: boolean, path: readonly Voxel[]): Scribble => ({ isInside, widthMm: 1, on: 'slice', path });
    return [stroke(true, middle.length > 4 ? middle.slice(1, -1) : middle), stroke(false, around)];
  });
}

/** A bright ball in noise. */
function largeImage(): ScribbledImage {
  const [columns, rows, slices] = LARGE;
  const samples = new Int16Array(columns * rows * slices);
  for (let at = 0; at < samples.length; at += 1) {
    const [column, row, slice] = [at % columns, Math.floor(at / columns) % rows, Math.floor(at / (columns * rows))];
    const isInside = (column - 256) ** 2 + (row - 256) ** 2 + (2 * (slice - 100)) ** 2 < 60 ** 2;
    samples[at] = (isInside ? 100 : 0) + ((at * 7919) % 61);
  }
  return { space: { size: LARGE, origin: [0, 0, 0], steps: [[0.7, 0, 0], [0, 0.7, 0], [0, 0, 1.4]] }, samples }; // prettier-ignore
}

const LARGE_STROKES = ([[true, 240, 280, 256], [false, 150, 360, 340], [false, 150, 360, 170]] as const).map(
  ([isInside, from, to, row]): Scribble => ({ isInside, widthMm: 4, on: 'slice', path: [[from, row, 100], [to, row, 100]] }),
); // prettier-ignore
