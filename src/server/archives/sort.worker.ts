import type { ProcessWork } from '#server/process/process-messages.ts';
import { sortFiles, type SortedBatch } from './sort-files.ts';

/** In a process of its own: headers of files of unknown origin. */
const sort: ProcessWork<readonly { name: string; sha256: string }[], SortedBatch> = (names, files) =>
  sortFiles(names.map((name, index) => ({ ...name, source: files[index]! })));

export default sort;
