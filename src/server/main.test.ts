import Sqlite from 'better-sqlite3';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '#server/config/load-config.ts';
import type { Config } from '#server/config/load-config.ts';
import { SQLITE_FILE } from '#server/db/open-database.ts';
import { openTestDatabase, TEST_ENGINES, type TestDatabase } from '#server/db/test-database.ts';
import { startServer, StartRefusal } from './main.ts';
import { createPasswords } from './rules/accounts/passwords.ts';
import type { RunningServer } from './main.ts';
import type { AnyJson } from './test-server.ts';

/** One pass over 64 KiB: the cost is not tested here. */
const passwords = createPasswords({ memoryKib: 64, passes: 1, lanes: 1 });
let folder: string;
const running: RunningServer[] = [];
const sockets: Socket[] = [];
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'lightship-'))));
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  for (const server of running.splice(0)) await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const configOf = (env: Record<string, string> = {}, argv: string[] = []): Config => {
  const loaded = loadConfig({ LIGHTSHIP_PORT: '0', LIGHTSHIP_LOG: 'silent', LIGHTSHIP_DATA: folder, ...env }, argv);
  if (!loaded.ok) throw new Error(loaded.line);
  return loaded.value;
};
const start = async (config = configOf()) => {
  const server = await startServer(config, { pageFolder: join(folder, 'dist'), passwords });
  running.push(server);
  return server;
};

/** Node does not resolve *.localhost, so the host is set in the header. */
const ask = (port: number, method: string, path: string, host: string, { body, token }: { body?: unknown; token?: string } = {}) =>
  new Promise<{ status: number; body: AnyJson }>((resolve, reject) => {
    const headers = {
      host: `${host}:${port}`,
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      let text = '';
      answer
        .setEncoding('utf8')
        .on('data', (part: string) => void (text += part))
        .on('end', () => resolve({ status: answer.statusCode ?? 0, body: text === '' ? null : JSON.parse(text) }));
    });
    sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
const signIn = async (port: number, email: string, host = 'app.localhost', password = 'demo-password') =>
  (await ask(port, 'POST', '/api/login', host, { body: { email, password } })).body.token as string;

test('a new server prints a code, creates its first account with it, and needs none after a restart', async () => {
  const first = await start();
  expect(first.url).toBe(`http://app.localhost:${first.port}`);
  expect(first.setUpCode).toMatch(/^[A-Z0-9]{4}(?:-[A-Z0-9]{4}){2}$/);
  const body = {
    code: first.setUpCode,
    name: 'Ada',
    email: 'ada@example.org',
    password: 'a long enough password',
    team: { title: 'North', slug: 'north' },
  };
  expect((await ask(first.port, 'POST', '/api/setup', 'app.localhost', { body })).status).toBe(200);
  await first.close();
  running.length = 0;

  const second = await start();
  expect(second.setUpCode).toBeNull();
  const token = await signIn(second.port, 'ada@example.org', 'app.localhost', body.password);
  expect((await ask(second.port, 'GET', '/api/user', 'app.localhost', { token })).body.teams).toMatchObject([{ slug: 'north' }]);
});

test('the demo has its teams and people, however often it starts', async () => {
  for (const _start of ['first', 'second']) {
    const server = await start(configOf({}, ['--demo']));
    expect([server.setUpCode, server.demoAccounts.length]).toEqual([null, 5]);
    const teamsOf: Record<string, string[]> = {};
    for (const { email } of server.demoAccounts) {
      const { body } = await ask(server.port, 'GET', '/api/user', 'app.localhost', { token: await signIn(server.port, email) });
      teamsOf[email] = body.teams.map((team: { title: string }) => team.title);
    }
    expect(teamsOf).toEqual({
      'admin@demo.test': ['North', 'South'],
      'annotator@demo.test': ['North'],
      'reviewer@demo.test': ['North'],
      'scientist@demo.test': ['North'],
      'member@demo.test': ['North', 'South'],
    });
    await server.close();
    running.length = 0;
  }
});

describe('metrics', () => {
  const get = (port: number, path = '/metrics') => ask(port, 'GET', path, 'app.localhost').then(({ status }) => status);

  test('are served on an address of their own, and nowhere else [BACK-19]', async () => {
    const server = await start(configOf({ LIGHTSHIP_METRICS_PORT: '0' }));
    const address = `http://127.0.0.1:${server.metricsPort}`;
    expect(await get(server.port, '/health/ready')).toBe(200);
    const answer = await fetch(`${address}/metrics`);
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toContain('lightship_requests_total{call="health",result="done"} 1\n');
    for (const name of ['sockets_open', 'password_hashes_waiting', 'chunk_memory_bytes', 'database_reads_waiting'])
      expect(text).toContain(`lightship_${name} 0\n`);
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
    expect((await fetch(`${address}/api/user`)).status).toBe(404);
    expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404);
    expect(await get(server.port)).toBe(404);
    await server.close();
    running.length = 0;
    await expect(fetch(`${address}/metrics`)).rejects.toThrow();
  });

  test('are off unless a port is set [BACK-19]', async () => {
    const server = await start();
    expect([server.metricsPort, await get(server.port)]).toEqual([null, 404]);
  });

  test('refuse a port in use by the name of their own setting, and leave nothing open', async () => {
    const first = await start(configOf({ LIGHTSHIP_METRICS_PORT: '0' }));
    const other = mkdtempSync(join(tmpdir(), 'lightship-'));
    const taken = configOf({ LIGHTSHIP_METRICS_PORT: String(first.metricsPort), LIGHTSHIP_DATA: other });
    await expect(startServer(taken)).rejects.toThrow(/^Port \d+ is in use.*LIGHTSHIP_METRICS_PORT/);
    await start(configOf({ LIGHTSHIP_DATA: other }));
    rmSync(other, { recursive: true, force: true });
  });
});

