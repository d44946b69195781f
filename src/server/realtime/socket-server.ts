import { Server as SocketServer } from 'socket.io';
import type { Socket } from 'socket.io';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Uuid } from '#contract/entities.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { CLIENT_EVENTS } from '#contract/events.ts';
import type { ServerEvent, ServerEventName } from '#contract/events.ts';
import { LIMITS } from '#contract/limits.ts';
import type { AskingConnections, Caller, Member, News } from '#server/rules/context.ts';
import { createCoalescer } from './coalesce.ts';
import { createEventLimits } from './event-limits.ts';
import { createMaskCompany, type MaskCompanyPorts } from './mask-company.ts';
import { createOtherProcesses, type Hub, type MemberOfTeam, type OtherProcesses, type ProcessMessages } from './other-processes.ts';

/** `host`: the host that the token was issued for. */
type TokenCaller = Caller & { host: string };

/** What the socket asks the rules. */
export interface SocketPorts {
  callerOf(token: string): Promise<TokenCaller | null>;
  /** Which of these sign-ins are still valid. */
  aliveAmong(signInIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** Current membership. */
  memberOf(caller: TokenCaller, teamSlug: string): Promise<Member | null>;
  mayFollowUpload(member: Member, session: string): Promise<boolean>;
  mayFollowMask(member: Member, segmentation: string): Promise<boolean>;
  mayDrawMask: MaskCompanyPorts['mayDrawMask'];
  personOf: MaskCompanyPorts['personOf'];
  isOurOrigin(origin: string): boolean;
  /** Whether a page of this origin may open a connection to this host. */
  mayConnect(origin: string, host: string): boolean;
  /** Client address of a handshake. */
  ipOf(handshake: IncomingMessage): string;
  /** For the audit trail. If an event cannot be recorded, it is refused. */
  record(event: SocketRecord): Promise<void>;
}

/** A request of a connection, and its result. */
export interface SocketRecord {
  call: string;
  userId: number | null;
  /** Who acts as that user. */
  actedBy?: number | null;
  teamId: number | null;
  subject: string | null;
  result: 'done' | ErrorCode;
  address: string;
}

export interface Realtime {
  news: News;
  connections: { endSignIn(signInId: number): void; recheckUser(userId: number): void };
  asking: AskingConnections;
  others: OtherProcesses;
  attach(http: HttpServer): void;
  openSockets(): number;
  close(): Promise<void>;
}

export const SOCKET_PATH = '/services/socket.io';

/** An expired sign-in triggers no event: connections of expired sign-ins are closed at this interval. */
const SWEEP_EVERY_MS = 60_000;

/** A burst of changes in one team is told ten times a second at most. */
const HINT_EVERY_MS = 100;

/** What is known about a connection. Connections without a caller are never accepted. */
interface Connection {
  caller: TokenCaller;
  member: Member | null;
}
type LightshipSocket = Socket<
  Record<string, (...given: unknown[]) => void>,
  Record<string, (payload: unknown) => void>,
  ProcessMessages,
  Connection
>;

const rooms = {
  signIn: (id: number) => `sign-in ${id}`,
  user: (id: number) => `user ${id}`,
  team: (id: number) => `team ${id}`,
  member: ({ teamId, userId }: { teamId: number; userId: number }) => `member ${teamId} ${userId}`,
  upload: (session: string) => `upload ${session}`,
  mask: (segmentation: string) => `mask ${segmentation}`,
};

/**
 * Events for connected clients (contract.md §4). They are only hints: a lost event costs nothing, because clients ask for the change log and the
 * status. Access is decided when a room is joined. When permissions change, the connection is closed and everything is decided again.
 */
export function createRealtime(
  ports: SocketPorts,
  { now = Date.now, hub = null }: { now?: () => number; hub?: Hub | null } = {},
): Realtime {
  const limits = createEventLimits(now);
  const company = createMaskCompany({ ports, roomOf: rooms.mask, now });
  let sweeping: NodeJS.Timeout | undefined;
  const io = new SocketServer<
    Record<string, (...given: unknown[]) => void>,
    Record<string, (payload: unknown) => void>,
    ProcessMessages,
    Connection
  >({
    path: SOCKET_PATH,
    serveClient: false,
    ...(hub === null ? {} : { adapter: hub.adapter }),
    maxHttpBufferSize: 64 * 1024,
    // A browser lets any page open a WebSocket anywhere and sends the origin of the page. Clients other than browsers send none.
    allowRequest: (request, answer) =>
      void admitOrigin(request).then((isAdmitted) => answer(isAdmitted ? null : 'foreign_origin', isAdmitted)),
    cors: { origin: (origin, done) => done(null, origin !== undefined && ports.isOurOrigin(origin)), maxAge: 7_200 },
  });

  io.use((socket, next) => {
    const { token } = socket.handshake.auth;
    admit(token, ports.ipOf(socket.request)).then(
      (caller) => {
        socket.data = { caller, member: null };
        next();
      },
      (error: Error) => next(error),
    );
  });

  io.on('connection', (socket: LightshipSocket) => {
    const { caller } = socket.data;
    socket.use(([event, ...given], next) =>
      limits.take(socket.id, caller.userId) ? next() : refuse(socket, event, 'too_many', given.at(-1)),
    );
    void socket.join([rooms.signIn(caller.signInId), rooms.user(caller.userId)]);
    // If the sign-out came after the handshake and before the room was joined, closing the room missed this connection.
    void closeEnded([socket]).catch(() => undefined);
    const inTurn = createKeyQueue();
    // A client announces its team and adds its uploads without waiting, so the events are handled in order.
    const on = (event: keyof typeof CLIENT_EVENTS, answer: (payload: unknown) => Promise<boolean>) =>
      socket.on(event, (payload: unknown, acknowledge: unknown) =>
        inTurn(async () => {
          const ended = await closeEnded([socket]).catch(() => null);
          if (ended === null || ended.length > 0) return refuse(socket, event, ended === null ? 'unavailable' : 'signed_out', acknowledge);
          const accepted = await answer(payload).catch(() => false);
          if (typeof acknowledge === 'function') acknowledge(accepted);
        }),
      );
    on('set-team-user', (payload) => setTeam(socket, payload));
    on('upload:session:add', (payload) => followUpload(socket, payload));
    on('mask:follow', (payload) => followMask(socket, payload));
    on('mask:presence', (payload) => company.presence(socket, socket.data.member, payload));
    on('mask:pen', (payload) => company.pen(socket, socket.data.member, payload));
    on('mask:leave', (payload) => company.leave(socket, payload));
    socket.on('disconnecting', () => company.leaveAll(socket));
  });

  async function admitOrigin(request: IncomingMessage): Promise<boolean> {
    const { origin, host = '' } = request.headers;
    if (origin === undefined || ports.mayConnect(origin, host)) return true;
    const address = ports.ipOf(request);
    const record = { call: 'connect', userId: null, teamId: null, subject: null, result: 'foreign_origin', address } as const;
    await ports.record(record).catch(() => undefined);
    return false;
  }

  /** Closes connections whose sign-in has ended in any way, and returns them. */
  async function closeEnded(open: readonly Pick<LightshipSocket, 'data' | 'disconnect'>[]): Promise<typeof open> {
    const alive = await ports.aliveAmong([...new Set(open.map(({ data }) => data.caller.signInId))]);
    const ended = open.filter(({ data }) => !alive.has(data.caller.signInId));
    for (const socket of ended) socket.disconnect(true);
    return ended;
  }

  /** Unknown events are recorded without their name. */
  function refuse(socket: LightshipSocket, event: string, result: ErrorCode, acknowledge: unknown): void {
    const call = event in CLIENT_EVENTS ? event : 'socket';
    void record(socket, { call, teamId: socket.data.member?.teamId ?? null, subject: null, result }).catch(() => undefined);
    if (typeof acknowledge === 'function') acknowledge(false);
  }

  async function admit(token: unknown, address: string): Promise<TokenCaller> {
    const refusal = (code: ErrorCode) => () => Promise.reject(new Error(code));
    const asked = typeof token === 'string' && token !== '' ? ports.callerOf(token.replace(/^Bearer\s+/i, '')) : null;
    const caller = await Promise.resolve(asked).catch(refusal('unavailable'));
    const open = caller === null ? 0 : (io.sockets.adapter.rooms.get(rooms.user(caller.userId))?.size ?? 0);
    const result = caller === null ? 'signed_out' : open >= LIMITS.socketsPerUser ? 'too_many' : 'done';
    const who = { userId: caller?.userId ?? null, actedBy: caller?.actedBy ?? null };
    const record = { call: 'connect', ...who, teamId: null, subject: null, result, address } as const;
    await ports.record(record).catch(refusal('unavailable'));
    return caller !== null && result === 'done' ? caller : refusal(result === 'done' ? 'signed_out' : result)();
  }

  function record(socket: LightshipSocket, event: Pick<SocketRecord, 'call' | 'teamId' | 'subject' | 'result'>): Promise<void> {
    const { userId, actedBy = null } = socket.data.caller;
    return ports.record({ ...event, userId, actedBy, address: ports.ipOf(socket.request) });
  }

  async function setTeam(socket: LightshipSocket, payload: unknown): Promise<boolean> {
    const announced = CLIENT_EVENTS['set-team-user'].safeParse(payload);
    const { caller, member: before } = socket.data;
    const isOwn = announced.success && announced.data.user === caller.userId;
    const member = isOwn ? await ports.memberOf(caller, announced.data.team) : null;
    if (isOwn && before !== null) await leaveTeam(socket, before);
    if (isOwn) socket.data.member = null;
    const result = member === null ? 'not_a_member' : 'done';
    await record(socket, { call: 'set-team-user', teamId: member?.teamId ?? null, subject: null, result });
    if (member === null) return false;
    socket.data.member = member;
    await socket.join([rooms.team(member.teamId), rooms.member(member)]);
    return true;
  }

  async function leaveTeam(socket: LightshipSocket, member: Member): Promise<void> {
    await socket.leave(rooms.team(member.teamId));
    await socket.leave(rooms.member(member));
    company.leaveAll(socket);
    const followed = [rooms.upload(''), rooms.mask('')];
    for (const room of [...socket.rooms].filter((one) => followed.some((kind) => one.startsWith(kind)))) await socket.leave(room);
  }

  async function followUpload(socket: LightshipSocket, payload: unknown): Promise<boolean> {
    const asked = CLIENT_EVENTS['upload:session:add'].safeParse(payload);
    const { member } = socket.data;
    const isAllowed = asked.success && member !== null && (await ports.mayFollowUpload(member, asked.data.session));
    const subject = asked.success && Uuid.safeParse(asked.data.session).success ? asked.data.session : null;
    const result = isAllowed ? 'done' : 'not_found';
    await record(socket, { call: 'upload:session:add', teamId: member?.teamId ?? null, subject, result });
    if (isAllowed) await socket.join(rooms.upload(asked.data.session));
    return isAllowed;
  }

  async function followMask(socket: LightshipSocket, payload: unknown): Promise<boolean> {
    const asked = CLIENT_EVENTS['mask:follow'].safeParse(payload);
    const { member } = socket.data;
    const isAllowed = asked.success && member !== null && (await ports.mayFollowMask(member, asked.data.segmentation));
    const subject = asked.success ? asked.data.segmentation : null;
    const result = isAllowed ? 'done' : 'not_found';
    await record(socket, { call: 'mask:follow', teamId: member?.teamId ?? null, subject, result });
    if (!isAllowed) return false;
    company.followed(socket, asked.data.segmentation);
    await socket.join(rooms.mask(asked.data.segmentation));
    return true;
  }

  // Closes only the transport: a client that was disconnected by the server (as for `endSignIn`) would not reconnect by itself.
  const recheck = (socketIds: Iterable<string>): void => {
    for (const id of socketIds) io.sockets.sockets.get(id)?.conn.close();
  };
  const recheckUser = (userId: number): void => recheck(io.sockets.adapter.rooms.get(rooms.user(userId)) ?? []);
  const hasConnection = (socketId: string, { userId, teamId }: MemberOfTeam): boolean => {
    const { caller, member } = io.sockets.sockets.get(socketId)?.data ?? {};
    return caller?.userId === userId && member?.teamId === teamId;
  };
  const processes = createOtherProcesses(io, hub, {
    recheckUser,
    recheckAll: () => recheck([...io.sockets.sockets.keys()]),
    hasConnection,
  });

  const tell = <N extends ServerEventName>(room: string, event: N, payload: ServerEvent<N>): void => void io.to(room).emit(event, payload);
  const changes = createCoalescer((teamId: number, seq: number) => tell(rooms.team(teamId), 'change', { seq }), Math.max, HINT_EVERY_MS);
  const masks = createCoalescer(
    (segmentation: string, last: number) => tell(rooms.mask(segmentation), 'mask', { segmentation, last }),
    Math.max,
    HINT_EVERY_MS,
  );
  return {
    news: {
      toUpload: (session, event, payload) => tell(rooms.upload(session), event, payload),
      toMask(segmentation, event, payload) {
        if (event === 'mask') masks.put(segmentation, (payload as ServerEvent<'mask'>).last);
        else tell(rooms.mask(segmentation), event, payload);
      },
      endMask(segmentation) {
        tell(rooms.mask(segmentation), 'mask:ended', { segmentation });
        io.in(rooms.mask(segmentation)).socketsLeave(rooms.mask(segmentation));
      },
      toTeam(teamId, event, payload) {
        if (event === 'change') changes.put(teamId, (payload as ServerEvent<'change'>).seq);
        else tell(rooms.team(teamId), event, payload);
      },
      toMember: (member, event, payload) => tell(rooms.member(member), event, payload),
      toUser: (userId, event, payload) => tell(rooms.user(userId), event, payload),
    },
    connections: {
      endSignIn: (signInId) => io.in(rooms.signIn(signInId)).disconnectSockets(true),
      recheckUser(userId) {
        recheckUser(userId);
        processes.recheckUser(userId);
      },
    },
    asking: {
      isOf: async (socketId, member) => hasConnection(socketId, member) || processes.haveConnection(socketId, member),
      tell: (socketId, event, payload) => tell(socketId, event, payload),
    },
    others: processes.others,
    attach(http) {
      io.attach(http);
      sweeping ??= setInterval(() => void closeEnded([...io.sockets.sockets.values()]).catch(() => undefined), SWEEP_EVERY_MS);
      // If the start fails afterwards, the process must be able to end.
      sweeping.unref();
    },
    openSockets: () => io.sockets.sockets.size,
    async close() {
      clearInterval(sweeping);
      changes.stop();
      masks.stop();
      processes.stop();
      // Sockets of this process only; the HTTP server below is closed by its owner.
      io.local.disconnectSockets(true);
      io.engine?.close();
      if (hub === null) return;
      await io.of('/').adapter.close();
      await hub.close();
    },
  };
}

/** In order of arrival. */
function createKeyQueue(): (task: () => Promise<void>) => void {
  let last = Promise.resolve();
  return (task) => {
    last = last.then(task, task);
  };
}
