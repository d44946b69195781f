import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOMS } from './rooms.ts';

/** The tests of one room, as config/vitest.config.ts runs them. Its name comes from main.ts, in the environment. */
const room = ROOMS.find(({ name }) => name === process.env['MUTANTS_ROOM']);

/** The first failure ends a run. So the files that failed last come first, as they often notice the fault beside it too, and then the quick ones. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const lastOf = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file) ?? { failed: false, duration: 0 };
    return files.toSorted((a, b) => {
      const [one, other] = [lastOf(a), lastOf(b)];
      return Number(other.failed) - Number(one.failed) || one.duration - other.duration;
    });
  }
}

export default defineConfig({
  // The copy of the checkout that Stryker plants its faults in.
  root: process.cwd(),
  test: {
    include: [...(room?.tests ?? [])],
    exclude: [...(room?.longTests ?? [])],
    maxWorkers: 1,
    // A worker for each file would take most of the time.
    isolate: false,
    sequence: { sequencer: QuickFirst },
    restoreMocks: true,
    unstubGlobals: true,
    // Code with planted faults is several times slower. A test that ran into its limit would count as one that noticed.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    ...(room?.project === 'server' ? {} : { setupFiles: 'tests/support/own-device.ts' }),
  },
});
