import './use-node-24.ts';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runStep, type StepResult } from './step.ts';

/**
 * `npm run soak`: the random tests of `npm test` with many more cases, and with other seeds in each run. It takes about two hours. A failure
 * prints the command that repeats it.
 *
 *   --from 5000     the first seed; otherwise a random one
 *   --rounds 3      that many rounds, each with new seeds
 */
const { values } = parseArgs({ options: { from: { type: 'string' }, rounds: { type: 'string', default: '1' } } });
const rounds = Number(values.rounds);
let from = values.from === undefined ? randomInt(100_000, 1_000_000_000) : Number(values.from);
if (!Number.isInteger(from) || !Number.isInteger(rounds) || rounds < 1) throw new Error('--from and --rounds must be whole numbers');

const SEEDS = 200_000;
const results: StepResult[] = [];
for (let round = 1; round <= rounds; round += 1, from += SEEDS) {
  await soak('uploads under random faults', ['tests/sim/main.ts', '--seeds', String(SEEDS)]);
  await soak('readers on damaged files', ['tests/mutation/main.ts', '--cases', '50000']);
  await soak('kills of browser and server', ['tests/kills/main.ts', '--schedules', '150', '--workers', '2']);
  await soak('faults of several servers over one store', ['tests/cluster/main.ts', '--schedules', '300']);
  for (const lack of ['sync', 'locks', 'strict'])
    await soak(`kills of a browser without ${lack}`, ['tests/kills/main.ts', '--schedules', '20', '--workers', '2', '--without', lack]);
}
for (const { name, code, seconds } of results)
  console.log(`${code === 0 ? 'ok    ' : 'failed'} ${seconds.toFixed(1).padStart(7)} s  ${name}`);
process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0;

async function soak(name: string, words: readonly string[]): Promise<void> {
  console.log(`\n── ${name}, from ${from}`);
  results.push(await runStep({ name, tool: 'node', args: [...words, '--from', String(from)] }, 'to the terminal'));
}
