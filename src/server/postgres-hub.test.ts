import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { Server as SocketServer } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase, TEST_ENGINES, type TestDatabase } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { openPostgresHub } from './postgres-hub.ts';
import { createRealtime, type Realtime, type SocketPorts } from '#server/realtime/socket-server.ts';

const NORTH = { slug: 'north', id: 1 };
const ports: SocketPorts = {
  callerOf: async (token) => ({ userId: Number(token), signInId: Number(token) * 10, host: 'app.localhost' }),
  aliveAmong: async (ids) => new Set(ids),
  memberOf: async (caller) => ({ ...caller, teamId: NORTH.id, teamSlug: NORTH.slug, permissions: new Set() }),
  mayFollowUpload: async () => true,
  mayFollowMask: async () => true,
  mayDrawMask: async () => true,
  personOf: async (userId) => ({ name: `User ${userId}`, color: '#112233' }),
  isOurOrigin: () => false,
  mayConnect: () => true,
  ipOf: () => '127.0.0.1',
  record: async () => undefined,
};

describe.runIf(TEST_ENGINES.includes('postgres'))('two processes of one database', () => {
  let opened: TestDatabase;
  let here: Process;
  let there: Process;
  const clients: Socket[] = [];
  const faults: unknown[] = [];

  interface Process {
    realtime: Realtime;
    http: Server;
  }

  beforeEach(async () => {
    opened = await openTestDatabase('postgres');
    [here, there] = [await start(), await start()];
    await expect.poll(listening, { timeout: 10_000 }).toBe(2);
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    for (const { realtime, http } of [here, there]) {
      await realtime.close();
      await new Promise((resolve) => http.close(resolve));
    }
    expect(faults.splice(0)).toEqual([]);
    await opened.drop();
  });

  async function start(): Promise<Process> {
    const realtime = createRealtime(ports, { hub: openPostgresHub(opened.url!, (error) => faults.push(error)) });
    const http = createServer();
    realtime.attach(http);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    return { realtime, http };
  }

  async function query(text: string): Promise<number> {
    const client = new pg.Client({ connectionString: opened.url! });
    await client.connect();
    try {
      return (await client.query(text)).rowCount ?? 0;
    } finally {
      await client.end();
    }
  }

  const OF_LISTENERS = `from pg_stat_activity where datname = current_database() and query like 'LISTEN%'`;
  const listening = (): Promise<number> => query(`select pid ${OF_LISTENERS}`);

  async function connect({ http }: Process, user: number) {
    const { port } = http.address() as AddressInfo;
    const socket = io(`http://127.0.0.1:${port}`, {
      path: '/services/socket.io',
      transports: ['websocket'],
      auth: { token: String(user) },
      forceNew: true,
      reconnectionDelay: 10,
    });
    clients.push(socket);
    const heard: string[] = [];
    const ends: string[] = [];
    socket.onAny((event: string, payload: unknown) => void heard.push(`${event} ${JSON.stringify(payload)}`));
    socket.on('disconnect', (reason) => void ends.push(reason));
    expect(await socket.emitWithAck('set-team-user', { team: NORTH.slug, user })).toBe(true);
    return { socket, heard, ends };
  }
  const member = (userId: number): Member => ({ userId, teamId: NORTH.id, signInId: 1, teamSlug: NORTH.slug, permissions: new Set() });

  test('who follows a mask sees those of the other process, and is told when one is gone [MASK-160]', async () => {
    const segmentation = '6a2f4c1e-0000-4000-8000-000000000001';
    const [one, two] = [await connect(here, 7), await connect(there, 8)];
    for (const { socket } of [one, two]) expect(await socket.emitWithAck('mask:follow', { segmentation })).toBe(true);
    expect(await two.socket.emitWithAck('mask:presence', { segmentation, slice: 4 })).toBe(true);
    await expect.poll(() => one.heard.find((line) => line.startsWith('mask:present'))).toContain('"slice":4');
    two.socket.close();
    await expect.poll(() => one.heard.some((line) => line.startsWith('mask:left'))).toBe(true);
  });

  test('events of a team, a user and an upload reach clients of both, and a burst of changes is told as its first and last [BACK-27]', async () => {
    const client = await connect(there, 7);
    expect(await client.socket.emitWithAck('upload:session:add', { session: 's' })).toBe(true);
    for (let seq = 1; seq <= 50; seq += 1) here.realtime.news.toTeam(NORTH.id, 'change', { seq });
    here.realtime.news.toUser(7, 'permission:updated', { permission_version: 3 });
    here.realtime.news.toUpload('s', 'upload:server:inflated:all', { session: 's' });
    await expect.poll(() => client.heard.length).toBe(4);
    expect(client.heard.toSorted()).toEqual([
      'change {"seq":1}',
      'change {"seq":50}',
      'permission:updated {"permission_version":3}',
      'upload:server:inflated:all {"session":"s"}',
    ]);
  });

  test('the end of a sign-in and a change of rights close connections in both, within a second [BACK-27]', async () => {
    const [ended, rechecked, other] = [await connect(there, 7), await connect(there, 8), await connect(there, 9)];
    here.realtime.connections.endSignIn(70);
    here.realtime.connections.recheckUser(8);
    await expect.poll(() => [ended.ends, rechecked.ends], { timeout: 1_000 }).toEqual([['io server disconnect'], ['transport close']]);
    // Reconnects by itself, and everything is decided again.
    await expect.poll(() => rechecked.socket.connected).toBe(true);
    expect([ended.socket.connected, other.ends]).toEqual([false, []]);
  });

  test('an answer finds the connection that asked, and only of the member that it belongs to', async () => {
    const client = await connect(there, 7);
    const id = client.socket.id!;
    const { asking } = here.realtime;
    expect(await asking.isOf(id, member(7))).toBe(true);
    expect(await asking.isOf(id, member(8))).toBe(false);
    // More than one notification of PostgreSQL can hold.
    const series = Array.from({ length: 300 }, (_, n) => ({ ui: `1.2.840.113619.2.${n}`, acquisition: 't2', score: 1 }));
    asking.tell(id, 'upload:study:image-grid:analysis:response', { studyId: id, series } as never);
    await expect.poll(() => client.heard[0]?.length ?? 0).toBeGreaterThan(8_000);
  });

  test('a process wakes the lanes and cancels the recognitions of another', async () => {
    const told: unknown[] = [];
    there.realtime.others.onWakeJobs(() => told.push('wake'));
    there.realtime.others.onRecognitionsCancelled((ids) => told.push(ids));
    here.realtime.others.wakeJobs();
    here.realtime.others.cancelRecognitions(['a', 'b']);
    // In any order: each is told over any of the connections.
    await expect.poll(() => told).toHaveLength(2);
    expect(told).toEqual(expect.arrayContaining(['wake', ['a', 'b']]));
  });

  test('news that only a newer version knows is ignored by the server, and passed on to its clients [BACK-34]', async () => {
    const told: unknown[] = [];
    there.realtime.others.onWakeJobs(() => told.push('wake'));
    const client = await connect(there, 7);
    const hub = openPostgresHub(opened.url!, (error) => faults.push(error));
    const newer = new SocketServer({ adapter: hub.adapter });
    await expect.poll(listening, { timeout: 10_000 }).toBe(3);
    newer.serverSideEmit('of:a:newer:version', { any: 'content' });
    newer.to(`team ${NORTH.id}`).emit('of:a:newer:version', { any: 'content' });
    newer.serverSideEmit('jobs:wake');
    await expect.poll(() => told).toEqual(['wake']);
    await expect.poll(() => client.heard).toEqual(['of:a:newer:version {"any":"content"}']);
    await newer.of('/').adapter.close();
    await hub.close();
  });

  test('a process that stops leaves the clients of the other connected', async () => {
    const [stays, leaves] = [await connect(there, 7), await connect(here, 8)];
    await here.realtime.close();
    await new Promise((resolve) => here.http.close(resolve));
    await expect.poll(() => leaves.ends.length).toBe(1);
    there.realtime.news.toTeam(NORTH.id, 'change', { seq: 1 });
    await expect.poll(() => stays.heard).toEqual(['change {"seq":1}']);
    expect(stays.ends).toEqual([]);
    here = await start();
  });

  test('after the database has closed its connections, clients connect again and events arrive again', async () => {
    const client = await connect(there, 7);
    expect(await query(`select pg_terminate_backend(pid) ${OF_LISTENERS}`)).toBe(2);
    await expect.poll(() => client.ends, { timeout: 10_000 }).toEqual(['transport close']);
    await expect.poll(() => client.socket.connected).toBe(true);
    await expect.poll(listening, { timeout: 10_000 }).toBe(2);
    here.realtime.news.toUser(7, 'permission:updated', { permission_version: 4 });
    await expect.poll(() => client.heard.at(-1)).toBe('permission:updated {"permission_version":4}');
  });
});
