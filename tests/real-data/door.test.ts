import { describe, expect, test } from 'vitest';
import { isDirectory } from '#imaging/dicom/elements/is-directory.ts';
import { DICM_PREFIX, isDicmPrefix } from '#model/files/dicm-prefix.ts';
import { classifyFile } from '#model/files/file-rules.ts';
import { NOTE, realData } from './real-data.ts';

describe.skipIf(!realData)(`a dropped real disc${NOTE}`, () => {
  const disc = () => realData!.files.filter(({ set }) => set === 'dicomdir');

  test('has 81 images that are below the size limit without an extension, and have the DICOM prefix', async () => {
    const refused = disc().filter(({ path, bytes }) => classifyFile(path, bytes) === 'unsupported');
    const marked = await Promise.all(
      refused.map(async ({ path }) => isDicmPrefix(await realData!.source(path).read(DICM_PREFIX.offset, 4))),
    );
    // The others are two texts.
    expect([refused.length, marked.filter(Boolean).length]).toEqual([83, 81]);
  });

  test('has directories that are recognised under every name, and no image that is taken for one', async () => {
    const known = await Promise.all(disc().map(async ({ path }) => ((await isDirectory(realData!.source(path))) ? path : null)));
    const directories = disc().filter(({ path }) => path.includes('/DICOMDIR'));
    expect(known.filter((path) => path !== null)).toEqual(directories.map(({ path }) => path));
  });
});
