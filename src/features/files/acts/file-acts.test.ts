import { expect, it } from 'vitest';
import { whyNot, type ActSituation } from './file-acts.ts';

const file = { isFolder: false, isArchive: false, isBusy: false };
const HERE: ActSituation = { isRoot: false, isBin: false, targets: [file], to: '/north/b', serverReachable: true };

it('what can be done is done', () => {
  expect((['rename', 'view', 'zip', 'copy', 'move', 'folder', 'download', 'delete'] as const).map((act) => whyNot(act, HERE))).toEqual(
    Array(8).fill(null),
  );
});

it('without the server nothing is changed, and what was viewed can be viewed', () => {
  const offline = { ...HERE, serverReachable: false };
  expect([whyNot('copy', offline), whyNot('folder', offline), whyNot('view', offline)]).toEqual(['offline', 'offline', null]);
});

it('copying and moving need a folder in the other pane [FM-014]', () => {
  const nowhere = { ...HERE, to: null };
  expect([whyNot('copy', nowhere), whyNot('move', nowhere), whyNot('zip', nowhere)]).toEqual(['nowhere', 'nowhere', null]);
});

it('some acts need one file, or an archive', () => {
  const two = { ...HERE, targets: [file, file] };
  expect([whyNot('rename', two), whyNot('view', two), whyNot('delete', two)]).toEqual(['one', 'one', null]);
  expect(whyNot('view', { ...HERE, targets: [{ ...file, isFolder: true }] })).toBe('file');
  expect([whyNot('unzip', HERE), whyNot('unzip', { ...HERE, targets: [{ ...file, isArchive: true }] })]).toEqual(['archive', null]);
});

it('a folder can be made where nothing is selected, but not in the list of areas', () => {
  const empty = { ...HERE, targets: [] };
  expect([whyNot('folder', empty), whyNot('copy', empty), whyNot('folder', { ...empty, isRoot: true })]).toEqual([null, 'nothing', 'root']);
});

it('what is still being written is not moved, and can be copied', () => {
  const busy = { ...HERE, targets: [{ ...file, isBusy: true }] };
  expect([whyNot('move', busy), whyNot('delete', busy), whyNot('copy', busy)]).toEqual(['busy', 'busy', null]);
});
