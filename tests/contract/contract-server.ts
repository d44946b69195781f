import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CALLS, type Call, type CallName } from '#contract/calls.ts';
import { ROLE, type Permission } from '#contract/permissions.ts';
import type { Converter } from '#server/conversion/converter.ts';
import type { Engine } from '#server/db/dialect.ts';
import type { Handlers } from '#server/routes/handlers.ts';
import { modelFileRoutes } from '#server/routes/ai.ts';
import { studyRoutes } from '#server/routes/studies.ts';
import { batchPictureRoutes, uploadRoutes } from '#server/routes/uploads.ts';
import { tokenToHash } from '#server/rules/tokens.ts';
import { createLocalDisk } from '#server/storage/local-disk.ts';
import { firstAccepted, type Golden } from './golden.ts';
import { openTestServer, type Answered, type Asked, type TestServer, type TestServerOptions } from '#server/test-server.ts';

export const NORTH = 'north.app.localhost:8080';
export const SOUTH = 'south.app.localhost:8080';
export const UPLOAD_HOST = 'upload.app.localhost:8080';
export const NORTH_ORIGIN = `http://${NORTH}`;

/** The server with every route that is built, on a real database and a real disk. Nobody works off its jobs: a test says how a series ends. */
export interface ContractServer extends TestServer {
  /** As Ada, who may do everything in team north, on the host of her team. */
  asAda(request: string, asked?: Asked): Promise<Answered>;
  ada: { token: string; cookie: string; userId: number };
  /** Of team north as well: who runs the server. */
  adam: { token: string; userId: number };
  /** Of a worker of team north. */
  workerKey: string;
  teams: { north: number; south: number };
}

/** No file is decoded or converted here. */
const ONE_PIXEL: Parameters<typeof batchPictureRoutes>[0] = {
  pixels: async () => ({ rows: 1, columns: 1, frames: 1, bytes: Uint8Array.of(7, 0) }),
  slices: async (_files, { count }) => ({
    ...{ width: 1, height: 1, slices: count, samples: 1, windowCenter: 40, windowWidth: 400, isInverted: false, isHotIron: false },
    ...{ slope: 0.5, intercept: -1024, bytes: Uint8Array.of(7, 0) },
  }),
  converters: { dcm: oneVolume(), nii: oneVolume() },
};

/** No file of a model is read here, either. */
const ANY_MODEL: Parameters<typeof modelFileRoutes>[0] = {
  check: async (_manifest, file) => (Buffer.from(await file.read(0, file.size)).equals(DAMAGED_MODEL) ? [{ why: 'damaged' }] : []),
};
export const DAMAGED_MODEL = Buffer.from('damaged');

function oneVolume(): Converter {
  const volumes = [{ name: '1', bytes: Uint8Array.of(110, 43, 49), sidecar: null }];
  return { name: 'test', maxInputBytes: 1_000_000, convert: async () => ({ ok: true, volumes }) };
}

export async function openContractServer(engine: Engine, options: TestServerOptions = {}): Promise<ContractServer> {
  const server = await openTestServer(engine, {
    ...options,
    handlers: { ...uploadRoutes, ...studyRoutes, ...batchPictureRoutes(ONE_PIXEL), ...modelFileRoutes(ANY_MODEL), ...options.handlers },
  });
  const diskFolder = await mkdtemp(join(tmpdir(), 'lightship-contract-'));
  Object.assign(server.context, { objects: await createLocalDisk(diskFolder) });
  // What is of no role of a team by itself.
  const more = ['r:log-session', 'r:roles', 'r:permissions', 'r:users', 'r:teams', 'r:api-users', 'r:xr-sessions', 'r:xr-workers'];
  await server.db.write((tx) =>
    tx
      .insertInto('role_permission')
      .values(more.map((permission) => ({ role_id: 5, permission })))
      .execute(),
  );
  const teams = { north: await server.addTeam('north'), south: await server.addTeam('south') };
  const userId = await server.addUser('ada@example.org', { [teams.north]: 5 });
  await server.db.write(async (tx) => {
    await tx.insertInto('role').values({ id: 80, name: 'Administration', invitable: 0 }).execute();
    await tx.insertInto('role_permission').values({ role_id: 80, permission: 'admin' }).execute();
  });
  const adamId = await server.addUser('adam@example.org', { [teams.north]: 80 }, { platformAdmin: true });
  const adam = { userId: adamId, token: (await server.signIn('adam@example.org', NORTH)).token };
  const workerKey = await addWorkerKey(server, { teamId: teams.north, userId });
  const ada = { userId, ...(await server.signIn('ada@example.org', NORTH)) };
  return {
    ...server,
    ada,
    adam,
    workerKey,
    teams,
    asAda: (request, asked) => server.ask(request, { host: NORTH, token: ada.token, ...asked }),
    async close() {
      await server.close();
      await rm(diskFolder, { recursive: true, force: true });
    },
  };
}