describe('a start that fails', () => {
  test('because the port is in use says so and leaves nothing open', async () => {
    const first = await start();
    const other = mkdtempSync(join(tmpdir(), 'lightship-'));
    const second = configOf({ LIGHTSHIP_PORT: String(first.port), LIGHTSHIP_DATA: other });
    await expect(startServer(second)).rejects.toThrow(StartRefusal);
    await expect(startServer(second)).rejects.toThrow(`Port ${first.port} is in use`);
    rmSync(other, { recursive: true, force: true });
  });

  test('because the database is unreachable says so without its password', async () => {
    const refused = startServer(configOf({ DATABASE_URL: 'postgres://root:secret@127.0.0.1:1/x' })).catch((error: unknown) => error);
    const error = await refused;
    expect(error).toBeInstanceOf(StartRefusal);
    expect((error as Error).message).toBe('The database in DATABASE_URL cannot be opened (ECONNREFUSED).');
  });

  test('because the bucket cannot be opened gives the reason without its keys, and releases the database', async () => {
    const keys = { LIGHTSHIP_S3_ACCESS_KEY_ID: 'some-key', LIGHTSHIP_S3_SECRET_ACCESS_KEY: 'very-secret' };
    const bucket = { LIGHTSHIP_S3_ENDPOINT: 'http://127.0.0.1:1', LIGHTSHIP_S3_BUCKET: 'images', ...keys };
    const error = await startServer(configOf(bucket)).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(StartRefusal);
    expect((error as Error).message).toBe('The bucket in LIGHTSHIP_S3_BUCKET cannot be opened (ECONNREFUSED).');
    await start();
  });

  test('because the data folder is a file says so', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(startServer(configOf({ LIGHTSHIP_DATA: join(folder, 'file') }))).rejects.toThrow(/LIGHTSHIP_DATA .*cannot be written/);
  });

  test('because another server uses the data folder says so', async () => {
    await start();
    await expect(startServer(configOf())).rejects.toThrow('Another server is using this data folder');
  });
});

