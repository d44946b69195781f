import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runStep, type StepResult } from './step.ts';

export type Project = 'unit' | 'server' | 'contract' | 'house' | 'sim' | 'real-data' | 'e2e' | 'kills';

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
  testResults: { status: 'passed' | 'failed'; assertionResults: { status: string }[] }[];
}

/**
 * `together`: files of tests share two processes instead of having one each, which is more than half of the time. What one leaves behind
 * the next one finds, so a run that decides keeps them apart.
 */
export async function runVitest(
  name: string,
  projects: readonly Project[],
  tempFolder: string,
  files: 'apart' | 'together' = 'apart',
): Promise<{ step: StepResult; counts: Counts }> {
  const report = join(tempFolder, `${projects.join('-')}.json`);
  const args = ['run', '-c', 'config/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  if (files === 'together') args.push('--no-isolate');
  for (const project of projects) args.push('--project', project);
  const step = await runStep({ name, tool: 'vitest', args, env: { TMPDIR: tempFolder } }, 'to the terminal');
  return { step, counts: await readCounts(report, step.code) };
}

/** A run that ended badly never counts as one without failures, whatever its report says or lacks. */
export async function readCounts(reportFile: string, exitCode: number): Promise<Counts> {
  const text = await readFile(reportFile, 'utf8').catch(() => null);
  const counts = text === null ? { passed: 0, failed: 0, skipped: 0 } : countsOf(JSON.parse(text) as Report);
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function countsOf(report: Report): Counts {
  // A file that could not be loaded has no tests that could fail: it is one failure itself.
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

/** The last line of `npm test`: machines read it too. */
export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
