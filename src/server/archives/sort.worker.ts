import type { ProcessWork } from '#server/process/process-messages.ts';
import { sortFiles, type SortedBatch } from './sort-files.ts';

/** Separate process: the headers come from untrusted files. */
const sort: ProcessWork<readonly { name: string; sha256: string }[], SortedBatch> = (names, files) =>
  sortFiles(names.map((name, index) => ({ ...name, source: files[index]! })));

export default sort;
