import { parseArgs } from 'node:util';
import { onStopSignal } from '#commands/on-stop-signal.ts';
import { withTempFolder } from '#commands/temp-folder.ts';
import { needChromium } from '#commands/test-services/browser.ts';
import { MISSING_FEATURES, type MissingFeature } from './page-lacking-features.ts';
import { runPowerCuts } from './power.ts';
import { runKills, describeFailure } from './run-kills.ts';
import { runServerKills } from './server-only.ts';

/**
 * `npm run kills`: random schedules of SIGKILLs and other faults with the real browser and the real server. The last line has the
 * totals. The exit code is 0 only if nothing was lost and nothing is stuck.
 *
 *   --from 1 --schedules 100      seeds 1 to 100
 *   --workers 2                   two schedules in parallel, each with its own server and browser
 *   --without sync,locks,strict   in a browser that lacks these
 *   --slow                        over a slow link, where chunks are compressed
 *   --server-only                 a client without a browser; only the server is killed
 *   --power                       a browser profile as after a power failure, while a page stores files
 */
const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    schedules: { type: 'string', default: '100' },
    workers: { type: 'string', default: '1' },
    without: { type: 'string', default: '' },
    slow: { type: 'boolean', default: false },
    'server-only': { type: 'boolean', default: false },
    power: { type: 'boolean', default: false },
  },
});
const from = wholeNumber('from');
const count = wholeNumber('schedules');
const without = lacks(values.without);

if (!values['server-only']) await needChromium();
const stopped = Promise.withResolvers<never>();
const done = withTempFolder((folder) => Promise.race([run(folder), stopped.promise]));
// Removes the folder, and ends every browser and server that uses it.
onStopSignal(async () => {
  stopped.reject(new Error('Stopped'));
  await done.catch(() => undefined);
});
const { schedules, lost, stuck, plain = 0 } = await done;
console.log(`${schedules} schedules, ${lost} lost, ${stuck} stuck${values.slow ? `, ${plain} hardly deflated` : ''}`);
process.exitCode = lost + stuck + plain === 0 ? 0 : 1;

interface Sums {
  schedules: number;
  lost: number;
  stuck: number;
  plain?: number;
}

function run(folder: string): Promise<Sums> {
  if (values['server-only']) return serverKills(folder);
  if (values.power) return powerCuts(folder);
  return kills(folder);
}

async function kills(folder: string): Promise<Sums> {
  const of = { without, isSlow: values.slow };
  const { schedules, lost, stuck, plain } = await runKills({
    from,
    schedules: count,
    workers: wholeNumber('workers'),
    ...of,
    folder,
    onOutcome(outcome) {
      const { seed, verdict, seconds, events } = outcome;
      const kept = `seed ${seed}: kept, ${seconds.toFixed(1)} s${values.slow ? `; ${events.at(-1)}` : ''}`;
      console.log(verdict.kind === 'kept' ? kept : describeFailure(outcome, of));
    },
  });
  return { schedules, lost: lost.length, stuck: stuck.length, plain: plain.length };
}

async function serverKills(folder: string): Promise<Sums> {
  const { schedules, acknowledged, lost, stuck } = await runServerKills({ from, schedules: count, folder, onSchedule: console.log });
  for (const what of [...lost, ...stuck]) console.log(what);
  console.log(`${acknowledged} chunks were acknowledged before a kill`);
  return { schedules, lost: lost.length, stuck: stuck.length };
}

async function powerCuts(folder: string): Promise<Sums> {
  const { schedules, stored, cutBytes, lost } = await runPowerCuts({ from, schedules: count, folder, onSchedule: console.log });
  for (const what of lost) console.log(what);
  console.log(`${stored} files were called stored before a cut, ${cutBytes} bytes were cut off`);
  return { schedules, lost: lost.length, stuck: 0 };
}

function wholeNumber(name: 'from' | 'schedules' | 'workers'): number {
  const value = Number(values[name]);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} must be a whole number from 1, not ${values[name]}`);
  return value;
}

function lacks(list: string): MissingFeature[] {
  const words = list.split(',').filter((word) => word !== '');
  const unknown = words.filter((word) => !MISSING_FEATURES.includes(word as MissingFeature));
  if (unknown.length > 0) throw new Error(`--without knows ${MISSING_FEATURES.join(', ')}, not ${unknown.join(', ')}`);
  return MISSING_FEATURES.filter((lack) => words.includes(lack));
}
