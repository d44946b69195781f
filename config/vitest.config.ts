import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Tests that create many studies, convert many series, or fail at many steps in sequence. They are left out while writing code; `npm test` runs
 * them.
 */
const LONG_TESTS = [
  'src/localdb/fault-points.test.ts',
  'src/server/backup/{backup,kills}.test.ts',
  'src/server/conversion/{dcm2niix,dicom-converter,deidentified-series}.test.ts',
  'src/server/demo*.test.ts',
  'src/server/restart.test.ts',
  'src/server/routes/http/hostile-texts.test.ts',
  'src/server/rules/conversion/conversion.test.ts',
  'src/server/rules/receive/{faults,repeats,full-disk,restore,bucket}.test.ts',
  'src/server/storage/s3*.test.ts',
];

/** A poll of the server's tests waits for PostgreSQL or another process, for which one second (Vitest's default) is short on a busy machine. */
const ANSWER_OF_ANOTHER = { poll: { timeout: 10_000 } };

const BROWSER_TESTS = {
  globalSetup: 'tests/support/require-chromium.ts',
  setupFiles: 'tests/support/show-pages-of-failures.ts',
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // A poll waits for the page as long as Playwright does.
  expect: { poll: { timeout: 30_000 } },
  // What a page violates is said in full.
  chaiConfig: { truncateThreshold: 0 },
};

/** After a failed test, its pages are read before a hook of its file closes them. */
const PAGES_ARE_SHOWN_FIRST = { hooks: 'list' } as const;

/** Browser tests that a second browser on two cores would disturb, by what they do. All others run two at a time. */
const ONE_BROWSER_AT_A_TIME = [
  // The process of one tab is found by the processor time that it uses.
  'tests/e2e/recovery/two-tabs.test.ts',
  // Rates are measured, or a device is filled.
  'tests/e2e/upload/{full-device,shown-progress}.test.ts',
  // Both cores are kept busy by one browser.
  'tests/e2e/upload/{file-identity,many-series}.test.ts',
];

/** A quarter of an hour. */
const LONGEST = ['tests/e2e/pages/accessibility.test.ts'];

/** A fresh clone knows no durations, and would begin with the largest files: at the end, one core would wait for the longest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification): boolean => LONGEST.some((file) => moduleId.endsWith(file));
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

/**
 * A project per kind of test; `npx vitest run -c config/vitest.config.ts --project unit src/model` runs one part of one.
 *
 *   unit       pure code, the page's parts, the workers' classes and the service worker, beside their files
 *   server     src/server beside its files: SQLite always, PostgreSQL as well when TEST_DATABASE_URL is set
 *   contract   the wire against its golden payloads
 *   house      the commands, the checks, the test bench itself, and the readers on files that went bad
 *   real-data  the readers on real images; skipped with a note where there are none
 *   sim        the life of uploads under random faults, one thread, seeded
 *   cluster    several servers over one PostgreSQL and one object store under random kills, seeded
 *   e2e        the product in a real Chromium, two browsers at a time; the main path in Firefox and WebKit
 *   e2e-alone  the same, one browser at a time, where a second one would disturb
 *   kills      the product under random SIGKILLs of browser and server, seeded
 */
export default defineConfig({
  root: ROOT,
  // In the folder of the packages, so that deleting a checkout leaves nothing behind.
  cacheDir: 'node_modules/.cache/vitest',
  test: {
    // One for each core of typical machines. By default Vitest leaves one core idle.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,sw}/**/*.test.{ts,tsx}'],
          exclude: ['src/server/**', 'src/commands/**', ...LONG_TESTS],
          setupFiles: 'tests/support/own-device.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts'],
          exclude: LONG_TESTS,
          testTimeout: 20_000,
          hookTimeout: 30_000,
          expect: ANSWER_OF_ANOTHER,
        },
      },
      // Each starts servers and databases, like the server tests.
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
          expect: ANSWER_OF_ANOTHER,
        },
      },
      {
        extends: true,
        test: {
          name: 'house',
          include: ['tests/house/**/*.test.ts', 'tests/bench/**/*.test.ts', 'tests/{mutants,mutation}/**/*.test.ts', ...LONG_TESTS],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { extends: true, test: { name: 'sim', include: ['tests/sim/**/*.test.ts'], testTimeout: 300_000 } },
      { extends: true, test: { name: 'real-data', include: ['tests/real-data/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 } },
      {
        extends: true,
        test: {
          name: 'cluster',
          include: ['tests/cluster/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: ONE_BROWSER_AT_A_TIME,
          sequence: { ...PAGES_ARE_SHOWN_FIRST, groupOrder: 0 },
          ...BROWSER_TESTS,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e-alone',
          include: ONE_BROWSER_AT_A_TIME,
          sequence: { ...PAGES_ARE_SHOWN_FIRST, groupOrder: 1 },
          ...BROWSER_TESTS,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'kills',
          include: ['tests/kills/**/*.test.ts'],
          globalSetup: 'tests/support/require-chromium.ts',
          testTimeout: 900_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
