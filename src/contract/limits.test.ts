import { expect, it } from 'vitest';
import { LIMITS } from './limits.ts';

/** Agreed numbers: changing one breaks a client or a document that relies on it. */
it.each([
  ['the smallest chunk [CONST-27]', LIMITS.chunkMinBytes, 2_097_152],
  ['the simultaneous chunks [CONST-28]', LIMITS.lanes, 3],
  ['the quick retries of a chunk [CONST-30]', LIMITS.quickTries, 5],
  ['the pause between two polls of a conversion [CONST-32]', LIMITS.statusPollMs, 3_000],
  ['the files between two progress reports [CONST-37]', LIMITS.progressEveryFiles, 50],
  ['the size from which a file without extension counts as DICOM [CONST-38]', LIMITS.extensionlessMinBytes, 10_240],
  ['the file names of a series [CONST-40]', LIMITS.seriesFileNames, 10],
  ['the studies of a page [CONST-56]', LIMITS.studiesPerPage, 15],
  ['the uploads of a page [CONST-57]', LIMITS.uploadsPerPage, 30],
])('%s', (_, limit, agreed) => {
  expect(limit).toBe(agreed);
});
