import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import type { ManagerOptions, Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { createFromOf } from '#server/forwarded.ts';
import type { Member } from '#server/rules/context.ts';
import { createRealtime } from './socket-server.ts';
import type { Realtime, SocketRecord } from './socket-server.ts';

const TEAMS: Record<string, number> = { north: 1, south: 2 };
const SESSION = 'upload-of-north';
const SEGMENTATION = '6a2f4c1e-0000-4000-8000-000000000001';

let http: Server;
let realtime: Realtime;
const sockets: Socket[] = [];
let recorded: SocketRecord[];
let refusing: boolean;
let now: number;
let endedSignIns: Set<number>;
/** The check of sign-ins fails. */
let isDown: boolean;
/** Runs while a record is written, which a handshake waits for. */
let whileRecording: () => void;
/** Current team slugs of each user, as returned by the rules. */
let memberships: Record<number, string[]>;

beforeEach(async () => {
  // Only the sweep: the socket library keeps its own timers.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  [recorded, refusing, now] = [[], false, 1_800_000_000_000];
  [endedSignIns, isDown, whileRecording] = [new Set(), false, () => undefined];
  memberships = { 7: ['north', 'south'], 8: ['south'] };
  realtime = createRealtime(
    {
      callerOf: async (token) =>
        /^\d+$/.test(token)
          ? { userId: Number(token), signInId: Number(token) * 10, host: 'app.localhost', actedBy: token === '8' ? 5 : null }
          : null,
      aliveAmong: async (ids) => {
        if (isDown) throw new Error('no');
        return new Set(ids.filter((id) => !endedSignIns.has(id)));
      },
      memberOf: async (caller, slug): Promise<Member | null> =>
        memberships[caller.userId]?.includes(slug) ? { ...caller, teamId: TEAMS[slug] ?? 0, teamSlug: slug, permissions: new Set() } : null,
      mayFollowMask: async (member, segmentation) => segmentation === SEGMENTATION && member.teamSlug === 'north',
      mayDrawMask: async ({ userId }) => userId !== 9,
      personOf: async (userId) => ({ name: `User ${userId}`, color: '#112233' }),
      mayFollowUpload: async (member, session) => session === SESSION && member.teamSlug === 'north',
      isOurOrigin: () => false,
      mayConnect: (origin) => origin === 'https://north.app.localhost',
      ipOf: (handshake) => createFromOf(['127.0.0.0/8'])(handshake).ip,
      async record(event) {
        if (refusing) throw new Error('no');
        recorded.push(event);
        whileRecording();
      },
    },
    { now: () => now },
  );
  http = createServer();
  realtime.attach(http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  await realtime.close();
  await new Promise((resolve) => http.close(resolve));
  vi.useRealTimers();
});

/** Connected as a user, recording every event. */
async function connect(user: number, team?: string, extraHeaders: Record<string, string> = {}) {
  const { port } = http.address() as AddressInfo;
  const socket = io(`http://127.0.0.1:${port}`, {
    path: '/services/socket.io',
    auth: { token: String(user) },
    transports: ['websocket'],
    extraHeaders,
    forceNew: true,
    reconnectionDelay: 1,
  });
  sockets.push(socket);
  const heard: string[] = [];
  socket.onAny((event: string, payload: unknown) => void heard.push(`${event} ${JSON.stringify(payload)}`));
  if (team !== undefined) expect(await socket.emitWithAck('set-team-user', { team, user })).toBe(true);
  return { socket, heard };
}

/** Earlier events have arrived once a later one to the same connection has. */
async function settled({ socket, heard }: Awaited<ReturnType<typeof connect>>, user: number): Promise<string[]> {
  const mark = new Promise<void>((resolve) => socket.once('permission:updated', () => resolve()));
  realtime.news.toUser(user, 'permission:updated', { permission_version: -1 });
  await mark;
  return heard.filter((line) => line !== 'permission:updated {"permission_version":-1}');
}

test('events of a team reach those who announced it, events of a user that user, events of an upload its followers [RT-07]', async () => {
  const follower = await connect(7, 'north');
  expect(await follower.socket.emitWithAck('upload:session:add', { session: SESSION })).toBe(true);
  const other = await connect(8, 'south');
  expect(await other.socket.emitWithAck('upload:session:add', { session: SESSION })).toBe(false);
  const silent = await connect(9);
  await new Promise<void>((resolve) => silent.socket.on('connect', () => resolve()));

  realtime.news.toTeam(1, 'change', { seq: 4 });
  realtime.news.toUser(8, 'permission:updated', { permission_version: 2 });
  realtime.news.toUpload(SESSION, 'upload:conversion:oneserie:done', { session: SESSION, idx: 0, serieRemoteUuid: 'u' });

  expect(await settled(follower, 7)).toEqual([
    'change {"seq":4}',
    `upload:conversion:oneserie:done {"session":"${SESSION}","idx":0,"serieRemoteUuid":"u"}`,
  ]);
  expect(await settled(other, 8)).toEqual(['permission:updated {"permission_version":2}']);
  expect(await settled(silent, 9)).toEqual([]);
});

test('those who follow a mask see each other, until one is gone; nothing of it is recorded [MASK-160, MASK-161]', async () => {
  const [one, two] = [await connect(7, 'north'), await connect(7, 'north')];
  const segmentation = SEGMENTATION;
  expect(await two.socket.emitWithAck('mask:presence', { segmentation, slice: 1 })).toBe(false);
  for (const { socket } of [one, two]) expect(await socket.emitWithAck('mask:follow', { segmentation })).toBe(true);
  const before = recorded.length;
  expect(await two.socket.emitWithAck('mask:presence', { segmentation, slice: 1 })).toBe(true);
  expect((await settled(one, 7)).filter((line) => line.startsWith('mask:'))).toEqual([
    expect.stringMatching(/^mask:present .*"slice":1.*"user":7,"name":"User 7"/),
  ]);
  expect(recorded).toHaveLength(before);
  two.socket.close();
  await expect.poll(() => one.heard.some((line) => line.startsWith('mask:left '))).toBe(true);
  expect(one.heard.join(' ')).not.toContain(two.socket.id ?? 'none');
});

test('after announcing another team a connection gets no more events of the earlier team and its uploads', async () => {
  const mover = await connect(7, 'north');
  await mover.socket.emitWithAck('upload:session:add', { session: SESSION });
  expect(await mover.socket.emitWithAck('set-team-user', { team: 'south', user: 7 })).toBe(true);
  realtime.news.toTeam(1, 'change', { seq: 4 });
  realtime.news.toUpload(SESSION, 'upload:conversion:oneserie:error', { session: SESSION, idx: 0, serieRemoteUuid: 'u', message: 'x' });
  realtime.news.toMember({ teamId: 1, userId: 7 }, 'notification:created', { id: 5 });
  realtime.news.toTeam(2, 'change', { seq: 9 });
  expect(await settled(mover, 7)).toEqual(['change {"seq":9}']);
});

test('events of a member reach all pages of that user in that team, and none after the membership has ended', async () => {
  const [one, two] = [await connect(7, 'north'), await connect(7, 'north')];
  const elsewhere = await connect(7, 'south');
  const other = await connect(8, 'south');
  const unannounced = await connect(7);
  await new Promise<void>((resolve) => unannounced.socket.on('connect', () => resolve()));
  const north = { teamId: 1, userId: 7 };
  realtime.news.toMember(north, 'notification:created', { id: 5 });
  for (const page of [one, two]) expect(await settled(page, 7)).toEqual(['notification:created {"id":5}']);
  for (const page of [elsewhere, unannounced]) expect(await settled(page, 7)).toEqual([]);
  expect(await settled(other, 8)).toEqual([]);

  expect(await two.socket.emitWithAck('set-team-user', { team: 'south', user: 7 })).toBe(true);
  const back = [one, two].map(
    ({ socket }) => new Promise<void>((resolve) => socket.once('disconnect', () => socket.once('connect', () => resolve()))),
  );
  memberships = { 7: ['south'], 8: ['south'] };
  realtime.connections.recheckUser(7);
  realtime.news.toMember(north, 'notification:created', { id: 6 });
  await Promise.all(back);
  expect(await one.socket.emitWithAck('set-team-user', { team: 'north', user: 7 })).toBe(false);
  realtime.news.toMember(north, 'notification:created', { id: 7 });
  for (const page of [one, two]) expect((await settled(page, 7)).filter((line) => /:[67]}/.test(line))).toEqual([]);
});

test('a change of permissions is reported, then everything is checked again on an automatic reconnect', async () => {
  const { socket, heard } = await connect(7, 'north');
  const back = new Promise<string>((resolve) => socket.once('disconnect', (reason) => socket.once('connect', () => resolve(reason))));
  memberships = { 7: ['south'] };
  realtime.news.toUser(7, 'permission:updated', { permission_version: 5 });
  realtime.connections.recheckUser(7);
  expect(await back).toBe('transport close');
  expect(heard).toEqual(['permission:updated {"permission_version":5}']);
  expect(await socket.emitWithAck('set-team-user', { team: 'north', user: 7 })).toBe(false);
  realtime.news.toTeam(1, 'change', { seq: 4 });
  expect((await settled({ socket, heard }, 7)).filter((line) => line.startsWith('change'))).toEqual([]);
});

test('the end of a sign-in closes only its own connections, for good', async () => {
  const mine = await connect(7, 'north');
  const other = await connect(8, 'south');
  const ended = new Promise<string>((resolve) => mine.socket.once('disconnect', resolve));
  realtime.connections.endSignIn(70);
  expect(await ended).toBe('io server disconnect');
  expect(mine.socket.active).toBe(false);
  expect(await settled(other, 8)).toEqual([]);
});

test('an expired sign-in closes its connections within a minute; those of others stay open', async () => {
  const mine = await connect(7, 'north');
  const other = await connect(8, 'south');
  endedSignIns.add(70);
  vi.advanceTimersByTime(59_000);
  expect(await settled(mine, 7)).toEqual([]);
  const ended = new Promise<string>((resolve) => mine.socket.once('disconnect', resolve));
  isDown = true;
  vi.advanceTimersByTime(1_000);
  expect(await settled(mine, 7)).toEqual([]);
  expect(await mine.socket.emitWithAck('set-team-user', { team: 'south', user: 7 })).toBe(false);
  isDown = false;
  vi.advanceTimersByTime(60_000);
  expect(await ended).toBe('io server disconnect');
  expect(await settled(other, 8)).toEqual([]);
});

test('an expired sign-in can join nothing more: its next event closes the connection, and is recorded', async () => {
  const { socket } = await connect(7, 'north');
  const ended = new Promise<string>((resolve) => socket.once('disconnect', resolve));
  endedSignIns.add(70);
  socket.emit('set-team-user', { team: 'south', user: 7 });
  expect(await ended).toBe('io server disconnect');
  expect(recorded.at(-1)).toMatchObject({ call: 'set-team-user', userId: 7, result: 'signed_out' });
});

test('a sign-out during the handshake leaves no connection open', async () => {
  whileRecording = () => {
    endedSignIns.add(70);
    realtime.connections.endSignIn(70);
  };
  const { socket, heard } = await connect(7);
  expect(await new Promise<string>((resolve) => socket.once('disconnect', resolve))).toBe('io server disconnect');
  realtime.news.toUser(7, 'permission:updated', { permission_version: 2 });
  expect(heard).toEqual([]);
});

test('an error in a rule refuses access', async () => {
  const { socket } = await connect(7, 'north');
  memberships = null as never;
  expect(await socket.emitWithAck('set-team-user', { team: 'north', user: 7 })).toBe(false);
  expect(await socket.emitWithAck('set-team-user', null)).toBe(false);
});

test('who joins what, and who is refused, is recorded before the acknowledgement', async () => {
  const follower = await connect(7, 'north');
  const known = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d';
  expect(await follower.socket.emitWithAck('upload:session:add', { session: SESSION })).toBe(true);
  expect(await follower.socket.emitWithAck('upload:session:add', { session: known })).toBe(false);
  const stranger = await connect(8);
  expect(await stranger.socket.emitWithAck('set-team-user', { team: 'north', user: 8 })).toBe(false);
  const refused = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
    path: '/services/socket.io',
    auth: { token: 'DOE^JOHN' },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  });
  sockets.push(refused);
  expect(await new Promise((resolve) => refused.once('connect_error', (error) => resolve(error.message)))).toBe('signed_out');
  expect(recorded.map(({ call, userId, teamId, subject, result }) => [call, userId, teamId, subject, result])).toEqual([
    ['connect', 7, null, null, 'done'],
    ['set-team-user', 7, 1, null, 'done'],
    ['upload:session:add', 7, 1, null, 'done'],
    ['upload:session:add', 7, 1, known, 'not_found'],
    ['connect', 8, null, null, 'done'],
    ['set-team-user', 8, null, null, 'not_a_member'],
    ['connect', null, null, null, 'signed_out'],
  ]);
  expect(new Set(recorded.map(({ address }) => address))).toEqual(new Set([expect.stringMatching(/127\.0\.0\.1$/)]));
});

