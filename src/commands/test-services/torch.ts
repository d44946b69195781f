import { spawnSync } from 'node:child_process';
import { aptTry } from './apt.ts';
import { thisMachine, type Machine } from './machine.ts';
import { firstOf, type Found, type Try } from './tries.ts';

/** Names a Python that has PyTorch, for the tests of the worker in Python; empty if there is none. */
const SETTING = 'TEST_PYTHON';

/** Debian's packages are of this one, whatever comes first on PATH. */
const OF_DEBIAN = '/usr/bin/python3';

const IMPORTS = ['-c', 'import numpy, torch'];

/** Without a download. */
export function findTorch(machine: Machine = thisMachine()): string | null {
  const set = process.env[SETTING];
  if (set !== undefined) return set === '' ? null : set;
  return candidates(machine).find((path) => spawnSync(path, IMPORTS, { stdio: 'ignore' }).status === 0) ?? null;
}

/** For the processes that this one starts. A line if its tests are skipped. */
export async function getTorch(machine: Machine, say: (line: string) => void = console.log): Promise<string[]> {
  const found = await firstOf('PyTorch', torchTries(machine, process.env[SETTING] || null), say);
  process.env[SETTING] = found.ok ? found.value : '';
  return found.ok ? [] : [`No Python with PyTorch, its tests were skipped: install the package python3-torch, or set ${SETTING}`];
}

export function torchTries(machine: Machine, named: string | null): Try<string>[] {
  if (named !== null) return [{ from: `${SETTING}=${named}`, get: () => working(machine, named) }];
  const look = async (): Promise<Found<string>> => {
    let why = 'no python3 there';
    for (const path of candidates(machine)) {
      const found = await working(machine, path);
      if (found.ok) return found;
      why = found.why;
    }
    return { ok: false, why };
  };
  return [{ from: 'in a Python on this machine', get: look }, aptTry(machine, ['python3-torch', 'python3-numpy'], look)];
}

function candidates(machine: Machine): string[] {
  const onPath = machine.onPath('python3');
  return [...new Set([onPath, machine.exists(OF_DEBIAN) ? OF_DEBIAN : null])].filter((path) => path !== null);
}

async function working(machine: Machine, path: string): Promise<Found<string>> {
  const loaded = await machine.run(path, IMPORTS);
  return loaded.ok ? { ok: true, value: path } : { ok: false, why: `${path} has no PyTorch: ${loaded.why}` };
}
