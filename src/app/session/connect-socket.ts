import type { QueryClient } from '@tanstack/react-query';
import { liveQuery } from 'dexie';
import { callApi } from '#api/call-api.ts';
import { readCredentials } from '#api/credentials.ts';
import { createSocketClient, type SocketClient } from '#api/socket.ts';
import { reachabilityKnown } from '#api/traffic.ts';
import { isBuilt } from '#app/routes/route-table.ts';
import { CALLS } from '#contract/calls.ts';
import { notificationText } from '#contract/notification-texts.ts';
import type { Notification } from '#contract/notifications.ts';
import { createNotificationNews, type NotificationNews } from '#features/notifications/notification-news.ts';
import type { LocalDb, UploadRow } from '#localdb/schema.ts';
import { sendPhase } from '#model/transfer-phase.ts';
import type { CarriedByNotice } from '#sync/notice.ts';
import { showSystemNotice } from '#ui/system-notice.ts';
import { pageBases } from './page-bases.ts';
import { recogniseByServer } from './recognise-by-server.ts';
import type { SessionStore } from './session-store.ts';

/** What the connection is a hint for. */
export interface SocketHears {
  session: SessionStore;
  /** Uploads whose conversions are followed (SOCK-04, again after each reconnect). */
  db: LocalDb;
  /** A series of such an upload was converted or was not: ask now instead of at the next tick. */
  onUploadNews: () => void;
  /** What this person is told in this team. */
  notifications: NotificationNews;
  /** Something of the team changed: lists that are on screen are asked for again. */
  onTeamNews: () => void;
}

/** The realtime connection of a signed-in member; a hint, and proof that the server is there. */
export async function connectSocket(
  team: string,
  userId: number,
  { session, db, notifications, onUploadNews, onTeamNews }: SocketHears,
): Promise<SocketClient> {
  let token = (await readCredentials())?.token ?? '';
  const socket = createSocketClient({ servicesBase: pageBases().services, token: () => token, team, userId });
  let hasBeenAway = false;
  socket.onState(async (state) => {
    if (state === 'connected') {
      // What changed while it was not connected was told to nobody: a page that was reloaded shows a list of the moment before.
      onTeamNews();
      // A change of rights closes the connection, so that the next one may come in between: a team that is reopened at once, for example.
      if (hasBeenAway) void session.reload();
      notifications.connected();
      return reachabilityKnown(true);
    }
    hasBeenAway = true;
    // The bearer may be another one by the time it reconnects.
    token = (await readCredentials())?.token ?? token;
  });
  // Signed out on another host, or only a server that is being restarted: asking tells, and a sign-in that ended leads to `/login` from there.
  socket.onDismissed(() => void session.reload().then(socket.reconnect));
  // Of roles, and of memberships: which teams there are and whether this is still one of them comes with the person.
  socket.on('permission:updated', () => void session.reload());
  socket.on('change', onTeamNews);
  socket.on('notification:created', notifications.created);
  socket.on('notification:updated', notifications.updated);
  socket.on('notification:updated:all', notifications.updatedAll);
  socket.on('upload:server:inflation:one', onUploadNews);
  socket.on('upload:server:inflated:all', onUploadNews);
  socket.on('upload:conversion:oneserie:done', onUploadNews);
  socket.on('upload:conversion:oneserie:error', onUploadNews);
  const unfollow = followUploads(socket, db);
  const stopRecognising = recogniseByServer(socket, db, userId);
  return {
    ...socket,
    close() {
      stopRecognising();
      unfollow();
      socket.close();
    },
  };
}

/** Follows every upload that the server knows and that has not ended, as the local database changes. */
function followUploads(socket: SocketClient, db: LocalDb): () => void {
  const followed = new Map<string, () => void>();
  const isKnown = (row: UploadRow): boolean => FOLLOWED.includes(sendPhase(row));
  const open = liveQuery(() => db.uploads.filter(isKnown).primaryKeys()).subscribe((uploadIds) => {
    for (const uploadId of uploadIds) if (!followed.has(uploadId)) followed.set(uploadId, socket.followUpload(uploadId));
    for (const [uploadId, unfollow] of followed) {
      if (uploadIds.includes(uploadId)) continue;
      unfollow();
      followed.delete(uploadId);
    }
  });
  return () => open.unsubscribe();
}

const FOLLOWED: readonly string[] = ['registered', 'sent', 'archive-sending', 'archive-reading'];

/** The list follows the socket; what is new is told by the system while nobody looks at this page. */
export function newsOfNotifications(client: QueryClient, team: string, userId: number): NotificationNews {
  return createNotificationNews({
    client,
    team,
    async fetchSince(lastId) {
      const answer = await callApi(CALLS.newNotifications, { query: { last_id: lastId }, quiet: true });
      return answer.ok ? answer.value.data : null;
    },
    tell(news) {
      for (const notification of news) void showNotice(notification, userId).catch(reportError);
    },
  });
}

/** Of an upload that ended, the browser that sent it tells by itself (use-finished-notice.ts). A press is answered by sw/notify.ts. */
async function showNotice({ id, type_code, description, url, ...models }: Notification, userId: number): Promise<void> {
  if (type_code === 'upload.complete') return;
  const title = notificationText({ type_code, ...models });
  await showSystemNotice({
    title,
    body: description,
    tag: `lightship.notification.${id}`,
    data: { id, userId, url: isBuilt(url) ? url : null } satisfies CarriedByNotice,
  });
}