describe('the socket', () => {
  let server: RunningServer;
  beforeEach(async () => void (server = await start(configOf({}, ['--demo']))));

  const connect = (token: string) => {
    const socket = io(`http://127.0.0.1:${server.port}`, {
      path: '/services/socket.io',
      auth: { token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    sockets.push(socket);
    return socket;
  };
  const opened = (socket: Socket) =>
    new Promise<string>((resolve) => {
      socket.once('connect', () => resolve('connected'));
      socket.once('connect_error', (error) => resolve(error.message));
    });
  const idOf = async (token: string) => (await ask(server.port, 'GET', '/api/user', 'app.localhost', { token })).body.id as number;

  test('opens with a token only [CFG-13, RT-04]', async () => {
    expect(await opened(connect('wrong'))).toBe('signed_out');
    expect(await opened(connect(''))).toBe('signed_out');
    expect(await opened(connect(await signIn(server.port, 'member@demo.test')))).toBe('connected');
  });

  test('accepts the announcement of a member, and of nobody else', async () => {
    const token = await signIn(server.port, 'annotator@demo.test');
    const user = await idOf(token);
    const socket = connect(token);
    expect(await socket.emitWithAck('set-team-user', { team: 'north', user })).toBe(true);
    expect(await socket.emitWithAck('set-team-user', { team: 'south', user })).toBe(false);
    expect(await socket.emitWithAck('set-team-user', { team: 'north', user: user + 1 })).toBe(false);
    expect(await socket.emitWithAck('set-team-user', 'nonsense')).toBe(false);
    const southern = connect(await signIn(server.port, 'member@demo.test', 'south.app.localhost'));
    const member = await idOf(await signIn(server.port, 'member@demo.test'));
    expect(await southern.emitWithAck('set-team-user', { team: 'north', user: member })).toBe(false);
    expect(await southern.emitWithAck('set-team-user', { team: 'south', user: member })).toBe(true);
  });

  test('lets a user with access follow an upload immediately after the announcement', async () => {
    const session = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d';
    const token = await signIn(server.port, 'annotator@demo.test', 'north.app.localhost');
    const prepared = await ask(server.port, 'POST', '/api/c-upload', 'north.app.localhost', {
      token,
      body: { action: 'prepare', id: session, started: 1 },
    });
    expect(prepared.status).toBe(200);
    const user = await idOf(token);
    const follow = async (as: string, team: string, id: number) => {
      const socket = connect(as);
      void socket.emitWithAck('set-team-user', { team, user: id });
      return socket.emitWithAck('upload:session:add', { session });
    };
    expect(await follow(token, 'north', user)).toBe(true);
    const member = await signIn(server.port, 'member@demo.test');
    expect(await follow(member, 'south', await idOf(member))).toBe(false);
    expect(await connect(token).emitWithAck('upload:session:add', { session })).toBe(false);
  });

  test('closes with the sign-in', async () => {
    const token = await signIn(server.port, 'member@demo.test');
    const socket = connect(token);
    expect(await opened(socket)).toBe('connected');
    const ended = new Promise<string>((resolve) => socket.once('disconnect', resolve));
    expect((await ask(server.port, 'POST', '/api/logout', 'app.localhost', { token })).status).toBe(204);
    expect(await ended).toBe('io server disconnect');
    expect(await opened(socket.connect())).toBe('signed_out');
  });
});

test('a start with an unprotected audit trail restores its triggers, names them and records it', async () => {
  const first = await start();
  expect(first.restoredTriggers).toEqual([]);
  await first.close();
  running.splice(0);
  const file = join(folder, 'database', SQLITE_FILE);
  const shell = new Sqlite(file);
  shell.exec('drop trigger audit_record_no_delete');
  shell.close();

  const second = await start();
  expect(second.restoredTriggers).toEqual(['audit_record_no_delete']);
  const again = new Sqlite(file);
  expect(() => again.exec('delete from audit_record')).toThrow('append-only');
  expect(again.prepare('select call, kind, address from audit_record').all()).toEqual([
    { call: 'restore-audit-triggers', kind: 'write', address: 'server' },
  ]);
  again.close();
});

test('after the signal to stop it answers for the time that is set, and is not ready [BACK-13]', async () => {
  const server = await start(configOf({ LIGHTSHIP_DRAIN_SECONDS: '1' }));
  const ready = () => ask(server.port, 'GET', '/health/ready', 'app.localhost');
  expect((await ready()).status).toBe(200);
  running.length = 0;
  const closed = server.close();
  expect(await ready()).toMatchObject({ status: 503, body: { status: 'stopping' } });
  await closed;
  await expect(ready()).rejects.toThrow();
});

describe.runIf(TEST_ENGINES.includes('postgres'))('two processes of one database', () => {
  let opened: TestDatabase;
  let secondFolder: string;
  beforeEach(async () => {
    opened = await openTestDatabase('postgres');
    secondFolder = mkdtempSync(join(tmpdir(), 'lightship-'));
  });
  afterEach(async () => {
    for (const server of running.splice(0)) await server.close();
    await opened.drop();
    rmSync(secondFolder, { recursive: true, force: true });
  });
  const ofDatabase = (env: Record<string, string>) => configOf({ DATABASE_URL: opened.url!, ...env });

  test('each prints a code, each code makes the first account, and then none does', async () => {
    const [first, second] = [await start(ofDatabase({})), await start(ofDatabase({ LIGHTSHIP_DATA: secondFolder }))];
    expect(second.setUpCode).not.toBe(first.setUpCode);
    const setUp = ({ port }: RunningServer, code: string | null) =>
      ask(port, 'POST', '/api/setup', 'app.localhost', {
        body: { code, name: 'Ada', email: 'ada@example.org', password: 'a long enough password', team: { title: 'North', slug: 'north' } },
      });
    expect((await setUp(first, second.setUpCode)).status).toBe(200);
    expect((await setUp(second, first.setUpCode)).body.code).toBe('setup_done');
    expect(await opened.db.read.selectFrom('set_up_code').selectAll().execute()).toEqual([]);
  });

  test('answer the calls of their roles, and say that another one answers the rest [BACK-26]', async () => {
    const pages = await start(ofDatabase({ LIGHTSHIP_ROLES: 'api,socket' }));
    const uploads = await start(ofDatabase({ LIGHTSHIP_ROLES: 'uploads,jobs', LIGHTSHIP_DATA: secondFolder }));
    const answers = async ({ port }: RunningServer) => {
      const [ready, call, chunk, page] = await Promise.all([
        ask(port, 'GET', '/health/ready', 'app.localhost'),
        ask(port, 'GET', '/api/setup', 'app.localhost'),
        ask(port, 'POST', '/api/c-upload/file', 'north.app.localhost'),
        ask(port, 'GET', '/nowhere.json', 'app.localhost'),
      ]);
      return [ready.status, call.status, chunk.status, page.status];
    };
    expect(await answers(pages)).toEqual([200, 200, 503, 404]);
    expect(await answers(uploads)).toEqual([200, 503, 401, 404]);
  });

  test('do not share a disk', async () => {
    await start(ofDatabase({}));
    await expect(start(ofDatabase({}))).rejects.toThrow(StartRefusal);
    await start(ofDatabase({ LIGHTSHIP_DATA: secondFolder }));
  });
});
