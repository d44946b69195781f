import { expect, it } from 'vitest';
import { similarFilesBySeries } from './similar-files.ts';

it('different files are distinguished from versions of one image, and from files with the same name and size [FILE-013]', () => {
  const file = (seriesId: string, name: string, size: number, instance?: string) => ({
    seriesId,
    name,
    size,
    ...(instance !== undefined && { instance }),
  });
  const files = [
    file('a', '1.dcm', 10, '1.2'),
    file('a', '2.dcm', 10, '1.3'),
    file('b', '1.dcm', 10, '1.4'),
    file('b', '2.dcm', 11, '1.3'),
    file('c', '3.nii', 5),
    file('c', '4.nii', 5),
    file('d', '5.dcm', 5, ''),
    file('d', '6.dcm', 5, ''),
  ];
  expect(Object.fromEntries(similarFilesBySeries(files))).toEqual({
    a: { instance: 1, nameAndSize: 1 },
    b: { instance: 1, nameAndSize: 1 },
  });
});
