import { io, type Socket } from 'socket.io-client';
import { SERVER_EVENTS, type ClientEvent, type ServerEvent, type ServerEventName } from '#contract/events.ts';

/** RT-01. */
export type SocketState = 'connected' | 'disconnected';

export interface SocketClient {
  state(): SocketState;
  /** Of this connection, once the server knows whose it is; the next connection has another. Null: nobody can be answered on it yet. */
  id(): string | null;
  onState(listener: (state: SocketState) => void): () => void;
  /** The server has just learnt whose connection this is. */
  onKnown(listener: () => void): () => void;
  /**
   * The server sent this connection away: its sign-in has ended, or the server stops. It does not come back by itself; whoever finds that
   * the sign-in still stands calls `reconnect`.
   */
  onDismissed(listener: () => void): () => void;
  reconnect(): void;
  /** Payloads are checked by their schema; what does not fit is dropped, since every event can be made up for by asking. */
  on<N extends ServerEventName>(name: N, listener: (event: ServerEvent<N>) => void): () => void;
  /** SOCK-04, now and after each reconnect, until the returned function is called. */
  followUpload(session: string): () => void;
  /** True if this user may be told of operations of the segmentation, on this connection until `mask:ended`. Without an answer if the connection is lost. */
  followMask(segmentation: string): Promise<boolean>;
  /** Without an answer; lost while there is no connection. */
  tell<N extends 'mask:presence' | 'mask:pen' | 'mask:leave'>(event: N, payload: ClientEvent<N>): void;
  close(): void;
}

export interface SocketSettings {
  servicesBase: string;
  /** Read again for each connection: the token may have changed. */
  token: () => string;
  team: string;
  userId: number;
}

/** What this file needs of socket.io, so that tests can play the server. */
export interface SocketWire {
  readonly connected: boolean;
  readonly id?: string | undefined;
  on(event: string, listener: (payload: unknown) => void): unknown;
  off(event: string, listener: (payload: unknown) => void): unknown;
  emit(event: string, payload: unknown, acknowledged?: (isAccepted: boolean) => void): unknown;
  connect(): unknown;
  disconnect(): unknown;
}

/** The socket.io name of the one reason after which it does not reconnect automatically. */
const BY_SERVER = 'io server disconnect';

/**
 * The realtime connection of one visit: a hint, never the truth. Team and user are announced once per connection (RT-02, RT-05), then the
 * uploads that are followed are added again.
 */
export function createSocketClient(
  settings: SocketSettings,
  connect: (settings: SocketSettings) => SocketWire = connectToServices,
): SocketClient {
  const wire = connect(settings);
  const followed = new Map<string, number>();
  const stateListeners = new Set<(state: SocketState) => void>();
  const dismissedListeners = new Set<() => void>();
  const knownListeners = new Set<() => void>();
  let knownId: string | null = null;
  let isClosed = false;
  const tell = (state: SocketState) => stateListeners.forEach((listener) => listener(state));

  wire.on('connect', () => {
    const { id } = wire;
    wire.emit('set-team-user', { team: settings.team, user: settings.userId }, (isAccepted) => {
      if (!isAccepted || id === undefined || wire.id !== id) return;
      knownId = id;
      for (const listener of knownListeners) listener();
    });
    for (const session of followed.keys()) wire.emit('upload:session:add', { session });
    tell('connected');
  });
  wire.on('disconnect', (reason) => {
    knownId = null;
    tell('disconnected');
    if (reason === BY_SERVER) for (const listener of dismissedListeners) listener();
  });

  return {
    state: () => (wire.connected ? 'connected' : 'disconnected'),
    id: () => (wire.connected ? knownId : null),
    onKnown(listener) {
      knownListeners.add(listener);
      return () => knownListeners.delete(listener);
    },
    onState(listener) {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    onDismissed(listener) {
      dismissedListeners.add(listener);
      return () => dismissedListeners.delete(listener);
    },
    reconnect: () => void (isClosed || wire.connect()),
    on(name, listener) {
      const receive = (payload: unknown) => {
        const event = SERVER_EVENTS[name].safeParse(payload);
        if (event.success) listener(event.data as ServerEvent<typeof name>);
      };
      wire.on(name, receive);
      return () => wire.off(name, receive);
    },
    followUpload(session) {
      const followers = followed.get(session) ?? 0;
      followed.set(session, followers + 1);
      if (followers === 0 && wire.connected) wire.emit('upload:session:add', { session });
      return () => {
        const left = (followed.get(session) ?? 1) - 1;
        if (left > 0) followed.set(session, left);
        else followed.delete(session);
      };
    },
    followMask: (segmentation) =>
      new Promise((answer) => {
        wire.emit('mask:follow', { segmentation }, (isAccepted) => answer(isAccepted));
      }),
    tell(event, payload) {
      if (wire.connected) wire.emit(event, payload);
    },
    close() {
      isClosed = true;
      wire.disconnect();
    },
  };
}

/** CFG-13, RT-04: below the services base. Reconnects automatically with growing, jittered pauses. */
function connectToServices({ servicesBase, token }: SocketSettings): SocketWire {
  const base = new URL(servicesBase, globalThis.location.href);
  const socket: Socket = io(base.origin, {
    path: `${base.pathname.replace(/\/+$/, '')}/socket.io`,
    auth: (give) => give({ token: token() }),
    // Proxies of hospitals block WebSockets: then the second one is tried, which is slower and carries the same.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: 1000,
    reconnectionDelayMax: 30_000,
  });
  return socket as unknown as SocketWire;
}