test('what somebody does as another person is recorded under both', async () => {
  // 5 acts as 8.
  await connect(8, 'south');
  expect(recorded.map(({ call, userId, actedBy }) => [call, userId, actedBy])).toEqual([
    ['connect', 8, 5],
    ['set-team-user', 8, 5],
  ]);
});

test('what cannot be recorded is refused', async () => {
  const follower = await connect(7, 'north');
  refusing = true;
  expect(await follower.socket.emitWithAck('upload:session:add', { session: SESSION })).toBe(false);
  expect(await follower.socket.emitWithAck('set-team-user', { team: 'south', user: 7 })).toBe(false);
  refusing = false;
  realtime.news.toTeam(1, 'change', { seq: 4 });
  realtime.news.toTeam(2, 'change', { seq: 5 });
  realtime.news.toUpload(SESSION, 'upload:conversion:oneserie:done', { session: SESSION, idx: 0, serieRemoteUuid: 'u' });
  expect(await settled(follower, 7)).toEqual([]);
});

test('the client address behind trusted proxies comes from the outermost of them', async () => {
  const { port } = http.address() as AddressInfo;
  const socket = io(`http://127.0.0.1:${port}`, {
    path: '/services/socket.io',
    auth: { token: '7' },
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { 'x-forwarded-for': '10.6.6.6, 10.0.0.9, 127.0.0.1' },
  });
  sockets.push(socket);
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  expect(recorded.map(({ address }) => address)).toEqual(['10.0.0.9']);
});

