import { parseArgs } from 'node:util';
import { onStopSignal } from '#commands/on-stop-signal.ts';
import { withTempFolder } from '#commands/temp-folder.ts';
import { thisMachine } from '#commands/test-services/machine.ts';
import { startServices } from '#commands/test-services/services.ts';

/**
 * Random schedules of kills and other faults with several real servers over one PostgreSQL and one object store. The last line has the totals. The
 * exit code is 0 only if nothing was lost, twice or stuck.
 *
 *   --from 1 --schedules 300      seeds 1 to 300
 *   --servers 2                   that many servers
 */
const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    schedules: { type: 'string', default: '300' },
    servers: { type: 'string', default: '2' },
  },
});
const stop = new AbortController();
const done = withTempFolder(run);
onStopSignal(async () => {
  stop.abort(new Error('Stopped'));
  await done.catch(() => undefined);
});
const failed = await done;
console.log(`${values.schedules} schedules, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function run(folder: string): Promise<number> {
  const services = await startServices(thisMachine(stop.signal), { disk: `${folder}/services`, memory: `${folder}/services` }, console.log);
  try {
    // Loaded only now, because the address of the database is read as they load.
    const { runSchedules, describeOutcome } = await import('./run-schedules.ts');
    const ran = runSchedules({
      from: Number(values.from),
      schedules: Number(values.schedules),
      servers: Number(values.servers),
      folder,
      onOutcome: (outcome) => console.log(describeOutcome(outcome)),
    });
    const stopped = new Promise<never>((_, reject) => stop.signal.addEventListener('abort', () => reject(new Error('Stopped'))));
    return (await Promise.race([ran, stopped])).length;
  } finally {
    await services.stop();
  }
}
