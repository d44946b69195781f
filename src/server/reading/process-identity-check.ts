import { runInProcess } from '#server/process/run-in-process.ts';
import type { CheckedFiles, IdentityCheck } from './identity-check.ts';

/** Ten thousand headers from a slow store take minutes. */
const MAX_MS = 20 * 60_000;
const WORKER = new URL('./identity.worker.ts', import.meta.url);

/** Checks in a process of its own, which asks for ranges of the files. What comes to no end is a check that broke. */
export function createIdentityCheck(): IdentityCheck {
  return {
    async check({ type, settings, files, ...whose }, signal) {
      const run = { input: { type, settings }, files, signal, maxMs: MAX_MS, name: 'The check', ...whose };
      const checked = await runInProcess<CheckedFiles>(WORKER, run);
      if (checked === 'endless') throw new Error('The check did not come to an end');
      return checked;
    },
  };
}
