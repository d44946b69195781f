import { expect, it } from 'vitest';
import { stageFiles, type Stage } from './stage-files.ts';
import type { FileToStage } from './types.ts';

const file = (name: string, size = 10): FileToStage => ({ id: name, path: name, file: { name, size } as File });
const names = (files: readonly FileToStage[]) => files.map(({ id }) => id);

async function staged(files: FileToStage[], stage: Stage, makeRoom = (_bytes: number) => Promise.resolve(0)) {
  const handled: number[] = [];
  const end = await stageFiles({ stage, makeRoom, onProgress: (count) => handled.push(count) }, 'upload', files);
  return { ...end, noRoom: names(end.noRoom), faulted: names(end.faulted), handled };
}

const MB = 1024 * 1024;

it('small files share a batch, and one larger than a segment is on its own', async () => {
  const batches: string[][] = [];
  const files = [file('a'), file('b'), file('huge', 9 * MB), file('c', 5 * MB), file('d', 5 * MB)];
  const end = await staged(files, (_, batch) => {
    batches.push(names(batch));
    return Promise.resolve({ ok: true, kept: batch.length, duplicates: 0 });
  });
  expect(batches).toEqual([['a', 'b'], ['huge'], ['c'], ['d']]);
  expect(end).toMatchObject({ kept: 5, noRoom: [], faulted: [], handled: [2, 3, 4, 5] });
});

it('one unreadable file does not affect the others', async () => {
  const end = await staged([file('a'), file('bad'), file('c')], (_, batch) =>
    Promise.resolve(names(batch).includes('bad') ? { ok: false, why: 'fault' } : { ok: true, kept: batch.length, duplicates: 0 }),
  );
  expect(end).toMatchObject({ kept: 2, faulted: ['bad'], handled: [3] });
});

it('a crashed worker leaves its files listed', async () => {
  const end = await staged([file('a')], () => Promise.reject(new Error('died')));
  expect(end).toMatchObject({ kept: 0, faulted: ['a'] });
});

it('files that do not fit are retried once space was freed, and listed otherwise', async () => {
  let room = 25;
  const stage: Stage = (_, batch) => {
    const bytes = batch.reduce((sum, each) => sum + each.file.size, 0);
    if (bytes > room) return Promise.resolve({ ok: false, why: 'quota' });
    room -= bytes;
    return Promise.resolve({ ok: true, kept: batch.length, duplicates: 0 });
  };
  const files = [file('a'), file('b'), file('c'), file('d')];
  expect(await staged(files, stage)).toMatchObject({ kept: 2, noRoom: ['c', 'd'] });
  room = 10;
  const freeing = (bytes: number): Promise<number> => {
    room += bytes;
    return Promise.resolve(bytes);
  };
  expect(await staged(files, stage, freeing)).toMatchObject({ kept: 4, noRoom: [] });
});

it('an upload that accepts no more files gets none of a batch', async () => {
  let asked = 0;
  const end = await staged([file('a'), file('b')], () => {
    asked += 1;
    return Promise.resolve({ ok: false, why: 'closed' });
  });
  expect([asked, end.faulted]).toEqual([1, ['a', 'b']]);
});
