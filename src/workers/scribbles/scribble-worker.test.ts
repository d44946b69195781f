import { expect, it } from 'vitest';
import type { VoxelSpace } from '#model/grids/voxel-space.ts';
import { ScribbleWorker } from './scribble-worker.ts';
import type { Scribble, ScribbledPart } from './types.ts';

const SPACE: VoxelSpace = { size: [16, 16, 12], origin: [0, 0, 0], steps: [[1, 0, 0], [0, 1, 0], [0, 0, 1]] }; // prettier-ignore
const SAMPLES = Uint8Array.from({ length: 16 * 16 * 12 }, (_, at) => (at % 16 < 8 ? 200 : 20));
const STROKES = [true, false].map((isInside): Scribble => ({
  isInside,
  widthMm: 1,
  on: 'slice',
  path: [3, 12].map((row) => [isInside ? 3 : 12, row, 6] as const),
}));

function opened(): ScribbleWorker {
  const worker = new ScribbleWorker();
  worker.open({ space: SPACE, samples: SAMPLES.slice() });
  return worker;
}

it('tells of slices that are looked at first, and of all of them in the end [SCRIB-02]', async () => {
  const parts: ScribbledPart[] = [];
  const answer = await opened().compute({ scribbles: STROKES, region: 'whole' }, [9, 2], (part) => {
    parts.push(part);
    return [9, 2];
  });
  expect(answer).toEqual({ ok: true, isWhole: true });
  expect(parts.slice(0, 2).map(({ slices, done, total }) => [slices.map(({ slice }) => slice), done, total])).toEqual([
    [[2], 1, 12],
    [[9], 2, 12],
  ]);
  expect(parts.at(-1)).toMatchObject({ done: 12, total: 12, facts: { inside: 10, outside: 10 } });
  const all = parts.flatMap(({ slices }) => slices);
  expect(new Set(all.map(({ slice }) => slice)).size).toBe(12);
  expect(all.every(({ mask }) => mask[8 * 16 + 3] === 1 && mask[8 * 16 + 12] === 0)).toBe(true);
});

it('stops when the rest is not wanted any more, and begins again with other strokes [SCRIB-02]', async () => {
  const worker = opened();
  let told = 0;
  const stopped = await worker.compute({ scribbles: STROKES, region: 'whole' }, [6], () => ((told += 1), null));
  expect([stopped, told]).toEqual([{ ok: true, isWhole: false }, 1]);
  expect(await worker.compute({ scribbles: STROKES.slice(0, 1), region: 'whole' }, [6], () => [6])).toEqual({ ok: false, why: 'one-kind' });
  expect(await worker.compute({ scribbles: STROKES, region: 'near' }, [6], () => [6])).toEqual({ ok: true, isWhole: true });
});
