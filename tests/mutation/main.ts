import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { realData } from '#tests/real-data/real-data.ts';
import { caseBytes, runCases, type BadCase } from './run-cases.ts';
import type { Target } from './target.ts';
import { TARGETS } from './targets.ts';

/** `npm run mutate -- --target dicom --from 1 --cases 100000`: readers on files that went bad, each case told by its number. */
const { values } = parseArgs({
  options: {
    /** One of the targets; without it all, each with so many cases. */
    target: { type: 'string' },
    from: { type: 'string', default: '1' },
    cases: { type: 'string', default: '100000' },
    /** Only files made by code, as `npm test` does: case numbers mean the same there. */
    made: { type: 'boolean', default: false },
    /** Writes the bytes of the first case into a file. */
    save: { type: 'string' },
  },
});
const range = { from: Number(values.from), cases: Number(values.cases) };
if (!Number.isInteger(range.from) || !Number.isInteger(range.cases) || range.cases < 1)
  throw new Error('--from and --cases are whole numbers');
const targets = TARGETS.filter(({ name }) => values.target === undefined || values.target === name);
if (targets.length === 0) throw new Error(`--target is one of ${TARGETS.map(({ name }) => name).join(', ')}`);

const bad: BadCase[] = [];
for (const target of targets) {
  const seeds = [...target.seeds(), ...(values.made ? [] : await realSeeds(target))];
  if (values.save !== undefined) writeFileSync(values.save, caseBytes(seeds, range.from));
  const began = performance.now();
  const found = await runCases(target, seeds, range, (one) => say(target, one));
  const each = ((performance.now() - began) / range.cases).toFixed(3);
  console.log(`${target.name}: ${range.cases} cases from ${seeds.length} files, ${each} ms each, ${found.length} bad`);
  bad.push(...found);
}
const count = (kind: BadCase['kind']) => bad.filter((one) => one.kind === kind).length;
process.exitCode = bad.length === 0 ? 0 : 1;
console.log(`${range.cases * targets.length} cases, ${count('slow')} slow, ${count('threw')} threw, ${count('memory')} over memory`);

function say({ name }: Target, { number, kind, what }: BadCase): void {
  console.log(`${name} ${number}: ${kind}: ${what}`);
  console.log(`  npm run mutate -- --target ${name} --from ${number} --cases 1${values.made ? ' --made' : ''}`);
}

async function realSeeds({ realPaths = [] }: Target): Promise<Uint8Array[]> {
  if (!realData) return [];
  const present = realPaths.filter((path) => realData?.files.some((file) => file.path === path));
  return Promise.all(
    present.map(async (path) => {
      const source = realData!.source(path);
      // Not a Buffer: its `slice` shares the bytes, and accidents of one case would stay for the next.
      return new Uint8Array(await source.read(0, source.size));
    }),
  );
}
