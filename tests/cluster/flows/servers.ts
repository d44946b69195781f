import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Database } from '#server/db/database.ts';
import type { ObjectStore } from '#server/storage/object-store.ts';
import type { PlantedFault } from '#tests/cluster/source-changes.ts';
import { openSharedStore } from '#tests/cluster/store.ts';
import { createKillableServer, type KillableServer } from '#tests/kills/server.ts';
import { httpRequest, type HttpAnswer, type HttpRequest } from '#tests/support/http.ts';
import { seedPeople } from '#tests/support/seed-people.ts';
import { inDataFolder } from '#tests/support/seed-trainings.ts';
import { bearerOf, type Person } from '#tests/support/sign-in.ts';
import { turnOffDeidentification } from '#tests/support/without-deidentification.ts';

const ENTRY = fileURLToPath(new URL('../server-process.ts', import.meta.url));
const CHANGES = ['short-leases', 'shorter-leases', 'slow-flows'];
/** Longer than a server takes to start on a busy machine. */
const SILENT_MS = 60_000;

type InStore = <T>(work: (db: Database, objects: ObjectStore) => Promise<T>) => Promise<T>;

/** One server over SQLite and a disk, or two over PostgreSQL and an object store, each with the worker for models. */
export interface Servers {
  count: number;
  /** Kills a server, also one that is just starting, and begins to start it. */
  killAndStart(at: number): Promise<void>;
  /** Rejects if one has ended by itself. */
  allStarted(): Promise<void>;
  /** Of any server that runs, as a client that goes on asking: what is sent twice has one effect. */
  request(address: string, asked?: HttpRequest): Promise<HttpAnswer>;
  teamOrigin(slug: string): string;
  signIn(person: Person): Promise<Caller>;
  /** With what they store. One server is stopped for this. */
  inStore: InStore;
  close(): Promise<void>;
}

/** Somebody in the team north. Returns the `data` of an answer, or all of it if there is none; any refusal rejects. */
export interface Caller {
  bearer: string;
  call<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T>;
}

interface Wanted<T> {
  count: 1 | 2;
  /** Empty. */
  folder: string;
  planted?: PlantedFault;
  /** Before the first server starts. */
  prepare?: (db: Database, objects: ObjectStore) => Promise<T>;
}

/** The servers, and what was prepared. */
export async function openServers<T>({ count, folder, planted, prepare }: Wanted<T>): Promise<[Servers, T | undefined]> {
  const place = count === 1 ? await oneServer(folder) : await twoServers(folder);
  const all = place.envs.map((env, at) =>
    createKillableServer({
      ...{ dataDir: join(folder, `server-${at}`), pageFolder: folder, entry: ENTRY },
      env: { LIGHTSHIP_DRAIN_SECONDS: '1', ...env, TEST_SOURCE_CHANGES: [...CHANGES, planted ?? ''].join(',') },
    }),
  );
  const servers = serversOf(all, place);
  try {
    const prepared = prepare && (await place.inStore(prepare));
    await Promise.all(all.map((server) => server.start()));
    return [servers, prepared];
  } catch (error) {
    await servers.close();
    throw error;
  }
}

interface Place {
  /** Of each server. */
  envs: readonly Record<string, string>[];
  inStore: InStore;
  drop(): Promise<void>;
}

async function oneServer(folder: string): Promise<Place> {
  const dataDir = join(folder, 'server-0');
  await mkdir(dataDir);
  await seedPeople(dataDir);
  turnOffDeidentification(dataDir);
  return { envs: [{}], inStore: (work) => inDataFolder(dataDir, work), drop: () => Promise.resolve() };
}

async function twoServers(folder: string): Promise<Place> {
  const store = await openSharedStore({ acquisitions: true });
  const names = ['server-0', 'server-1'];
  for (const name of names) await mkdir(join(folder, name));
  return { envs: names.map((name) => store.env(name)), inStore: (work) => work(store.db, store.objects), drop: () => store.drop() };
}

function serversOf(all: readonly KillableServer[], { inStore, drop }: Place): Servers {
  // Of a server that is killed while it starts, the start fails.
  const starts = all.map((): Promise<unknown> => Promise.resolve());
  async function killAndStart(at: number): Promise<void> {
    await all[at]!.kill();
    starts[at] = all[at]!.start().catch(() => undefined);
  }
  async function allStarted(): Promise<void> {
    await Promise.all(starts);
    const ended = all.find((server) => !server.isRunning() || server.hasCrashed());
    if (ended !== undefined) throw new Error(`A server ended by itself:\n${ended.printed()}`);
  }
  let turn = 0;
  async function request(address: string, asked: HttpRequest = {}): Promise<HttpAnswer> {
    const limit = performance.now() + SILENT_MS;
    for (;;) {
      turn += 1;
      const server = all[turn % all.length]!;
      const url = new URL(address, 'http://app.localhost');
      url.port = String(server.port());
      const answer = server.isRunning() ? await httpRequest(url.href, asked).catch(() => null) : null;
      if (answer !== null && answer.status < 500) return answer;
      if (performance.now() > limit) throw new Error(`No server answers: ${answer?.text}\n${all.map((one) => one.printed()).join('\n')}`);
      await pause(25);
    }
  }
  return {
    ...{ count: all.length, killAndStart, allStarted, request },
    teamOrigin: (slug) => `http://${slug}.app.localhost`,
    async signIn(person) {
      const bearer = await bearerOf({ request }, person);
      return { bearer, call: (method, path, body) => callAs(request, bearer, method, path, body) };
    },
    async inStore(work) {
      const [alone, ...others] = all;
      if (others.length > 0) return inStore(work);
      await alone!.kill();
      const found = await inStore(work);
      await alone!.start();
      return found;
    },
    async close() {
      await Promise.all(all.map((server) => server.kill()));
      await drop();
    },
  };
}

async function callAs<T>(request: Servers['request'], bearer: string, method: string, path: string, body?: object): Promise<T> {
  const answer = await request(`/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, team: 'north' },
    ...(body && { body }),
  });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  const read = answer.json() as { data?: T };
  return read.data ?? (read as T);
}
