import { liveQuery } from 'dexie';
import { readCredentials } from '#api/credentials.ts';
import { createSocketClient, type SocketClient } from '#api/socket.ts';
import { reachabilityKnown } from '#api/traffic.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { pageBases } from './page-bases.ts';
import type { SessionStore } from './session-store.ts';

/** What the connection is a hint for. */
export interface SocketHears {
  session: SessionStore;
  /** Uploads whose conversions are followed (SOCK-04, again after each reconnect). */
  db: LocalDb;
  /** A series of such an upload was converted or was not: ask now instead of at the next tick. */
  onUploadNews: () => void;
  /** Something of the team changed: lists that are on screen are asked for again. */
  onTeamNews: () => void;
}

/** The realtime connection of a signed-in member; a hint, and proof that the server is there. */
export async function connectSocket(
  team: string,
  userId: number,
  { session, db, onUploadNews, onTeamNews }: SocketHears,
): Promise<SocketClient> {
  let token = (await readCredentials())?.token ?? '';
  const socket = createSocketClient({ servicesBase: pageBases().services, token: () => token, team, userId });
  socket.onState(async (state) => {
    if (state === 'connected') {
      // What changed while it was not connected was told to nobody: a page that was reloaded shows a list of the moment before.
      onTeamNews();
      return reachabilityKnown(true);
    }
    // The bearer may be another one by the time it reconnects.
    token = (await readCredentials())?.token ?? token;
  });
  // Signed out on another host, or only a server that is being restarted: asking tells, and a sign-in that ended leads to `/login` from there.
  socket.onDismissed(() => void session.reload().then(socket.reconnect));
  socket.on('permission:updated', () => void session.reloadPermissions());
  socket.on('change', onTeamNews);
  socket.on('upload:conversion:oneserie:done', onUploadNews);
  socket.on('upload:conversion:oneserie:error', onUploadNews);
  const unfollow = followUploads(socket, db);
  return {
    ...socket,
    close() {
      unfollow();
      socket.close();
    },
  };
}

/** Follows every upload that the server knows and that has not ended, as the local database changes. */
function followUploads(socket: SocketClient, db: LocalDb): () => void {
  const followed = new Map<string, () => void>();
  const open = liveQuery(() => db.uploads.where('phase').anyOf('registered', 'sent').primaryKeys()).subscribe((uploadIds) => {
    for (const uploadId of uploadIds) if (!followed.has(uploadId)) followed.set(uploadId, socket.followUpload(uploadId));
    for (const [uploadId, unfollow] of followed) {
      if (uploadIds.includes(uploadId)) continue;
      unfollow();
      followed.delete(uploadId);
    }
  });
  return () => open.unsubscribe();
}
