import './use-node-24.ts';
import { chmod } from 'node:fs/promises';
import { LINT, TYPES } from './checks.ts';
import type { Failure } from './failure-reporter.ts';
import { onStopSignal } from './on-stop-signal.ts';
import { buildPageIfStale } from './page-build.ts';
import { realDataFolder } from './real-data-folder.ts';
import { runStep, type StepResult } from './step.ts';
import { folderInMemory, withTempFolder } from './temp-folder.ts';
import { getChromium } from './test-services/browser.ts';
import { getHaproxy } from './test-services/haproxy.ts';
import { thisMachine } from './test-services/machine.ts';
import { getOtherBrowsers } from './test-services/other-browsers.ts';
import { getTorch } from './test-services/torch.ts';
import { startServices, type TestFolders } from './test-services/services.ts';
import { traceRun } from './trace-matrix.ts';
import { countsLine, failureLines, runVitest, slowestLines, sumCounts, type Counts, type Project, type TimedTest } from './vitest-run.ts';

/**
 * `npm test`: everything that must pass before a change is accepted, ordered so that it fails early. A failure does not prevent later runs. The
 * exit code is that of the first failure, and the last line has the totals of all runs.
 */
const results: StepResult[] = [];
const counts: Counts[] = [];
const times: TimedTest[] = [];
const failures: Failure[] = [];
const missing: string[] = [];
const reports: string[] = [];

const stopped = new AbortController();
const done = withTempFolder(async (disk) => withTempFolder((memory) => runAll({ disk, memory }), await folderInMemory()));
onStopSignal(async () => {
  stopped.abort(new Error('Stopped'));
  await done.catch(() => undefined);
  process.exit(130);
});
await done;
summary();

async function runAll(folders: TestFolders): Promise<void> {
  heading('what the tests need');
  const machine = thisMachine(stopped.signal);
  const browser = await getChromium(machine);
  missing.push(...(await getOtherBrowsers(machine)), ...(await getHaproxy(machine)), ...(await getTorch(machine)));
  // If this user is root, the servers run as another user and must reach their folders.
  if (machine.isRoot) for (const folder of Object.values(folders)) await chmod(folder, 0o711);
  const services = await startServices(machine, folders, console.log);
  missing.push(...services.missing);
  console.log(`Real images: ${realDataFolder() ?? 'none found, their tests are skipped (set LIGHTSHIP_TEST_DATA to their folder)'}`);
  try {
    await check(TYPES);
    await check(LINT);
    // Thousands of commits would each wait for the disk. The databases of the later tests are on the disk.
    await tests('unit, server, contract', ['unit', 'server', 'contract'], folders.memory, folders.disk);
    await tests('house, simulation, real data', ['house', 'sim', 'real-data'], folders.disk);
    await tests('several servers', ['cluster'], folders.disk);
    const hasPage = await page();
    if (!browser.ok) fail('browser', browser.why);
    else if (hasPage) {
      await tests('end to end', ['e2e', 'e2e-alone'], folders.disk);
      // Separate, because it keeps two browsers busy itself.
      await tests('real kills', ['kills'], folders.disk);
    }
    await trace();
  } finally {
    await services.stop();
  }
}

async function check(step: typeof TYPES): Promise<void> {
  heading(step.name);
  const result = await runStep(step, 'to the terminal');
  results.push(result);
  if (result.code !== 0) counts.push({ passed: 0, failed: 1, skipped: 0 });
}

async function tests(name: string, projects: readonly Project[], tempFolder: string, reportFolder = tempFolder): Promise<void> {
  heading(name);
  const run = await runVitest(name, projects, { tempFolder, reportFolder });
  results.push(run.step);
  counts.push(run.counts);
  times.push(...run.times);
  failures.push(...run.failures);
  reports.push(run.report);
}

/** Built once here, so that every server of the tests finds it up to date. */
async function page(): Promise<boolean> {
  heading('page');
  const build = await buildPageIfStale();
  console.log(build.ok ? `${build.built ? 'built' : 'fresh'} (${build.seconds.toFixed(1)} s)` : build.output);
  results.push({ name: 'page', code: build.ok ? 0 : 1, seconds: build.ok ? build.seconds : 0, output: '' });
  if (!build.ok) counts.push({ passed: 0, failed: 1, skipped: 0 });
  return build.ok;
}

/** Which requirements are covered by the tests that ran. */
async function trace(): Promise<void> {
  heading('requirements');
  if (!(await traceRun(reports))) fail('requirements', 'Some requirements are not traced to tests, see above (npm run trace).');
}

function fail(name: string, why: string): void {
  missing.push(why);
  results.push({ name, code: 1, seconds: 0, output: '' });
  counts.push({ passed: 0, failed: 1, skipped: 0 });
}

function heading(name: string): void {
  stopped.signal.throwIfAborted();
  console.log(`\n── ${name}`);
}

function summary(): void {
  heading('slowest tests');
  for (const line of slowestLines(times)) console.log(line);
  if (failures.length > 0) heading('failures');
  for (const line of failureLines(failures)) console.log(line);
  heading('summary');
  for (const { name, code, seconds } of results)
    console.log(`${code === 0 ? 'ok    ' : 'failed'} ${seconds.toFixed(1).padStart(6)} s  ${name}`);
  for (const line of missing) console.log(line);
  process.exitCode = results.find(({ code }) => code !== 0)?.code ?? 0;
  console.log(countsLine(sumCounts(counts)));
}
