import { parseArgs } from 'node:util';
import { PLANTED, type Planted } from './planted.ts';
import { runSeed } from './run-seed.ts';
import { runSeeds, type BadSeed } from './run-seeds.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '100000' },
    workers: { type: 'string' },
    planted: { type: 'string', default: 'none' },
    trace: { type: 'boolean', default: false },
  },
});
const from = Number(values.from);
const seeds = Number(values.seeds);
const planted = plantedOf(values.planted);
if (!Number.isInteger(from) || !Number.isInteger(seeds) || seeds < 1) throw new Error('--from and --seeds are whole numbers');

const bad = values.trace ? await traced() : await counted();
if (values.trace) bad.forEach(say);
const stuck = bad.filter(({ kind }) => kind === 'stuck').length;
const lost = bad.filter(({ kind }) => kind === 'lost' || kind === 'rule').length;
process.exitCode = bad.length === 0 ? 0 : 1;
console.log(`${seeds} seeds, ${lost} lost, ${stuck} stuck`);

function say({ seed, kind, what }: BadSeed): void {
  const replay = `npm run sim -- --from ${seed} --seeds 1${planted === 'none' ? '' : ` --planted ${planted}`} --trace`;
  console.log(`seed ${seed}: ${kind === 'unlike' ? 'its two runs differ:' : kind} ${what}\n  ${replay}`);
}

async function traced(): Promise<BadSeed[]> {
  const found: BadSeed[] = [];
  for (let seed = from; seed < from + seeds; seed += 1) {
    const { lines, violation } = await runSeed(seed, { planted, withLines: true });
    console.log(lines?.join('\n'));
    if (violation) found.push({ seed, ...violation });
  }
  return found;
}

async function counted(): Promise<BadSeed[]> {
  const began = process.hrtime.bigint();
  let saidAt = 0;
  let saidBad = 0;
  const found = await runSeeds(
    { from, seeds, planted },
    {
      ...(values.workers === undefined ? {} : { workers: Number(values.workers) }),
      onProgress(done, bad) {
        // Printed immediately, so that failures of a long run can be examined before it ends.
        for (const one of bad.slice(saidBad)) say(one);
        saidBad = bad.length;
        const seconds = Number(process.hrtime.bigint() - began) / 1e9;
        if (seconds - saidAt < 5 && done < seeds) return;
        saidAt = seconds;
        const each = ((seconds * 1_000) / done).toFixed(2);
        console.log(`${done} of ${seeds} seeds in ${seconds.toFixed(0)} s, ${each} ms each, ${bad.length} failed`);
      },
    },
  );
  return found;
}

function plantedOf(text: string): Planted {
  const known = PLANTED.find((one) => one === text);
  if (known === undefined && text !== 'none') throw new Error(`--planted is one of ${PLANTED.join(', ')}`);
  return known ?? 'none';
}
