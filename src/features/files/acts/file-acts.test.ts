import { expect, it } from 'vitest';
import { whyNot, type ActSituation } from './file-acts.ts';

const file = { isFolder: false, isArchive: false, isBusy: false };
const HERE: ActSituation = {
  isRoot: false,
  isBin: false,
  targets: [file],
  current: file,
  to: '/north/b',
  serverReachable: true,
  mayUpload: true,
};

it('what can be done is done', () => {
  expect((['rename', 'view', 'zip', 'copy', 'move', 'folder', 'download', 'delete'] as const).map((act) => whyNot(act, HERE))).toEqual(
    Array(8).fill(null),
  );
});

it('without the server nothing can be done', () => {
  const offline = { ...HERE, serverReachable: false };
  expect([whyNot('copy', offline), whyNot('folder', offline), whyNot('view', offline)]).toEqual(['offline', 'offline', 'offline']);
});

it('files are uploaded without the server too, by who may upload [FM-040]', () => {
  const offline = { ...HERE, serverReachable: false };
  expect([whyNot('upload', offline), whyNot('upload-folder', offline)]).toEqual([null, null]);
  expect([whyNot('upload', { ...offline, isRoot: true }), whyNot('upload', { ...HERE, mayUpload: false })]).toEqual(['root', 'no-upload']);
});

it('copying and moving need a folder in the other pane [FM-014]', () => {
  const nowhere = { ...HERE, to: null };
  expect([whyNot('copy', nowhere), whyNot('move', nowhere), whyNot('zip', nowhere)]).toEqual(['nowhere', 'nowhere', null]);
});

it('some acts work on the line of the cursor, whatever is selected', () => {
  const at = (current: ActSituation['current']) => ({ ...HERE, targets: [file, file], current });
  expect([whyNot('rename', at(file)), whyNot('view', at(file)), whyNot('rename', at(null))]).toEqual([null, null, 'nothing']);
  expect(whyNot('view', at({ ...file, isFolder: true }))).toBe('file');
  expect([whyNot('unzip', at(file)), whyNot('unzip', at({ ...file, isArchive: true }))]).toEqual(['archive', null]);
});

it('a folder can be made where nothing is selected, but not in the list of areas', () => {
  const empty = { ...HERE, targets: [] };
  expect([whyNot('folder', empty), whyNot('copy', empty), whyNot('folder', { ...empty, isRoot: true })]).toEqual([null, 'nothing', 'root']);
});

it('what is still being written is not moved, and can be copied', () => {
  const busy = { ...HERE, targets: [{ ...file, isBusy: true }] };
  expect([whyNot('move', busy), whyNot('delete', busy), whyNot('copy', busy)]).toEqual(['busy', 'busy', null]);
});

it('what goes into one zip is named in one call, and copies are made in portions', () => {
  const many = { ...HERE, targets: Array.from({ length: 1_001 }, () => file) };
  expect([whyNot('zip', many), whyNot('download', many), whyNot('copy', many)]).toEqual(['many', 'many', null]);
});
