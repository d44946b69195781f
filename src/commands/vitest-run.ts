import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { CHECKOUT } from './checkout.ts';
import { FAILURES_FILE, type Failure } from './failure-reporter.ts';
import { runStep, type StepResult } from './step.ts';

export type Project = 'unit' | 'server' | 'contract' | 'house' | 'sim' | 'real-data' | 'cluster' | 'e2e' | 'e2e-alone' | 'kills';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The part of Vitest's JSON report that is read here. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: 'passed' | 'failed';
    assertionResults: { status: string; fullName: string; duration?: number | null }[];
  }[];
}

export interface TimedTest {
  /** Path of its file in the checkout. */
  file: string;
  name: string;
  seconds: number;
}

interface VitestOptions {
  /** Temporary folder of the tests. */
  tempFolder: string;
  /** Folder for the report. */
  reportFolder: string;
  /**
   * `together`: test files share two processes instead of having one each, which saves more than half of the time. A file can then be affected by
   * earlier ones, so decisive runs keep them separate.
   */
  files?: 'apart' | 'together';
}

export async function runVitest(
  name: string,
  projects: readonly Project[],
  { tempFolder, reportFolder, files = 'apart' }: VitestOptions,
): Promise<{ step: StepResult; counts: Counts; times: TimedTest[]; failures: Failure[]; report: string }> {
  const report = join(reportFolder, `${projects.join('-')}.json`);
  const failures = join(reportFolder, `${projects.join('-')}.failures.json`);
  const reporters = ['default', 'json', 'src/commands/failure-reporter.ts'].map((reporter) => `--reporter=${reporter}`);
  const args = ['run', '-c', 'config/vitest.config.ts', ...reporters, `--outputFile.json=${report}`];
  if (files === 'together') args.push('--no-isolate');
  for (const project of projects) args.push('--project', project);
  const step = await runStep({ name, tool: 'vitest', args, env: { TMPDIR: tempFolder, [FAILURES_FILE]: failures } }, 'to the terminal');
  return { step, ...(await readReport(report, step.code)), failures: await readFailures(failures), report };
}

export async function readFailures(file: string): Promise<Failure[]> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? [] : (JSON.parse(text) as Failure[]);
}

/** A failed run never counts as one without failures, whatever its report contains. */
export async function readReport(reportFile: string, exitCode: number): Promise<{ counts: Counts; times: TimedTest[] }> {
  const text = await readFile(reportFile, 'utf8').catch(() => null);
  const report = text === null ? null : (JSON.parse(text) as Report);
  const counts = report === null ? { passed: 0, failed: 0, skipped: 0 } : countsOf(report);
  return {
    counts: exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts,
    times: report === null ? [] : timesOf(report),
  };
}

function timesOf(report: Report): TimedTest[] {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({ file: relative(CHECKOUT, name), name: fullName, seconds: (duration ?? 0) / 1000 })),
  );
}

/** Printed by `npm test`, to show where it has become slow. */
export function slowestLines(times: readonly TimedTest[], count = 20): string[] {
  const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
  return slowest.map(({ file, name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}  ${name}`);
}

const MOST_CHARACTERS = 4_500;

/** Printed at the end of `npm test`, because the outputs of the runs are long. Each message is shortened to its beginning. */
export function failureLines(failures: readonly Failure[]): string[] {
  return failures.flatMap(({ file, name, message }) => {
    const lines = stripVTControlCharacters(message).slice(0, MOST_CHARACTERS).split('\n');
    return [`${file ?? '-'}  ${name}`, ...lines.map((line) => `    ${line}`.trimEnd())];
  });
}

function countsOf(report: Report): Counts {
  // A file that could not be loaded has no tests, so it counts as one failure.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

export function sumCounts(all: readonly Counts[]): Counts {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) {
    sum.passed += counts.passed;
    sum.failed += counts.failed;
    sum.skipped += counts.skipped;
  }
  return sum;
}

/** The last line of `npm test`, which is also read by machines. */
export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
