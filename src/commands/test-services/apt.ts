import { rm, writeFile } from 'node:fs/promises';
import type { Machine } from './machine.ts';
import type { Found, Try } from './tries.ts';

const POLICY = '/usr/sbin/policy-rc.d';

/** Installs Debian packages if this user may; `then` looks for their contents. */
export function aptTry<T>(machine: Machine, packages: readonly string[], then: () => Promise<Found<T>>): Try<T> {
  const from = `apt-get install ${packages.join(' ')}`;
  if (machine.onPath('apt-get') === null) return { from, get: async () => ({ ok: false, why: 'this system has no apt-get' }) };
  if (!machine.isRoot) return { from, get: async () => ({ ok: false, why: 'only root may do that' }) };
  return {
    from,
    slow: true,
    async get() {
      const installed = await withoutStarting(machine, () => install(machine, packages));
      return installed.ok ? then() : installed;
    },
  };
}

async function install(machine: Machine, packages: readonly string[]): Promise<Found<string>> {
  const quiet = ['-qq', '-o', 'DPkg::Lock::Timeout=600'];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const updated = await machine.run('apt-get', ['update', ...quiet], env);
  if (!updated.ok) return updated;
  const how = ['-y', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold'];
  return machine.run('apt-get', ['install', ...quiet, ...how, ...packages], env);
}

/** Server packages start system services; the tests start their own. */
async function withoutStarting<T>(machine: Machine, work: () => Promise<T>): Promise<T> {
  if (machine.exists(POLICY)) return work();
  await writeFile(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return await work();
  } finally {
    await rm(POLICY, { force: true });
  }
}
