import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHECKOUT } from '#commands/checkout.ts';
import { withTempFolder } from '#commands/temp-folder.ts';
import { measureDrop } from './drop-to-last-thumbnail.ts';
import { gateTable, toGate, type Measured, type Skipped } from './gate.ts';
import { measureStart } from './installed-start.ts';
import { measureVerify } from './verify-time.ts';

const RUNS = 5;

/** A figure: what it is called on the command line, and how it is taken. */
const FIGURES: Record<string, (runs: number, tempFolder: string) => Promise<Measured | Skipped>> = {
  drop: measureDrop,
  start: measureStart,
  verify: measureVerify,
};

/** A figure that broke off is shown as one that was not taken: it must not take the others with it. */
function failed(name: string, error: unknown): Skipped {
  console.error(error);
  return { gate: name, target: null, reason: error instanceof Error ? error.message.split('\n')[0]! : String(error) };
}

/** `npm run bench` takes all, `npm run bench -- start` one. The exit code says whether a target was missed. */
export async function runBench(names: readonly string[]): Promise<number> {
  const unknown = names.find((name) => !(name in FIGURES));
  if (unknown !== undefined) {
    console.error(`${unknown} is no figure. There are: ${Object.keys(FIGURES).join(', ')}.`);
    return 1;
  }
  const results: (Measured | Skipped)[] = [];
  for (const [name, measure] of Object.entries(FIGURES)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`${name}: ${RUNS} runs ...`);
    results.push(await withTempFolder((folder) => measure(RUNS, folder)).catch((error: unknown) => failed(name, error)));
  }
  const gates = results.map(toGate);
  console.log(`\n${gateTable(gates)}`);
  const out = join(CHECKOUT, 'tests/bench/out');
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'latest.json'), `${JSON.stringify(gates, null, 2)}\n`);
  return gates.some(({ pass }) => pass === false) ? 1 : 0;
}
