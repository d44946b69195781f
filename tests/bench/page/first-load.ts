import { buildPageIfStale } from '#commands/page-build.ts';
import { FIRST_LOAD_TARGET_KB, firstLoadKb } from '#tests/support/first-load.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';

/** A count, not a time: one run says all. */
export async function measureFirstLoad(): Promise<Measured | Skipped> {
  const figure = { gate: 'first load', unit: 'kB', target: FIRST_LOAD_TARGET_KB } as const;
  const build = await buildPageIfStale();
  if (!build.ok) return { ...figure, reason: 'the page could not be built' };
  return { ...figure, runs: [await firstLoadKb()], note: 'gzip of all scripts that the start page loads before the lazy pages' };
}
