import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { callApi } from '#api/call-api.ts';
import { mayBeTaken } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { createLocks } from '#localdb/locks.ts';
import { removeWrite, savedWrites } from '#localdb/outbox.ts';
import type { LocalDb, OutboxRow, OutboxWrite } from '#localdb/schema.ts';
import { useSavedWrites } from '#localdb/use-saved-writes.ts';
import { createOutboxSender, type SendEnd } from '#sync/outbox-sender.ts';
import { browserClock } from '#transfer/browser.ts';
import { withWrites, type NotificationList } from './notification-list.ts';
import { TEXTS } from './texts.ts';
import { notificationsKey } from './use-notifications.ts';

const LOCK = 'lightship.outbox';

/** Sends the marks of this person whenever a page of the team is open and the server can be reached. */
export function useOutbox(db: LocalDb, team: string, serverReachable: boolean): void {
  const client = useQueryClient();
  const writes = useSavedWrites(db);
  const sender = useRef<ReturnType<typeof createOutboxSender> | null>(null);
  const queryKey = useMemo(() => notificationsKey(team), [team]);

  useEffect(() => {
    const left = new AbortController();
    const locks = createLocks(db, browserClock);
    const created = createOutboxSender<OutboxRow>({
      saved: () => savedWrites(db),
      async send({ write }) {
        const end = await send(write);
        // Before its row goes: the list must not show for a moment what was before.
        if (end === 'done') client.setQueryData<NotificationList>(queryKey, (list) => list && withWrites(list, [write]));
        return end;
      },
      remove: (row) => removeWrite(db, row),
      onRefused() {
        void client.invalidateQueries({ queryKey });
        notifications.show({ id: 'notification-refused', color: 'coral', message: TEXTS.refused });
      },
      inTurn: (work) =>
        locks
          .hold(LOCK, left.signal, work)
          .catch((error: unknown) => left.signal.aborted || Promise.reject(error))
          .then(() => undefined),
    });
    sender.current = created;
    return () => {
      left.abort();
      created.close();
      sender.current = null;
    };
  }, [db, client, queryKey]);

  useEffect(() => {
    if (serverReachable && writes.length > 0) sender.current?.wake();
  }, [writes, serverReachable, db, client, queryKey]);
}

async function send(write: OutboxWrite): Promise<SendEnd> {
  const answer =
    write.kind === 'notification'
      ? await callApi(CALLS.seeNotification, { params: { id: String(write.id) }, body: bodyOf(write), quiet: true })
      : await callApi(CALLS.seeAllNotifications, { body: { is_seen: 1, last_id: write.last_id }, quiet: true });
  if (answer.ok) return 'done';
  return mayBeTaken(answer.failure) ? 'later' : 'refused';
}

function bodyOf({ is_seen, isPush }: Extract<OutboxWrite, { kind: 'notification' }>) {
  return isPush === undefined ? { is_seen } : { is_seen, isPush };
}
