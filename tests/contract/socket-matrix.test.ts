import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_EVENTS } from '#contract/events.ts';
import { ROLE } from '#contract/permissions.ts';
import { createTrail } from '#server/audit/trail.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createFromOf } from '#server/forwarded.ts';
import { createSocketPorts } from '#server/socket-ports.ts';
import { createRealtime, SOCKET_PATH, type Realtime } from '#server/realtime/socket-server.ts';
import { createHosts } from '#server/rules/hosts.ts';
import { RESERVED_LABELS } from '#model/addresses/hosts.ts';
import { setPermissions } from '#server/test-server.ts';
import { NORTH, openContractServer, SOUTH, type ContractServer } from './contract-server.ts';
import { registerUpload } from './upload-steps.ts';

type ClientEvent = keyof typeof CLIENT_EVENTS;

/** Only those who follow a mask say where they are and draw there. */
const OF_FOLLOWERS = (answer: boolean | null) => ({ 'mask:presence': answer, 'mask:pen': answer, 'mask:leave': answer });

/** Who comes, and what each event answers: to announce team north, and to follow an upload and a mask of Ada there. `null`: there is no connection to ask on. */
const CELLS: Record<string, Record<ClientEvent, boolean | null>> = {
  'no token': { 'set-team-user': null, 'upload:session:add': null, 'mask:follow': null, ...OF_FOLLOWERS(null) },
  'a token that nobody has': { 'set-team-user': null, 'upload:session:add': null, 'mask:follow': null, ...OF_FOLLOWERS(null) },
  'a token that has ended': { 'set-team-user': null, 'upload:session:add': null, 'mask:follow': null, ...OF_FOLLOWERS(null) },
  'a token that was signed out': { 'set-team-user': null, 'upload:session:add': null, 'mask:follow': null, ...OF_FOLLOWERS(null) },
  'the token of an upload': { 'set-team-user': null, 'upload:session:add': null, 'mask:follow': null, ...OF_FOLLOWERS(null) },
  'somebody without a team': { 'set-team-user': false, 'upload:session:add': false, 'mask:follow': false, ...OF_FOLLOWERS(false) },
  'a member of another team': { 'set-team-user': false, 'upload:session:add': false, 'mask:follow': false, ...OF_FOLLOWERS(false) },
  'a member of both, by the token of the other': {
    'set-team-user': false,
    'upload:session:add': false,
    'mask:follow': false,
    ...OF_FOLLOWERS(false),
  },
  'a member without the permission': { 'set-team-user': true, 'upload:session:add': false, 'mask:follow': false, ...OF_FOLLOWERS(false) },
  'a member with the permission': { 'set-team-user': true, 'upload:session:add': true, 'mask:follow': false, ...OF_FOLLOWERS(false) },
  'the owner': { 'set-team-user': true, 'upload:session:add': true, 'mask:follow': true, ...OF_FOLLOWERS(true) },
};
const LASTS_MS = 30 * 86_400_000;

