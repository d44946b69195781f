import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CHECKOUT } from '#commands/checkout.ts';
import { FAILURES_FILE } from '#commands/failure-reporter.ts';
import { runStep } from '#commands/step.ts';
import { withTempFolder } from '#commands/temp-folder.ts';
import { countsLine, failureLines, readFailures, readReport, slowestLines, sumCounts } from '#commands/vitest-run.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lightship-report-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function report(testResults: { status: 'passed' | 'failed'; tests: string[] }[]): Promise<string> {
  const all = testResults.flatMap(({ tests }) => tests);
  const file = join(folder, 'report.json');
  await writeFile(
    file,
    JSON.stringify({
      numPassedTests: all.filter((status) => status === 'passed').length,
      numFailedTests: all.filter((status) => status === 'failed').length,
      numPendingTests: all.filter((status) => status === 'pending').length,
      numTodoTests: 0,
      testResults: testResults.map(({ status, tests }, file) => ({
        name: join(CHECKOUT, `tests/file-${file}.test.ts`),
        status,
        assertionResults: tests.map((test, at) => ({
          status: test,
          fullName: `test ${at}`,
          duration: test === 'pending' ? null : 1_500 * (file + at),
        })),
      })),
    }),
  );
  return file;
}

describe('the last line of npm test', () => {
  it('adds up all runs', () => {
    const sum = sumCounts([
      { passed: 3, failed: 0, skipped: 1 },
      { passed: 4, failed: 2, skipped: 0 },
    ]);
    expect(countsLine(sum)).toBe('7 passed, 2 failed, 1 skipped');
    expect(countsLine({ passed: 7, failed: 0, skipped: 0 })).toBe('7 passed, 0 failed');
  });

  it('counts what a run reports', async () => {
    const file = await report([
      { status: 'passed', tests: ['passed', 'pending'] },
      { status: 'failed', tests: ['passed', 'failed'] },
    ]);
    expect((await readReport(file, 1)).counts).toEqual({ passed: 2, failed: 1, skipped: 1 });
  });

  it('counts a file that could not be loaded as a failure', async () => {
    const file = await report([
      { status: 'passed', tests: ['passed'] },
      { status: 'failed', tests: [] },
    ]);
    expect((await readReport(file, 1)).counts).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  it('counts a run that ended with an error as a failure, with or without a report', async () => {
    expect((await readReport(join(folder, 'absent.json'), 1)).counts).toEqual({ passed: 0, failed: 1, skipped: 0 });
    const passed = await report([{ status: 'passed', tests: ['passed'] }]);
    expect((await readReport(passed, 137)).counts).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });
});

describe('the failures', () => {
  it('of tests, of files that cannot be loaded and outside of tests are listed, each shortened', async () => {
    const files = {
      'fails.test.mjs': `import { expect, it } from 'vitest'; it('fails', () => expect(1, 'x'.repeat(9000)).toBe(2)); it('passes', () => {});`,
      'broken.test.mjs': `throw new Error('not loaded');`,
      'outside.test.mjs': `import { it } from 'vitest'; it('passes', () => { setTimeout(() => { throw new Error('late'); }); }); it('waits', () => new Promise((done) => setTimeout(done, 100)));`,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const list = join(folder, 'failures.json');
    const reporter = join(CHECKOUT, 'src/commands/failure-reporter.ts');
    const { code } = await runStep(
      { name: 'run', tool: 'vitest', args: ['run', '--root', folder, `--reporter=${reporter}`], env: { [FAILURES_FILE]: list } },
      'kept',
    );
    expect(code).toBe(1);
    const failures = await readFailures(list);
    expect(
      failures.map(({ file, name, message }) => [file === null ? null : basename(file), name, message.slice(0, 10)]).toSorted(),
    ).toEqual([
      [null, 'outside of all tests', 'late'],
      ['broken.test.mjs', 'the file itself', 'not loaded'],
      ['fails.test.mjs', 'fails', 'xxxxxxxxxx'],
    ]);
    const lines = failureLines(failures);
    expect(lines.filter((line) => !line.startsWith(' '))).toHaveLength(3);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(4_600);
  });
});

describe('the slowest tests', () => {
  it('are listed with their file, the slowest first, up to the requested number', async () => {
    const file = await report([
      { status: 'passed', tests: ['passed', 'passed', 'pending'] },
      { status: 'passed', tests: ['passed', 'passed'] },
    ]);
    const { times } = await readReport(file, 0);
    expect(times).toHaveLength(5);
    expect(slowestLines(times, 2)).toEqual(['   3.0 s  tests/file-1.test.ts  test 1', '   1.5 s  tests/file-0.test.ts  test 1']);
  });
});

describe('a test run', () => {
  it('leaves neither its folder nor a process working in it, even one that left its process group', async () => {
    const left = await withTempFolder(async (temp) => {
      const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)', join(temp, 'profile')], {
        detached: true,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      await once(child.stdout!, 'data');
      return { temp, child, ended: once(child, 'exit') };
    });
    expect(await left.ended).toEqual([null, 'SIGKILL']);
    expect(existsSync(left.temp)).toBe(false);
  });
});
