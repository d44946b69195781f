import { parseArgs } from 'node:util';
import { onStopSignal } from '#commands/on-stop-signal.ts';
import { withTempFolder } from '#commands/temp-folder.ts';
import { LACKS, type Lack } from './page-without.ts';
import { runPowerCuts } from './power.ts';
import { runKills, sayFailure } from './run-kills.ts';
import { runServerKills } from './server-only.ts';

/**
 * `npm run kills`: random schedules of SIGKILLs and other faults with the real browser and the real server. The last line sums up; exit
 * code 0 only where nothing was lost and nothing is stuck.
 *
 *   --from 1 --schedules 100      seeds 1 to 100
 *   --workers 2                   two schedules beside each other, each with a server and a browser of its own
 *   --without sync,locks,strict   in a browser that lacks these
 *   --slow                        over a slow link, where chunks are deflated
 *   --server-only                 a client without a browser; the server alone is killed
 *   --power                       the profile as a power cut leaves it, while a page stores files
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

const stopped = Promise.withResolvers<never>();
const done = withTempFolder((folder) => Promise.race([run(folder), stopped.promise]));
// The folder goes, and every browser and server that names it.
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
      console.log(verdict.kind === 'kept' ? kept : sayFailure(outcome, of));
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

function lacks(list: string): Lack[] {
  const words = list.split(',').filter((word) => word !== '');
  const unknown = words.filter((word) => !LACKS.includes(word as Lack));
  if (unknown.length > 0) throw new Error(`--without knows ${LACKS.join(', ')}, not ${unknown.join(', ')}`);
  return LACKS.filter((lack) => words.includes(lack));
}
