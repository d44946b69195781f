import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { notification } from './notification.example.ts';
import { createNotificationNews } from './notification-news.ts';
import type { NotificationList } from './notification-list.ts';
import { notificationsKey } from './use-notifications.ts';

/** A page that has read 9 and 7, and a server that has what the test writes. Questions are answered when the test says so. */
function page(list: NotificationList | null = { data: [notification(9), notification(7)], count: 2, unseen: 2 }) {
  const client = new QueryClient();
  if (list !== null) client.setQueryData(notificationsKey('north'), list);
  const server: Notification[] = [];
  const asked: number[] = [];
  const told: number[] = [];
  const waiting: (() => void)[] = [];
  const news = createNotificationNews({
    client,
    team: 'north',
    async fetchSince(lastId) {
      asked.push(lastId);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return server.filter(({ id }) => id > lastId);
    },
    tell: (all) => told.push(...all.map(({ id }) => id)),
  });
  return {
    news,
    server,
    asked,
    told,
    /** One question after the other, as long as there is one. */
    async answer() {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        next();
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    },
    shown: () => client.getQueryData<NotificationList>(notificationsKey('north')),
    ids: () => client.getQueryData<NotificationList>(notificationsKey('north'))?.data.map(({ id }) => id),
  };
}

it('requests those after the newest, and shows and announces them [NOTIF-31]', async () => {
  const { news, server, asked, told, answer, ids, shown } = page();
  server.push(notification(12), notification(10));
  news.created();
  await answer();
  expect([asked, ids(), told, shown()?.unseen]).toEqual([[9], [12, 10, 9, 7], [12, 10], 4]);
});

it('requests a burst once, and once more for what arrived meanwhile', async () => {
  const { news, server, asked, told, answer, ids } = page();
  server.push(notification(10));
  for (const _ of 'burst') news.created();
  server.push(notification(11));
  await answer();
  expect([asked, ids()?.toSorted((a, b) => b - a), told.toSorted((a, b) => a - b)]).toEqual([
    [9, 11],
    [11, 10, 9, 7],
    [10, 11],
  ]);
});

it('applies marks that were made elsewhere [NOTIF-29, NOTIF-30]', () => {
  const { news, shown } = page();
  news.updated({ id: 7, is_seen: 1 });
  expect([shown()?.data.map(({ is_seen }) => is_seen), shown()?.unseen]).toEqual([[0, 1], 1]);
  news.updatedAll({ is_seen: 1, last_id: 9 });
  expect(shown()?.unseen).toBe(0);
});

it('requests nothing before the list was loaded, which brings them', async () => {
  const { news, asked, answer } = page(null);
  news.created();
  await answer();
  expect(asked).toEqual([]);
});
