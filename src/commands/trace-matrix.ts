import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHECKOUT } from './checkout.ts';
import { namedIn, readRows, readSources, staticProblems, STATES, type Row } from './requirements.ts';

/** A test that names rows, with its result in the last run. */
export interface Result {
  title: string;
  status: string;
}

/** The part of Vitest's JSON report that is read here. */
interface Report {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

/** The run that the matrix was created from. */
interface LastRun {
  at: string;
  results: Result[];
}

const OUT = join(CHECKOUT, 'tests/out');
const MATRIX = join(OUT, 'trace.md');
const LAST_RUN = join(OUT, 'trace.json');
const TITLES_SHOWN = 20;

/** Reads the reports of the tests that have just run. False if there is a problem, such as a row called built without a passing test. */
export async function traceRun(reportFiles: readonly string[]): Promise<boolean> {
  // A run that could not start has left no report: its rows count as not covered.
  const texts = await Promise.all(reportFiles.map((file) => readFile(file, 'utf8').catch(() => '{"testResults":[]}')));
  const results = texts.flatMap((text) => resultsOf(JSON.parse(text) as Report));
  await mkdir(OUT, { recursive: true });
  await writeFile(LAST_RUN, JSON.stringify({ at: new Date().toISOString(), results } satisfies LastRun));
  return traceLastRun();
}

/** Writes the matrix of the last full test run. Without one, only the names are checked. */
export async function traceLastRun(): Promise<boolean> {
  const sources = await readSources();
  const { rows } = readRows(sources);
  const run = await readFile(LAST_RUN, 'utf8').then(
    (text) => JSON.parse(text) as LastRun,
    () => null,
  );
  const problems = [...staticProblems(sources), ...(run === null ? [] : unprovedRows(rows, run.results))];
  for (const problem of problems) console.log(problem);
  if (run === null) {
    console.log('No test results yet (run npm test). Only the IDs were checked.');
  } else {
    await writeFile(MATRIX, matrixOf(rows, run.results, run.at));
    console.log(`Tests run at ${run.at}. The matrix is in tests/out/trace.md.`);
  }
  console.log(countsOf(rows));
  return problems.length === 0;
}

/** The tests of a report that name a row. */
export function resultsOf(report: Report): Result[] {
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName }) => namedIn(fullName).length > 0)
    .map(({ fullName, status }) => ({ title: fullName, status }));
}

export function unprovedRows(rows: readonly Row[], results: readonly Result[]): string[] {
  const passed = new Set(results.filter(({ status }) => status === 'passed').flatMap(({ title }) => namedIn(title)));
  return rows
    .filter(({ id, state }) => state === 'built' && !passed.has(id))
    .map(({ id }) => `${id} is called built, and no test that names it has passed.`);
}

export function matrixOf(rows: readonly Row[], results: readonly Result[], at: string): string {
  const testsOf = new Map<string, Result[]>();
  for (const result of results) for (const id of new Set(namedIn(result.title))) testsOf.set(id, [...(testsOf.get(id) ?? []), result]);
  const lines = rows.map(({ id, text, state, note }) => {
    const tests = testsOf.get(id) ?? [];
    return `| ${id} | ${text} | ${state} | ${note} | ${titlesOf(tests)} | ${resultOf(tests)} |`;
  });
  return [
    '# Requirements and their tests',
    '',
    `Tests of ${at}. ${countsOf(rows)}.`,
    '',
    '| Id | Requirement | State | Note | Tests | Result |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n');
}

/** Failures come first, because only the first titles of a row with thousands of cases are shown. */
function titlesOf(tests: readonly Result[]): string {
  const inOrder = [...tests.filter(({ status }) => status !== 'passed'), ...tests.filter(({ status }) => status === 'passed')];
  const shown = inOrder.slice(0, TITLES_SHOWN).map(({ title, status }) => `${cell(title)} (${status})`);
  return [...shown, ...(inOrder.length > TITLES_SHOWN ? [`and ${inOrder.length - TITLES_SHOWN} more`] : [])].join('<br>');
}

function resultOf(tests: readonly Result[]): string {
  if (tests.length === 0) return 'no test';
  if (tests.some(({ status }) => status === 'failed')) return 'failed';
  return tests.some(({ status }) => status === 'passed') ? 'passed' : 'skipped';
}

export function countsOf(rows: readonly Row[]): string {
  const counts = STATES.map((state) => `${state} ${rows.filter((row) => row.state === state).length}`);
  return `${rows.length} rows: ${counts.join(', ')}`;
}

function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll(/\s+/g, ' ');
}
