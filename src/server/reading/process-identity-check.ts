import { runInProcess } from '#server/process/run-in-process.ts';
import type { CheckedFiles, IdentityCheck } from './identity-check.ts';

/** Ten thousand headers from a slow store take minutes. */
const MAX_MS = 20 * 60_000;
const WORKER = new URL('./identity.worker.ts', import.meta.url);

/** Checks in a separate process, which requests ranges of the files. A timeout counts as a crash. */
export function createIdentityCheck(): IdentityCheck {
  return {
    async check({ type, settings, files, ...whose }, signal) {
      const run = { input: { type, settings }, files, signal, maxMs: MAX_MS, name: 'The check', ...whose };
      const checked = await runInProcess<CheckedFiles>(WORKER, run);
      if (checked === 'endless') throw new Error('The check did not finish in time');
      return checked;
    },
  };
}