test('a page of another site cannot connect, with any token; our own pages and non-browsers can', async () => {
  for (const transport of ['websocket', 'polling'])
    for (const origin of ['https://evil.example', 'null', 'https://north.app.localhost.evil.example', '']) {
      expect([transport, origin, await mayEnter(7, { transports: [transport], extraHeaders: { origin } })]).toEqual([
        transport,
        origin,
        false,
      ]);
    }
  expect(recorded).toHaveLength(8);
  expect(recorded[0]).toMatchObject({ call: 'connect', userId: null, result: 'foreign_origin', address: '127.0.0.1' });
  for (const headers of [{ origin: 'https://north.app.localhost' }, {}] as Record<string, string>[])
    expect((await connect(7, 'north', headers)).socket.connected).toBe(true);
});

test('a connection is limited in events per minute, known or not, without slowing down another', async () => {
  const { socket } = await connect(7, 'north');
  // The first event announced the team. A page sends no events with other names.
  for (let count = 1; count < LIMITS.socketEventsPerMinute; count += 1) socket.emit('of-no-name', {});
  expect(await socket.emitWithAck('upload:session:add', { session: SESSION })).toBe(false);
  const asked = recorded.length;
  expect(await socket.emitWithAck('set-team-user', { team: 'south', user: 7 })).toBe(false);
  expect(recorded.slice(asked - 1).map(({ call, result }) => [call, result])).toEqual([
    ['upload:session:add', 'too_many'],
    ['set-team-user', 'too_many'],
  ]);
  expect((await connect(7, 'north')).socket.connected).toBe(true);
  now += 60_000;
  expect(await socket.emitWithAck('upload:session:add', { session: SESSION })).toBe(true);
});

test('an account is limited in simultaneous connections', async () => {
  const connections = await Promise.all(Array.from({ length: LIMITS.socketsPerUser }, () => connect(7, 'north')));
  expect(await mayEnter(7)).toBe(false);
  expect(recorded.at(-1)).toMatchObject({ call: 'connect', userId: 7, result: 'too_many' });
  expect((await connect(8, 'south')).socket.connected).toBe(true);
  connections[0]!.socket.close();
  await expect.poll(() => mayEnter(7)).toBe(true);
});

/** One attempt, without an automatic retry. */
function mayEnter(user: number, options: Partial<ManagerOptions> = {}): Promise<boolean> {
  const { port } = http.address() as AddressInfo;
  const socket = io(`http://127.0.0.1:${port}`, {
    ...{ path: '/services/socket.io', auth: { token: String(user) }, transports: ['websocket'], forceNew: true, reconnection: false },
    ...options,
  });
  sockets.push(socket);
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('connect_error', () => resolve(false));
  });
}
