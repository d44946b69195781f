import { aptTry } from './apt.ts';
import { thisMachine, type Machine } from './machine.ts';
import { firstOf, type Found, type Try } from './tries.ts';

/** Names the HAProxy of the tests, or is empty if there is none. */
const SETTING = 'TEST_HAPROXY';

/** Without a download. */
export function findHaproxy(machine: Machine = thisMachine()): string | null {
  const path = process.env[SETTING] ?? machine.onPath('haproxy');
  return path === '' ? null : path;
}

/** For the processes that this one starts. A line if its tests are skipped. */
export async function getHaproxy(machine: Machine, say: (line: string) => void = console.log): Promise<string[]> {
  const found = await firstOf('HAProxy', haproxyTries(machine, process.env[SETTING] || null), say);
  process.env[SETTING] = found.ok ? found.value : '';
  return found.ok ? [] : [`No HAProxy, its tests were skipped: install the package haproxy, or set ${SETTING}`];
}

export function haproxyTries(machine: Machine, named: string | null): Try<string>[] {
  if (named !== null) return [{ from: `${SETTING}=${named}`, get: () => working(machine, named) }];
  const look = () => working(machine, machine.onPath('haproxy'));
  return [{ from: 'on PATH', get: look }, aptTry(machine, ['haproxy'], look)];
}

async function working(machine: Machine, path: string | null): Promise<Found<string>> {
  if (path === null) return { ok: false, why: 'none there' };
  const version = await machine.run(path, ['-v']);
  return version.ok ? { ok: true, value: path } : { ok: false, why: `${path} does not run: ${version.why}` };
}
