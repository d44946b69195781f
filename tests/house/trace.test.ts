import { describe, expect, it } from 'vitest';
import { namedIn, readRows, readSources, staticProblems, type Source } from '#commands/requirements.ts';
import { countsOf, matrixOf, resultsOf, unprovedRows } from '#commands/trace-matrix.ts';

const HEAD = '| Id | Requirement | State | Note |\n| --- | --- | --- | --- |\n';
const table = (...rows: string[]): Source => ({ path: 'docs/requirements/upload.md', text: `# Upload\n\n${HEAD}${rows.join('\n')}\n` });
const test = (title: string, path = 'src/a.test.ts'): Source => ({ path, text: `it('${title}', () => {});` });
/** Written in two parts, so that this file itself names no row. */
const id = (number: string): string => `UPL2-${number}`;
const row = (number: string, state: string, note = ''): string => `| ${id(number)} | A chunk is sent. | ${state} | ${note} |`;

describe('a table of requirements', () => {
  it('is read row by row', () => {
    const { rows, problems } = readRows([table(row('901', 'built'), row('902', 'refused', 'Decided.'))]);
    expect(problems).toEqual([]);
    expect(rows).toEqual([
      { id: id('901'), text: 'A chunk is sent.', state: 'built', note: '' },
      { id: id('902'), text: 'A chunk is sent.', state: 'refused', note: 'Decided.' },
    ]);
  });

  it.each([
    ['an unknown state', row('901', 'done')],
    ['no sentence', `| ${id('901')} | | built | |`],
    ['an extra cell', `| ${id('901')} | A chunk | or two. | built | |`],
    ['a refusal without a reason', row('901', 'refused')],
    ['a part without what is missing', row('901', 'partly')],
    ['a repeated id', `${row('901', 'not built')}\n${row('901', 'not built')}`],
  ])('with %s is reported', (_, rows) => {
    expect(readRows([table(rows)]).problems).toHaveLength(1);
  });
});

describe('the title of a test', () => {
  it('names rows in square brackets, separated by commas', () => {
    expect(namedIn(`sends [${id('901')}, ${id('902')}]`)).toEqual([id('901'), id('902')]);
    expect(namedIn(`withdraws [PCALL-12-withdraw]`)).toEqual(['PCALL-12']);
    expect(namedIn('answers data.data[] of it [see below]')).toEqual([]);
    expect(namedIn(`sends (${id('901')})`)).toEqual([]);
  });
});

describe('a static check', () => {
  const problemsOf = (...sources: Source[]): string[] => staticProblems(sources);

  it('reports nothing when every built row has a test', () => {
    expect(problemsOf(table(row('901', 'built')), test(`a [${id('901')}]`))).toEqual([]);
  });

  it('reports a built row that only a comment or the product itself cites', () => {
    const built = table(row('901', 'built'));
    expect(problemsOf(built, test(`a (${id('901')})`))).toEqual([expect.stringContaining('no test')]);
    expect(problemsOf(built, test(`a [${id('901')}]`, 'src/a.ts'))).toEqual([expect.stringContaining('no test')]);
  });

  it('reports an id without a row, wherever it is cited', () => {
    for (const path of ['src/a.ts', 'docs/a.md', 'tests/e2e/a.test.ts'])
      expect(problemsOf(table(row('901', 'refused', 'Decided.')), { path, text: `// ${id('902')}, SHA-256` })).toEqual([
        `${path} cites ${id('902')}, which has no row in docs/requirements.`,
      ]);
  });

  it.each(['untested', 'not built'])('reports a row that is called %s although a test names it', (state) => {
    expect(problemsOf(table(row('901', state)), test(`a [${id('901')}]`))).toEqual([expect.stringContaining(state)]);
  });

  it('uses the ids of calls from their table when a title does', () => {
    const call = ['CALL', '901'].join('-');
    const sources = [
      { path: 'docs/requirements/calls.md', text: `${HEAD}| ${call} | A call. | built | |\n` },
      { path: 'src/contract/calls.ts', text: `    id: '${call}',` },
    ];
    expect(problemsOf(...sources)).toHaveLength(1);
    expect(problemsOf(...sources, { path: 'tests/contract/a.test.ts', text: 'it(`%s [${CALLS[name].id}]`)' })).toEqual([]);
  });
});

describe('the matrix', () => {
  const { rows } = readRows([table(row('901', 'built'), row('902', 'built'), row('903', 'not built'))]);
  const report = (status: string) => ({
    testResults: [
      {
        assertionResults: [
          { fullName: `an upload | sends [${id('901')}]`, status },
          { fullName: 'names nothing', status: 'passed' },
        ],
      },
    ],
  });

  it('shows a built row without a passed test as not verified', () => {
    expect(unprovedRows(rows, resultsOf(report('passed')))).toEqual([expect.stringContaining(id('902'))]);
    for (const status of ['failed', 'skipped']) expect(unprovedRows(rows, resultsOf(report(status)))).toHaveLength(2);
  });

  it('shows failures first, and a limited number of passed tests', () => {
    const tests = [...Array.from({ length: 30 }, () => 'passed'), 'failed'].map((status) => ({ title: `sends [${id('901')}]`, status }));
    const line = matrixOf(rows, tests, '2026-01-02')
      .split('\n')
      .find((line) => line.startsWith(`| ${id('901')} `));
    expect(line).toMatch(/\| sends \S+ \(failed\)<br>.*<br>and 11 more \| failed \|$/);
  });

  it('has a row for each requirement, with its tests and their results', () => {
    const lines = matrixOf(rows, resultsOf(report('passed')), '2026-01-02').split('\n');
    const lineOf = (number: string) => lines.find((line) => line.startsWith(`| ${id(number)} `));
    expect(lineOf('901')).toContain(String.raw`an upload \| sends`);
    expect(lineOf('901')).toMatch(/passed \|$/);
    expect(lineOf('902')).toMatch(/no test \|$/);
    expect(countsOf(rows)).toBe('3 rows: built 2, partly 0, untested 0, not built 1, refused 0');
  });
});

describe('docs/requirements', async () => {
  const sources = await readSources();

  it('has a row for every cited id, and a test for every built row', () => {
    expect(readRows(sources).rows.length).toBeGreaterThan(1_000);
    expect(staticProblems(sources)).toEqual([]);
  });
});
