import { expect, it } from 'vitest';
import { atTheDoor } from './at-the-door.ts';

const given = (path: string, size = 20_000) => ({ path, file: { name: path, size } as File });

it('dcm, zip, rar and tar.gz are taken, whatever their letters, and images without extension', () => {
  const names = ['1.dcm', 'B.DCM', 'study.zip', 'study.rar', 'study.TAR.GZ', 'study.tgz', 'IM_0001', 'MR.1.3.12'];
  const { taken, unsupported } = atTheDoor(names.map((name) => given(name)));
  expect([taken.map(({ path }) => path), unsupported]).toEqual([names, []]);
});

it('anything else is refused, and what systems leave behind is passed over without a word', () => {
  const refused = ['a.nii', 'a.nii.gz', 'a.7z', 'a.tar', 'a.gz', 'a.jpg', 'a.zip.001'];
  const litter = ['DICOMDIR', '.DS_Store', '__MACOSX/._1.dcm', 'Thumbs.db'];
  const { taken, unsupported } = atTheDoor([...refused, ...litter].map((name) => given(name)));
  expect([taken, unsupported.map(({ path }) => path)]).toEqual([[], refused]);
  expect(atTheDoor([given('tiny', 100)]).unsupported).toHaveLength(1);
});
