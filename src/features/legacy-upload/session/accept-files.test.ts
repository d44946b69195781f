import { expect, it } from 'vitest';
import { acceptFiles } from './accept-files.ts';

const given = (path: string, size = 20_000) => ({ path, file: { name: path, size } as File });

it('accepts dcm, zip, rar and tar.gz in upper or lower case, and images without an extension [FILE-011]', () => {
  const names = ['1.dcm', 'B.DCM', 'study.zip', 'study.rar', 'study.TAR.GZ', 'study.tgz', 'IM_0001', 'MR.1.3.12'];
  const { taken, unsupported } = acceptFiles(names.map((name) => given(name)));
  expect([taken.map(({ path }) => path), unsupported]).toEqual([names, []]);
});

it('refuses anything else, and silently skips system files', () => {
  const refused = ['a.nii', 'a.nii.gz', 'a.7z', 'a.tar', 'a.gz', 'a.jpg', 'a.zip.001'];
  const litter = ['DICOMDIR', '.DS_Store', '__MACOSX/._1.dcm', 'Thumbs.db'];
  const { taken, unsupported } = acceptFiles([...refused, ...litter].map((name) => given(name)));
  expect([taken, unsupported.map(({ path }) => path)]).toEqual([[], refused]);
  expect(acceptFiles([given('tiny', 100)]).unsupported).toHaveLength(1);
});
