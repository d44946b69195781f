import { readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createSocketClient, type SocketWire } from '#api/socket.ts';
import { CLIENT_EVENTS, SERVER_EVENTS, type ServerEventName } from '#contract/events.ts';
import { createRealtime, SOCKET_PATH } from '#server/realtime/socket-server.ts';
import { eventToFileName, GOLDEN_EVENTS, goldenOfEvent } from './golden.ts';

const EVENTS: Record<string, z.ZodType> = { ...CLIENT_EVENTS, ...SERVER_EVENTS };

it('the golden files exist once per event, and for no removed event', () => {
  const files = readdirSync(GOLDEN_EVENTS).map((name) => name.replace(/\.json$/, ''));
  expect(files.toSorted()).toEqual(Object.keys(EVENTS).map(eventToFileName).toSorted());
});

describe.each(Object.entries(EVENTS))('the schema of %s', (name, schema) => {
  const { accepted, refused } = goldenOfEvent(name);
  it.each(accepted)('accepts: $why', ({ value, read }) => {
    expect(schema.safeParse(value)).toEqual({ success: true, data: read });
  });

  it.each(accepted)('accepts a field of a later version: $why', ({ value, read }) => {
    expect(schema.safeParse({ ...(value as object), added_later: 1 })).toEqual({ success: true, data: read });
  });

  it.each(refused)('refuses: $why', ({ value, names }) => {
    expect(schema.safeParse(value).error?.issues.map((issue) => issue.path.join('.'))).toContain(names);
  });
});

describe.each(Object.keys(SERVER_EVENTS) as ServerEventName[])('the client on the event %s', (name) => {
  const { accepted, refused } = goldenOfEvent(name);
  /** What a listener of the page hears when the server says this. */
  const heardOf = (payload: unknown): unknown[] => {
    const listeners = new Map<string, (payload: unknown) => void>();
    const wire: SocketWire = {
      connected: true,
      on: (event, listener) => listeners.set(event, listener),
      off: (event) => listeners.delete(event),
      emit: () => undefined,
      connect: () => undefined,
      disconnect: () => undefined,
    };
    const heard: unknown[] = [];
    const client = createSocketClient({ servicesBase: '/services', token: () => 't', team: 'north', userId: 7 }, () => wire);
    client.on(name, (event) => heard.push(event));
    listeners.get(name)?.(payload);
    return heard;
  };

  it.each(accepted)('accepts: $why', ({ value, read }) => {
    expect(heardOf(value)).toEqual([read]);
  });

  it.each(refused)('ignores: $why', ({ value }) => {
    expect(heardOf(value)).toEqual([]);
  });
});

describe('the server', () => {
  const caller = { userId: 7, signInId: 1, host: 'north.app.localhost' };
  const realtime = createRealtime({
    callerOf: async () => caller,
    aliveAmong: async (signInIds) => new Set(signInIds),
    memberOf: async () => ({ ...caller, teamId: 3, teamSlug: 'north', permissions: new Set() }),
    mayFollowUpload: async () => true,
    mayDrawMask: async () => true,
    personOf: async () => ({ name: 'Ann', color: '#112233' }),
    mayFollowMask: async () => true,
    ipOf: () => '10.0.0.1',
    isOurOrigin: () => true,
    mayConnect: () => true,
    record: async () => undefined,
  });
  let http: Server;
  let socket: Socket;
  beforeAll(async () => {
    http = createServer();
    realtime.attach(http);
    await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    socket = io(`http://127.0.0.1:${port}`, { path: SOCKET_PATH, auth: { token: 't' }, transports: ['websocket'], reconnection: false });
    await new Promise<void>((resolve, reject) => void socket.on('connect', resolve).on('connect_error', reject));
  });
  afterAll(async () => {
    socket.disconnect();
    await realtime.close();
    await new Promise((resolve) => void http.close(resolve));
  });

  describe.each(Object.keys(CLIENT_EVENTS))('on the event %s', (name) => {
    const { accepted, refused } = goldenOfEvent(name);
    it.each(accepted)('acknowledges: $why', async ({ value }) => {
      await socket.emitWithAck('set-team-user', goldenOfEvent('set-team-user').accepted[0]?.value);
      // What is said of a mask is passed on by those who follow it.
      await socket.emitWithAck('mask:follow', goldenOfEvent('mask:follow').accepted[0]?.value);
      expect(await socket.emitWithAck(name, value)).toBe(true);
    });

    it.each(refused)('refuses: $why', async ({ value }) => {
      expect(await socket.emitWithAck(name, value)).toBe(false);
    });
  });
});
