import type { ProcessWork } from '#server/process/process-messages.ts';
import { checkFiles } from './check-files.ts';
import type { CheckedFiles, FilesToCheck } from './identity-check.ts';

/** Checks one series in a separate process, because its files are untrusted. */
const check: ProcessWork<Pick<FilesToCheck, 'type' | 'settings'>, CheckedFiles> = checkFiles;
export default check;
