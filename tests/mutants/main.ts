import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { CHECKOUT } from '#commands/checkout.ts';
import { withTempFolder } from '#commands/temp-folder.ts';
import { readAccepted } from './accepted.ts';
import { isSourceOf, ROOMS, type Room } from './rooms.ts';
import { LEAST_PERCENT, percentOf, summarise, type FileCounts, type Result, type Summary } from './summary.ts';

/**
 * `npm run mutants -- --room transfer`: plants small faults in the sources of a room, one at a time, and runs the tests of the room on each.
 * Exit code 1 where fewer than 85 % are noticed, or one is neither noticed nor listed in accepted.json with a reason.
 *
 *   --file src/transfer/drain.ts   that file alone; `:20-40` behind it takes these lines; may be given several times, for files of one room
 *   --anew                         takes nothing from the last run of the room: not what was noticed then, in files that have not changed
 *   --constants                    also outside functions, where each fault needs all tests of the room
 *   --workers 2                    so many runs of tests beside each other
 */
const { values } = parseArgs({
  options: {
    room: { type: 'string' },
    file: { type: 'string', multiple: true, default: [] },
    anew: { type: 'boolean', default: false },
    constants: { type: 'boolean', default: false },
    workers: { type: 'string', default: '2' },
  },
});
const workers = Number(values.workers);
if (!Number.isInteger(workers) || workers < 1) throw new Error('--workers is a whole number');
// Globs and Stryker's own paths begin here.
process.chdir(CHECKOUT);
const asked = values.file.map((file) => file.replace(/:.*/, ''));
const room = roomOf(values.room, asked);
const results = await plant(room, asked.length === 0 ? room.sources : values.file);
const run = [...new Set(results.map(({ fileName }) => fileName))].toSorted();
const sources = new Map(run.map((file) => [file, readFileSync(file, 'utf8')]));
// Of a part of a file nobody can say what does not survive any more.
const listed = readAccepted().filter(({ file }) => run.includes(file));
const summary = summarise(results, sources, listed);
say(summary);
process.exitCode = percentOf(summary.all) < LEAST_PERCENT || summary.unlisted.length > 0 ? 1 : 0;

function roomOf(name: string | undefined, files: readonly string[]): Room {
  for (const file of files) if (!existsSync(file)) throw new Error(`--file: there is no ${file}`);
  const ofFiles = (room: Room) => files.length > 0 && files.every((file) => isSourceOf(room, file));
  const found = ROOMS.find((room) => (name === undefined ? ofFiles(room) : room.name === name));
  if (!found) throw new Error(`--room is one of ${ROOMS.map(({ name }) => name).join(', ')}; or each --file names a source of one`);
  return found;
}

async function plant({ name, tests }: Room, sources: readonly string[]): Promise<Result[]> {
  process.env['MUTANTS_ROOM'] = name;
  if (tests.every((pattern) => globSync(pattern).length === 0)) throw new Error(`${name} has no tests`);
  const lastRun = `node_modules/.cache/mutants/${name}.json`;
  forgetSurvivors(lastRun);
  const found = await withTempFolder((folder) =>
    new Stryker({
      mutate: [...sources],
      plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner')), join(import.meta.dirname, 'texts-of-errors.ts')],
      ignorers: ['texts of errors'],
      testRunner: 'vitest',
      vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
      coverageAnalysis: 'perTest',
      concurrency: workers,
      // A test that waits for a busy machine is not a fault that was noticed.
      timeoutMS: 20_000,
      timeoutFactor: 3,
      incremental: true,
      incrementalFile: lastRun,
      force: values.anew,
      ignoreStatic: !values.constants,
      // Types are stripped, never checked here.
      disableTypeChecks: false,
      tempDirName: folder,
      ignorePatterns: ['dist', 'dist.*', 'data', 'docs/screenshots', 'tests/**/out'],
      reporters: process.stdout.isTTY ? ['progress'] : ['progress-append-only'],
      allowConsoleColors: process.stdout.isTTY,
    }).runMutationTest(),
  );
  return (
    found
      .map((one) => ({ ...one, fileName: relative(CHECKOUT, one.fileName).replaceAll('\\', '/') }))
      // Stryker repeats what it knows of the other files.
      .filter(({ fileName }) => asked.length === 0 || asked.includes(fileName))
  );
}

/** Stryker takes a survivor for one as long as no test that ran it has changed. A new test may notice what stands outside every function. */
function forgetSurvivors(lastRun: string): void {
  if (!existsSync(lastRun)) return;
  const report = JSON.parse(readFileSync(lastRun, 'utf8')) as { files: Record<string, { mutants: { status: string }[] }> };
  for (const file of Object.values(report.files))
    file.mutants = file.mutants.filter(({ status }) => status !== 'Survived' && status !== 'NoCoverage');
  writeFileSync(lastRun, JSON.stringify(report));
}

function say({ files, all, unlisted, outdated }: Summary): void {
  for (const [file, counts] of [...files].toSorted()) console.log(`${wordsOf(counts)}  ${file}`);
  for (const { file, lineNumber, line, text, replacement, isRun } of unlisted)
    console.log(`\n${file}:${lineNumber} ${isRun ? 'survived' : 'no test runs this'}\n    ${line}\n  ${text}\n  → ${replacement}`);
  if (asked.length === 0)
    for (const { file, line, text, replacement } of outdated)
      console.log(`\n${file}: listed in accepted.json, but it does not survive\n    ${line}\n  ${text}\n  → ${replacement}`);
  console.log(`\n${wordsOf(all)}  all; ${unlisted.length} neither noticed nor listed`);
}

function wordsOf(counts: FileCounts): string {
  const { noticed, timedOut, survived } = counts;
  const share = `${percentOf(counts).toFixed(1)} %`.padStart(7);
  return `${share} ${String(noticed).padStart(5)} noticed (${timedOut} by time) ${String(survived).padStart(4)} survived`;
}
