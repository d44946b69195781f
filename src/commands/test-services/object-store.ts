import { execFile } from 'node:child_process';
import { chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { aptTry } from './apt.ts';
import { unprivileged, type Machine } from './machine.ts';
import { freePorts, startServer, started, stopServer, type Service } from './service.ts';
import { RINGS, swiftFiles, type SwiftPorts } from './swift-config.ts';
import { firstOf, type Found, type Try } from './tries.ts';

const KINDS = ['account', 'container', 'object', 'proxy'] as const;
export const SWIFT_PACKAGES = [...KINDS.map((kind) => `swift-${kind}`), 'memcached'];
const PROGRAMS = [...KINDS.map((kind) => `swift-${kind}-server`), 'memcached'];
const START_MS = 120_000;

export function swiftTries(machine: Machine): Try<null>[] {
  const look = async (): Promise<Found<null>> => {
    const missing = PROGRAMS.filter((program) => machine.onPath(program) === null);
    return missing.length === 0 ? { ok: true, value: null } : { ok: false, why: `no ${missing[0]}` };
  };
  return [{ from: 'OpenStack Swift on this machine', get: look }, aptTry(machine, SWIFT_PACKAGES, look)];
}

/** OpenStack Swift with its S3 interface, from Debian's packages: an independent S3 implementation. Only for this run, in a new folder. */
export async function getObjectStore(machine: Machine, folder: string, say: (line: string) => void): Promise<Found<Service>> {
  const found = await firstOf('S3 store', swiftTries(machine), say);
  if (!found.ok) return found;
  return started('S3 store', startSwift(folder, machine.stopped), say);
}

async function startSwift(folder: string, stopped?: AbortSignal): Promise<Service> {
  const [account, container, object, proxy, memcached] = (await freePorts(5)) as [number, number, number, number, number];
  const ports: SwiftPorts = { account, container, object, proxy, memcached };
  const user = unprivileged();
  await mkdir(join(folder, 'devices/disk'), { recursive: true });
  const files = swiftFiles(folder, user.uid === undefined ? userInfo().username : 'nobody', ports);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  // Swift's Python packages belong to Debian's own Python.
  await promisify(execFile)('/usr/bin/python3', ['-c', RINGS, folder, ...[account, container, object].map(String)]);
  if (user.uid !== undefined)
    for (const name of ['', ...(await readdir(folder, { recursive: true }))]) await chown(join(folder, name), user.uid, user.gid);

  let said = '';
  const keep = (text: string): void => void (said = (said + text).slice(-10_000));
  const servers = [
    startServer('memcached', ['-l', '127.0.0.1', '-p', String(memcached), '-U', '0'], folder, keep),
    ...KINDS.map((kind) => startServer(`swift-${kind}-server`, [join(folder, `${kind}.conf`)], folder, keep)),
  ];
  const stop = async (): Promise<void> => void (await Promise.all(servers.map((server) => stopServer(server, 'SIGKILL'))));
  const endpoint = `http://127.0.0.1:${proxy}`;
  const untilMs = Date.now() + START_MS;
  // The proxy may answer before the others are ready, or after one of them has died.
  while (!(await allAnswer([account, container, object, proxy]))) {
    if (stopped?.aborted || Date.now() > untilMs || servers.some(({ exitCode }) => exitCode !== null)) {
      await stop();
      throw new Error(`Swift did not start: ${said.trim().split('\n').at(-1)}`);
    }
    await pause(100);
  }
  return { env: { TEST_S3_ENDPOINT: endpoint, TEST_S3_ACCESS_KEY_ID: 'test:tester', TEST_S3_SECRET_ACCESS_KEY: 'testing' }, stop };
}

function allAnswer(ports: readonly number[]): Promise<boolean> {
  return Promise.all(ports.map((port) => fetch(`http://127.0.0.1:${port}/healthcheck`))).then(
    () => true,
    () => false,
  );
}
