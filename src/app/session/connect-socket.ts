import type { QueryClient } from '@tanstack/react-query';
import { liveQuery } from 'dexie';
import { callApi } from '#api/call-api.ts';
import { readCredentials } from '#api/credentials.ts';
import { createSocketClient, type SocketClient } from '#api/socket.ts';
import { reachabilityKnown } from '#api/traffic.ts';
import { followMasks } from '#app/masks/follow-masks.ts';
import { isBuilt } from '#app/routes/route-table.ts';
import { CALLS } from '#contract/calls.ts';
import { notificationText } from '#contract/notification-texts.ts';
import type { Notification } from '#contract/notifications.ts';
import { annotatorAddress } from '#features/notifications/annotator-address.ts';
import { createNotificationNews, type NotificationNews } from '#features/notifications/notification-news.ts';
import { translated } from '#language/t.ts';
import type { LocalDb, UploadRow } from '#localdb/schema.ts';
import { sendPhase } from '#model/uploads/transfer-phase.ts';
import { maskCompany } from '#sync/mask-company.ts';
import type { CarriedByNotice } from '#sync/notice.ts';
import { showSystemNotice } from '#ui/browser/system-notice.ts';
import { followedMasks } from '#workers/masks/handle.ts';
import { pageBases } from './page-bases.ts';
import { recogniseByServer } from './recognise-by-server.ts';
import type { SessionStore } from './session-store.ts';

/** What receives the hints of the connection. */
export interface SocketHears {
  session: SessionStore;
  /** Uploads whose conversions are followed (SOCK-04, again after each reconnect). */
  db: LocalDb;
  /** A series of such an upload was converted or failed: ask now instead of at the next tick. */
  onUploadNews: () => void;
  /** Notifications for this user in this team. */
  notifications: NotificationNews;
  /** Something in the team changed: the lists on screen are fetched again. */
  onTeamNews: () => void;
}

/** The realtime connection of a signed-in member: a hint, and proof that the server can be reached. */
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
      // Changes during the disconnection were not reported, and a reloaded page may show an older list.
      onTeamNews();
      // A change of rights closes the connection and may be missed: for example, a team that is reopened immediately.
      if (hasBeenAway) void session.reload();
      notifications.connected();
      return reachabilityKnown(true);
    }
    hasBeenAway = true;
    // The bearer may have changed by the time it reconnects.
    token = (await readCredentials())?.token ?? token;
  });
  // Signed out on another host, or only a server restart: the reload finds out, and redirects to `/login` if the sign-in has ended.
  socket.onDismissed(() => void session.reload().then(socket.reconnect));
  // A change of roles or memberships: the user's teams, and whether this is still one of them, come with the user.
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
  const unfollowMasks = followMasks(socket, db, followedMasks, maskCompany);
  const stopRecognising = recogniseByServer(socket, db, userId);
  return {
    ...socket,
    close() {
      stopRecognising();
      unfollow();
      unfollowMasks();
      socket.close();
    },
  };
}

/** Follows every unfinished upload that the server knows, as the local database changes. */
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

/** Updates the list from the socket, and shows a system notification while this page is not visible. */
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

/** The browser that sent an upload reports its end itself (use-finished-notice.ts). sw/notify.ts handles clicks. */
async function showNotice(notification: Notification, userId: number): Promise<void> {
  const { id, type_code, description } = notification;
  if (type_code === 'upload.complete') return;
  const url = annotatorAddress(notification) ?? notification.url;
  await showSystemNotice({
    title: notificationText(notification),
    body: translated(description),
    tag: `lightship.notification.${id}`,
    data: { id, userId, url: isBuilt(url) ? url : null } satisfies CarriedByNotice,
  });
}