/** The secret of a new key for workers. */
export async function addWorkerKey(
  { db }: Pick<TestServer, 'db'>,
  { teamId, userId }: { teamId: number; userId: number },
): Promise<string> {
  const secret = `wk_${randomUUID()}`;
  const row = { uuid: randomUUID(), name: 'Lab', secret_hash: tokenToHash(secret), engines: '[]', team_id: teamId };
  await db.write((tx) =>
    tx
      .insertInto('ai_worker_key')
      .values({ ...row, created_by: userId, created_at: 1, revoked_at: null })
      .execute(),
  );
  return secret;
}

/** What reached a handler: the request as the server read it. */
export interface Reached {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** A server whose handlers write down what reaches them and answer what they are told, so that the door alone is looked at. */
export async function openDoor(engine: Engine): Promise<ContractServer & { reached: Reached[]; answerWith(answer: unknown): void }> {
  const reached: Reached[] = [];
  let answer: unknown = null;
  const handler = async ({ params, query, body }: Reached) => {
    reached.push({ params, query, body });
    return answer;
  };
  // The sign-in stays real: a door that nobody has a key for shows nothing.
  const names = (Object.keys(CALLS) as CallName[]).filter((name) => name !== 'login');
  const handlers = Object.fromEntries(names.map((name) => [name, handler])) as unknown as Partial<Handlers>;
  const server = await openContractServer(engine, { handlers });
  return { ...server, reached, answerWith: (given) => void (answer = given) };
}

/** What a handler of the door answers: the first golden answer, or a file of nothing. */
export function firstAnswer(call: Call, golden: Golden): unknown {
  if (call.answer !== undefined) return firstAccepted(golden, 'answer');
  return { size: 0, type: 'application/octet-stream', sha256: null, saveAs: null, stream: () => Readable.from([], { objectMode: false }) };
}

/** `POST /api/upload/studies?version=2` from a call and the values for its path and query. */
export function requestOf(
  call: Call,
  { params, query, base = call.base }: { params?: unknown; query?: unknown; base?: 'api' | 'services' } = {},
): string {
  const values = (params ?? {}) as Record<string, string>;
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) for (const one of [value].flat()) search.append(name, String(one));
  return `${call.method} /${base}/${path}${search.size === 0 ? '' : `?${search}`}`;
}

/** Who of the two may make a call. */
export function whoMay({ access }: Call, { ada, adam }: ContractServer): { token: string; userId: number } {
  return typeof access === 'object' && access.permission === 'admin' ? adam : ada;
}

/** Input of `ask` that shows who asks, as each access wants it. */
export function credentialsFor(call: Call, server: ContractServer): Asked {
  if (call.access === 'open') return { host: NORTH };
  if (call.access === 'cookie') return { host: NORTH, cookie: server.ada.cookie, origin: NORTH_ORIGIN };
  if (call.access === 'worker-key') return { host: NORTH, token: server.workerKey };
  return { host: NORTH, token: whoMay(call, server).token };
}

/** What is answered while Ada's role lacks a permission. */
export async function withoutPermission(server: ContractServer, permission: Permission, ask: () => Promise<Answered>): Promise<Answered> {
  const row = { role_id: ROLE.teamAdministrator, permission };
  await server.db.write((tx) =>
    tx.deleteFrom('role_permission').where('role_id', '=', row.role_id).where('permission', '=', permission).execute(),
  );
  const answer = await ask();
  await server.db.write((tx) => tx.insertInto('role_permission').values(row).execute());
  return answer;
}
