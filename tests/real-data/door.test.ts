import { describe, expect, test } from 'vitest';
import { isDirectory } from '#imaging/dicom/is-directory.ts';
import { DICM_MARK, isDicmMark } from '#model/dicm-mark.ts';
import { classifyFile } from '#model/file-rules.ts';
import { NOTE, realData } from './real-data.ts';

describe.skipIf(!realData)(`a real disc at the door${NOTE}`, () => {
  const disc = () => realData!.files.filter(({ set }) => set === 'dicomdir');

  test('81 of its images are smaller than the rules allow without an extension, and marked as DICOM', async () => {
    const refused = disc().filter(({ path, bytes }) => classifyFile(path, bytes) === 'unsupported');
    const marked = await Promise.all(refused.map(async ({ path }) => isDicmMark(await realData!.source(path).read(DICM_MARK.offset, 4))));
    // The others are two texts.
    expect([refused.length, marked.filter(Boolean).length]).toEqual([83, 81]);
  });

  test('its directories are known as such under every name, and none of its images is', async () => {
    const known = await Promise.all(disc().map(async ({ path }) => ((await isDirectory(realData!.source(path))) ? path : null)));
    const directories = disc().filter(({ path }) => path.includes('/DICOMDIR'));
    expect(known.filter((path) => path !== null)).toEqual(directories.map(({ path }) => path));
  });
});
