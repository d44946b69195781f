import { describe, expect, it } from 'vitest';
import { createSocketClient, type SocketSettings, type SocketWire } from './socket.ts';

/** The test plays the server's end. */
function fakeWire() {
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const sent: [string, unknown][] = [];
  const fire = (event: string, payload?: unknown) => listeners.get(event)?.forEach((listener) => listener(payload));
  const wire: SocketWire & { connected: boolean } = {
    connected: false,
    on: (event, listener) => listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    off: (event, listener) => listeners.get(event)?.delete(listener),
    emit(event, payload, acknowledged) {
      sent.push([event, payload]);
      if (event === 'mask:follow') acknowledged?.((payload as { segmentation: string }).segmentation === 'seen');
    },
    connect: () => {
      wire.connected = true;
      fire('connect');
    },
    disconnect: () => fire('disconnect', 'io client disconnect'),
  };
  return {
    wire,
    sent,
    fire,
    connect: () => wire.connect(),
    drop: (reason = 'transport close') => {
      wire.connected = false;
      fire('disconnect', reason);
    },
  };
}

const SETTINGS: SocketSettings = { servicesBase: '/services', token: () => 't', team: 'north', userId: 7 };
const ANNOUNCED = ['set-team-user', { team: 'north', user: 7 }];

describe('the socket of a visit', () => {
  it('announces team and user once per connection, and again after a reconnect [RT-02, SOCK-01]', () => {
    const server = fakeWire();
    createSocketClient(SETTINGS, () => server.wire);
    expect(server.sent).toEqual([]);
    server.connect();
    expect(server.sent).toEqual([ANNOUNCED]);
    server.drop();
    server.connect();
    expect(server.sent).toEqual([ANNOUNCED, ANNOUNCED]);
  });

  it('adds the followed uploads after each reconnect, until they are no longer followed [PWA-33, CHUNK-023, SOCK-04]', () => {
    const server = fakeWire();
    const client = createSocketClient(SETTINGS, () => server.wire);
    const leaveA = client.followUpload('a');
    const leaveAToo = client.followUpload('a');
    server.connect();
    expect(server.sent).toEqual([ANNOUNCED, ['upload:session:add', { session: 'a' }]]);
    client.followUpload('b');
    expect(server.sent.at(-1)).toEqual(['upload:session:add', { session: 'b' }]);
    leaveA();
    leaveAToo();
    server.drop();
    server.sent.length = 0;
    server.connect();
    expect(server.sent).toEqual([ANNOUNCED, ['upload:session:add', { session: 'b' }]]);
  });

  it('asks to be told of operations of a segmentation [MASK-76]', async () => {
    const server = fakeWire();
    const client = createSocketClient(SETTINGS, () => server.wire);
    server.connect();
    expect([await client.followMask('seen'), await client.followMask('hidden')]).toEqual([true, false]);
    expect(server.sent.at(-1)).toEqual(['mask:follow', { segmentation: 'hidden' }]);
  });

  it('ignores an event that is not in the contract', () => {
    const server = fakeWire();
    const client = createSocketClient(SETTINGS, () => server.wire);
    const versions: number[] = [];
    const stop = client.on('permission:updated', (event) => versions.push(event.permission_version));
    server.fire('permission:updated', { permission_version: 3 });
    server.fire('permission:updated', { permission_version: 'three' });
    server.fire('permission:updated', null);
    stop();
    server.fire('permission:updated', { permission_version: 4 });
    expect(versions).toEqual([3]);
  });

  it('reports whether it is connected [RT-01, RT-06, SOCK-05]', () => {
    const server = fakeWire();
    const client = createSocketClient(SETTINGS, () => server.wire);
    const states: string[] = [client.state()];
    client.onState((state) => states.push(state));
    server.connect();
    server.drop();
    expect(states).toEqual(['disconnected', 'connected', 'disconnected']);
  });

  it('reports that the server disconnected it, and reconnects only on request', () => {
    const server = fakeWire();
    const client = createSocketClient(SETTINGS, () => server.wire);
    let dismissed = 0;
    client.onDismissed(() => (dismissed += 1));
    server.connect();
    server.drop('transport close');
    expect(dismissed).toBe(0);
    server.connect();
    server.drop('io server disconnect');
    expect(dismissed).toBe(1);
    expect(client.state()).toBe('disconnected');
    client.reconnect();
    expect(client.state()).toBe('connected');
    expect(server.sent).toEqual([ANNOUNCED, ANNOUNCED, ANNOUNCED]);
  });

  it('stays closed once it was closed', () => {
    const server = fakeWire();
    const client = createSocketClient(SETTINGS, () => server.wire);
    server.connect();
    server.drop('io server disconnect');
    client.close();
    client.reconnect();
    expect(client.state()).toBe('disconnected');
  });
});
