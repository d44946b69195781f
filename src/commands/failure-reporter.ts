import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { CHECKOUT } from './checkout.ts';

/** Something that made a run fail: a test, a file that could not be loaded, or an error outside of all tests. */
export interface Failure {
  /** Path in the checkout; null for an error outside of all tests. */
  file: string | null;
  name: string;
  message: string;
}

/** The file that the reporter writes. */
export const FAILURES_FILE = 'LIGHTSHIP_TEST_FAILURES';

type RunError = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1][number];

/** The JSON report of Vitest has no errors outside of tests, which also fail a run. */
export default class FailureReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errorsOutside: readonly RunError[]): void {
    const file = process.env[FAILURES_FILE];
    if (file === undefined) return;
    const outside = errorsOutside.map((error) => ({ file: null, name: 'outside of all tests', message: wordsOf(error) }));
    writeFileSync(file, JSON.stringify([...modules.flatMap(failuresOf), ...outside] satisfies Failure[]));
  }
}

function failuresOf(module: TestModule): Failure[] {
  const file = relative(CHECKOUT, module.moduleId);
  const failures: Failure[] = [];
  const add = (name: string, errors: readonly RunError[]): void => {
    if (errors.length > 0) failures.push({ file, name, message: errors.map(wordsOf).join('\n') });
  };
  add('the file itself', module.errors());
  for (const suite of module.children.allSuites()) add(suite.fullName, suite.errors());
  for (const test of module.children.allTests('failed')) add(test.fullName, test.result().errors ?? []);
  return failures;
}

function wordsOf({ message, stack }: RunError): string {
  const place = stack?.split('\n').find((line) => line.includes(CHECKOUT) && !line.includes('node_modules'));
  return place === undefined ? message : `${message}\n${place.trim()}`;
}
