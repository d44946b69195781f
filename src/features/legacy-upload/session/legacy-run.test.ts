import { expect, it } from 'vitest';
import type { FileToStage, StagingEnd } from '#workers/stager/types.ts';
import { LegacyRun } from './legacy-run.ts';

const given = (...names: string[]) => names.map((path) => ({ path, file: { name: path, size: 1 } as File }));
const kept = (files: FileToStage[]): StagingEnd => ({ kept: files.length, duplicates: 0, noRoom: [], faulted: [] });

function world(stage: (files: FileToStage[]) => Promise<StagingEnd>) {
  const ended: StagingEnd[] = [];
  const faults: unknown[] = [];
  const copied: (string | null)[] = [];
  const run = new LegacyRun({
    createStager: () => ({
      async stage(_, files, onProgress) {
        onProgress(1);
        return stage(files);
      },
    }),
    openUpload: () => Promise.resolve('upload'),
    onEnd: (end) => ended.push(end),
    onFault: (cause) => faults.push(cause),
  });
  run.subscribe(() => {
    const { copying } = run.state();
    copied.push(copying && `${copying.handled}/${copying.total}`);
  });
  return { run, ended, faults, copied };
}

it('drops are copied one after the other and counted together', async () => {
  const { run, ended, copied } = world((files) => Promise.resolve(kept(files)));
  await Promise.all([run.take(given('a', 'b')), run.take(given('c'))]);
  expect(ended.map((end) => end.kept)).toEqual([2, 1]);
  expect(copied).toEqual(expect.arrayContaining(['0/2', '0/3', '1/3', '2/3', '3/3', null]));
  expect(run.state().copying).toBeNull();
});

it('files that did not fit or could not be read are listed until the next drop', async () => {
  const { run } = world(([first, second]) => Promise.resolve({ kept: 0, duplicates: 0, noRoom: [first!], faulted: [second!] }));
  await run.take(given('large', 'bad'));
  expect(run.state()).toMatchObject({ noRoom: ['large'], faulted: ['bad'] });
  const next = run.take(given('x', 'y'));
  expect(run.state()).toMatchObject({ noRoom: [], faulted: [] });
  await next;
});

it('an error names every file of its drop, and the next drop is still accepted', async () => {
  let isBroken = true;
  const { run, faults } = world((files) => (isBroken ? Promise.reject(new Error('broke')) : Promise.resolve(kept(files))));
  await run.take(given('a', 'b'));
  expect([run.state().faulted, faults]).toEqual([['a', 'b'], [new Error('broke')]]);
  isBroken = false;
  await run.take(given('a', 'b'));
  expect(run.state()).toMatchObject({ faulted: [], copying: null });
});
