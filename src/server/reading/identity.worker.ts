import type { ProcessWork } from '#server/process/process-messages.ts';
import { checkFiles } from './check-files.ts';
import type { CheckedFiles, FilesToCheck } from './identity-check.ts';

/** One series is looked through, in a process of its own: its files may be anything. */
const check: ProcessWork<Pick<FilesToCheck, 'type' | 'settings'>, CheckedFiles> = checkFiles;
export default check;
