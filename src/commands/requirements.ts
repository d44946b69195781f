import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { CHECKOUT } from './checkout.ts';

/** Status of a requirement; docs/requirements/README.md defines each value. */
export const STATES = ['built', 'partly', 'untested', 'not built', 'refused'] as const;
export type State = (typeof STATES)[number];

export interface Row {
  id: string;
  text: string;
  state: State;
  note: string;
}

/** A text file of the repository, by its path from the root. */
export interface Source {
  path: string;
  text: string;
}

const ROWS_IN = 'docs/requirements/';
const TEXT = /\.(?:tsx?|m?js|json|md|html|css)$/;
/** Packages, build output, measurements, server data and files of tools. */
const NOT_READ = /^(?:node_modules|dist(?:\..*)?|data|out|\..*)$/;

const ID = String.raw`[A-Z][A-Z0-9]*-\d{2,3}`;
/** Some calls have a suffix after the number of their row: PCALL-12-withdraw. */
const NAMED = new RegExp(String.raw`\[(${ID}(?:-[a-z-]+)?(?:, ${ID}(?:-[a-z-]+)?)*)\]`, 'g');
/** The ID of a call in a title that is generated from the table of calls. */
const NAMED_BY_CALLS = '[${CALLS[';

export async function readSources(): Promise<Source[]> {
  const files: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !NOT_READ.test(entry.name)) await walk(path);
      if (entry.isFile() && TEXT.test(entry.name)) files.push(path);
    }
  };
  await walk(CHECKOUT);
  return Promise.all(
    files.toSorted().map(async (path) => ({ path: relative(CHECKOUT, path).replaceAll('\\', '/'), text: await readFile(path, 'utf8') })),
  );
}

/** The tables of docs/requirements, and their errors. */
export function readRows(sources: readonly Source[]): { rows: Row[]; problems: string[] } {
  const rows = new Map<string, Row>();
  const problems: string[] = [];
  for (const { path, text } of sources.filter(({ path }) => path.startsWith(ROWS_IN))) {
    for (const line of text.split('\n')) {
      const id = new RegExp(`^\\| (${ID}) +\\|`).exec(line)?.[1];
      if (id === undefined) continue;
      const [, , requirement, state, note, ...rest] = line.split('|').map((cell) => cell.trim());
      if (rest.length !== 1 || !requirement || !isState(state)) {
        problems.push(`${path}: ${id} needs a sentence, a state (${STATES.join(', ')}) and a note, which may be empty.`);
        continue;
      }
      if (rows.has(id)) problems.push(`${path}: ${id} already has a row.`);
      if ((state === 'refused' || state === 'partly') && !note)
        problems.push(`${path}: ${id} is "${state}", and its note does not say why.`);
      rows.set(id, { id, text: requirement, state, note: note ?? '' });
    }
  }
  return { rows: [...rows.values()], problems };
}

function isState(word: string | undefined): word is State {
  return STATES.some((state) => state === word);
}

/** The rows in the title of a test: in square brackets, separated by commas. */
export function namedIn(title: string): string[] {
  return [...title.matchAll(NAMED)].flatMap((match) => match[1]!.split(', ').map((id) => new RegExp(ID).exec(id)![0]));
}

/** Checks without running a test: every cited ID has a row, and every row called built is in the title of a test. */
export function staticProblems(sources: readonly Source[]): string[] {
  const { rows, problems } = readRows(sources);
  const known = new Set(rows.map(({ id }) => id));
  const groups = [...new Set(rows.map(({ id }) => id.replace(/-\d+$/, '')))];
  const cited = new RegExp(String.raw`\b(?:${groups.join('|')})-\d{2,3}\b`, 'g');
  for (const { path, text } of sources)
    for (const id of new Set(text.match(cited)))
      if (!known.has(id)) problems.push(`${path} cites ${id}, which has no row in docs/requirements.`);

  const named = namedInSources(sources);
  for (const { id, state } of rows) {
    if (state === 'built' && !named.has(id)) problems.push(`${id} is called built, and no test has it in its title.`);
    if ((state === 'untested' || state === 'not built') && named.has(id))
      problems.push(`${id} is called ${state}, and a test has it in its title.`);
  }
  return problems;
}

function namedInSources(sources: readonly Source[]): Set<string> {
  const tests = sources.filter(({ path }) => path.startsWith('tests/') || /\.test\.tsx?$/.test(path));
  const named = new Set(tests.flatMap(({ text }) => namedIn(text)));
  if (tests.some(({ text }) => text.includes(NAMED_BY_CALLS)))
    for (const { text } of sources) for (const match of text.matchAll(/\bid: '(P?CALL-\d{2,3})/g)) named.add(match[1]!);
  return named;
}
