import { readCredentials } from '#api/credentials.ts';
import { createSocketClient, type SocketClient } from '#api/socket.ts';
import { reachabilityKnown } from '#api/traffic.ts';
import { pageBases } from './page-bases.ts';
import type { SessionStore } from './session-store.ts';

/** The realtime connection of a signed-in member; a hint for the session, and proof that the server is there. */
export async function connectSocket(team: string, userId: number, session: SessionStore): Promise<SocketClient> {
  let token = (await readCredentials())?.token ?? '';
  const socket = createSocketClient({ servicesBase: pageBases().services, token: () => token, team, userId });
  socket.onState(async (state) => {
    if (state === 'connected') return reachabilityKnown(true);
    // The bearer may be another one by the time it reconnects.
    token = (await readCredentials())?.token ?? token;
  });
  socket.on('permission:updated', () => void session.reloadPermissions());
  return socket;
}