describe.each(TEST_ENGINES)('the socket on %s', (engine) => {
  let server: ContractServer;
  let http: Server;
  let realtime: Realtime;
  let session: string;
  let segmentation: string;
  /** Token and own id of each. */
  let callers: Record<string, { token: string | undefined; user: number }>;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    server = await openContractServer(engine);
    const { clock, db, teams, ada } = server;
    const person = async (email: string, roles: Record<number, number>, host: string) => {
      const user = await server.addUser(email, roles);
      return { user, token: (await server.signIn(email, host)).token };
    };
    const ended = await person('ended@example.org', { [teams.north]: ROLE.annotator }, NORTH);
    clock.now += LASTS_MS + 1_000;
    const left = await person('left@example.org', { [teams.north]: ROLE.annotator }, NORTH);
    await server.ask('POST /api/logout', { host: NORTH, token: left.token });
    await setPermissions(server, ROLE.member, ['r:dashboard']);
    const owner = { user: ada.userId, token: (await server.signIn('ada@example.org', NORTH)).token };
    server.ada.token = owner.token;
    const upload = await registerUpload(server);
    session = upload.session;
    const made = await server.asAda(`POST /api/annotator/segmentations/${upload.study.uuid}`, { body: { structure: 'liver', rbac: 1 } });
    segmentation = (made.body as { data: { uuid: string } }).data.uuid;
    callers = {
      'no token': { user: 1, token: undefined },
      'a token that nobody has': { user: 1, token: 't'.repeat(43) },
      'a token that has ended': ended,
      'a token that was signed out': left,
      'the token of an upload': { user: ada.userId, token: upload.token },
      'somebody without a team': await person('alone@example.org', {}, 'app.localhost:8080'),
      'a member of another team': await person('ute@example.org', { [teams.south]: ROLE.teamAdministrator }, SOUTH),
      'a member of both, by the token of the other': await person('both@example.org', { [teams.south]: 5, [teams.north]: 5 }, SOUTH),
      'a member without the permission': await person('mem@example.org', { [teams.north]: ROLE.member }, NORTH),
      'a member with the permission': await person('ann@example.org', { [teams.north]: ROLE.annotator }, NORTH),
      'the owner': owner,
    };
    const now = () => clock.now;
    const hosts = createHosts({ baseDomain: 'app.localhost', reservedLabels: RESERVED_LABELS, uploadUrl: null });
    realtime = createRealtime(createSocketPorts({ db, hosts, trail: createTrail({ db, now }), fromOf: createFromOf([]), now }));
    http = createServer();
    realtime.attach(http);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close();
  });
  afterAll(async () => {
    await realtime.close();
    await new Promise((resolve) => http.close(resolve));
    await server.close();
  });

  /** Connected, or null where the server refuses. */
  async function connect(token: string | undefined): Promise<Socket | null> {
    const { port } = http.address() as AddressInfo;
    const auth = token === undefined ? {} : { token };
    const socket = io(`http://127.0.0.1:${port}`, {
      path: SOCKET_PATH,
      auth,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    });
    sockets.push(socket);
    return new Promise((resolve) => {
      socket.once('connect', () => resolve(socket));
      socket.once('connect_error', () => resolve(null));
    });
  }

  const payloads = (user: number): Record<ClientEvent, unknown> => ({
    'set-team-user': { team: 'north', user },
    'upload:session:add': { session },
    'mask:follow': { segmentation },
    'mask:presence': { segmentation, slice: 3 },
    'mask:pen': {
      ...{ segmentation, segment: segmentation, stroke: segmentation, tool: 'paint', shape: 'disc', radiusMm: 4, isEnd: false },
      points: [[1, 2, 3]],
    },
    'mask:leave': { segmentation },
  });

  it('has an expected result for every event and every caller', () => {
    for (const row of Object.values(CELLS)) expect(Object.keys(row)).toEqual(Object.keys(CLIENT_EVENTS));
    expect(Object.keys(callers)).toEqual(Object.keys(CELLS));
  });

  it.each(Object.entries(CELLS))('answers %s as expected [SOCK-01, SOCK-04]', async (who, row) => {
    const { token, user } = callers[who]!;
    const socket = await connect(token);
    const answers: Record<string, boolean | null> = {};
    for (const [event, payload] of Object.entries(payloads(user)))
      answers[event] = socket === null ? null : ((await socket.emitWithAck(event, payload)) as boolean);
    expect(answers).toEqual(row);
  });

  it('announces nobody as someone else, and joins nothing for an invalid payload [RT-07]', async () => {
    const socket = (await connect(callers['a member with the permission']!.token))!;
    expect(await socket.emitWithAck('set-team-user', { team: 'north', user: server.ada.userId })).toBe(false);
    for (const event of Object.keys(CLIENT_EVENTS))
      for (const payload of [null, 'north', [], { team: 7 }, { session: { $ne: '' } }, { session: `${session}'` }])
        expect([event, payload, await socket.emitWithAck(event, payload)]).toEqual([event, payload, false]);
  });

  it('lets nobody follow an upload of another team from their own', async () => {
    const { token, user } = callers['a member of another team']!;
    const socket = (await connect(token))!;
    expect(await socket.emitWithAck('set-team-user', { team: 'south', user })).toBe(true);
    expect(await socket.emitWithAck('upload:session:add', { session })).toBe(false);
  });

  it.each(['expires_at', 'idle_until'] as const)('accepts no event and closes after %s of the sign-in', async (column) => {
    const email = `${column}@example.org`;
    const user = await server.addUser(email, { [server.teams.north]: ROLE.annotator });
    const socket = (await connect((await server.signIn(email, NORTH)).token))!;
    expect(await socket.emitWithAck('set-team-user', { team: 'north', user })).toBe(true);
    const { clock, db } = server;
    await db.write((tx) =>
      tx
        .updateTable('sign_in')
        .set({ [column]: clock.now })
        .where('user_id', '=', user)
        .execute(),
    );
    const ended = new Promise<string>((resolve) => socket.once('disconnect', resolve));
    socket.emit('upload:session:add', { session });
    expect(await ended).toBe('io server disconnect');
  });

  it('reports the events of north only to its listeners', async () => {
    const heard: Record<string, string[]> = {};
    for (const [who, { token, user }] of Object.entries(callers)) {
      const socket = await connect(token);
      if (socket === null) continue;
      const events: string[] = (heard[who] = []);
      socket.onAny((event: string) => void events.push(event));
      for (const [event, payload] of Object.entries(payloads(user))) await socket.emitWithAck(event, payload);
    }
    realtime.news.toTeam(server.teams.north, 'change', { seq: 1 });
    realtime.news.toUpload(session, 'upload:conversion:oneserie:done', { session, idx: 0, serieRemoteUuid: session });
    // What was told before has arrived once this has, which everybody hears.
    for (const { user } of Object.values(callers)) realtime.news.toUser(user, 'permission:updated', { permission_version: 1 });
    await expect.poll(() => Object.values(heard).every((events) => events.includes('permission:updated'))).toBe(true);
    const inTeam = Object.keys(heard).filter((who) => heard[who]!.includes('change'));
    const following = Object.keys(heard).filter((who) => heard[who]!.includes('upload:conversion:oneserie:done'));
    expect(inTeam).toEqual(Object.keys(CELLS).filter((who) => CELLS[who]!['set-team-user'] === true));
    expect(following).toEqual(Object.keys(CELLS).filter((who) => CELLS[who]!['upload:session:add'] === true));
  });
});
