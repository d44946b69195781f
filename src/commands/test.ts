import './use-node-24.ts';
import { LINT, TYPES } from './checks.ts';
import { buildPageIfStale } from './page-build.ts';
import { realDataFolder } from './real-data-folder.ts';
import { runStep, type StepResult } from './step.ts';
import { withTempFolder } from './temp-folder.ts';
import { countsLine, runVitest, sumCounts, type Counts } from './vitest-run.ts';

/**
 * `npm test`: everything that must hold before a change is taken, in the order in which it fails soonest. What fails does not hide what
 * comes after it; the exit code is that of the first failure and the last line sums all runs.
 */
const results: StepResult[] = [];
const counts: Counts[] = [];

announce();
await withTempFolder(async (tempFolder) => {
  await check(TYPES);
  await check(LINT);
  await tests(
    'unit, server, contract, house, simulation, real data',
    ['unit', 'server', 'contract', 'house', 'sim', 'real-data'],
    tempFolder,
  );
  if (await page()) await tests('end to end in Chromium, real kills', ['e2e', 'kills'], tempFolder);
});
summary();

function announce(): void {
  const postgres = process.env['TEST_DATABASE_URL'] ? 'SQLite and PostgreSQL' : 'SQLite only (TEST_DATABASE_URL is not set)';
  console.log(`Databases: ${postgres}`);
  const s3 = process.env['TEST_S3_ENDPOINT']
    ? 'disk, a stand-in for S3, and a real S3 store'
    : 'disk and a stand-in for S3 only (TEST_S3_ENDPOINT is not set)';
  console.log(`Objects: ${s3}`);
  console.log(`Real images: ${realDataFolder() ?? 'none here, tests on them are skipped (LIGHTSHIP_TEST_DATA names their folder)'}`);
}

async function check(step: typeof TYPES): Promise<void> {
  heading(step.name);
  const result = await runStep(step, 'to the terminal');
  results.push(result);
  if (result.code !== 0) counts.push({ passed: 0, failed: 1, skipped: 0 });
}

async function tests(name: string, projects: Parameters<typeof runVitest>[1], tempFolder: string): Promise<void> {
  heading(name);
  const run = await runVitest(name, projects, tempFolder);
  results.push(run.step);
  counts.push(run.counts);
}

/** Built once, here: every server of the tests finds it fresh. */
async function page(): Promise<boolean> {
  heading('page');
  const build = await buildPageIfStale();
  console.log(build.ok ? `${build.built ? 'built' : 'fresh'} (${build.seconds.toFixed(1)} s)` : build.output);
  results.push({ name: 'page', code: build.ok ? 0 : 1, seconds: build.ok ? build.seconds : 0, output: '' });
  if (!build.ok) counts.push({ passed: 0, failed: 1, skipped: 0 });
  return build.ok;
}

function heading(name: string): void {
  console.log(`\n── ${name}`);
}

function summary(): void {
  heading('summary');
  for (const { name, code, seconds } of results)
    console.log(`${code === 0 ? 'ok    ' : 'failed'} ${seconds.toFixed(1).padStart(6)} s  ${name}`);
  process.exitCode = results.find(({ code }) => code !== 0)?.code ?? 0;
  console.log(countsLine(sumCounts(counts)));
}
