import { expect } from 'vitest';
import { notify } from '#server/rules/notifications/notify.ts';
import type { AnyJson } from '#server/test-server.ts';
import { NORTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { endedUpload } from '#tests/contract/upload-steps.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

let causes = 0;

/** Somebody was mentioned: Ada, where nobody else is said. Gives the id. */
async function mention(server: ContractServer, userId = server.ada.userId): Promise<number> {
  causes += 1;
  const made = await server.db.write((tx) =>
    notify(tx, {
      teamId: server.teams.north,
      userId,
      type: 'review.add.comment',
      section: 'review',
      description: 'A comment.',
      url: '/case/1?task_id=2',
      models: [1, 2, 3],
      cause: `mention ${causes}`,
      now: server.clock.now,
    }),
  );
  return made?.id ?? 0;
}
const see = (server: ContractServer, id: number, body: unknown = { is_seen: 1 }) => server.asAda(`PUT /api/notification/${id}`, { body });
const seeAll = (server: ContractServer, body: unknown = { is_seen: 1 }) => server.asAda('PUT /api/notification/update-all', { body });

/** What a person is told in a team. */
export const NOTIFICATION_ROWS = {
  notifications: [
    [
      'answers data, count, permissionVersion and user_permission [NOTIF-07]',
      async ({ server }) => {
        await mention(server);
        return server.asAda('GET /api/notification?per_page=10&permission_version=1');
      },
      200,
      ({ body }) => {
        expect(body).toEqual({
          notifications: { data: expect.any(Array), count: expect.any(Number), unseen: expect.any(Number) },
          permissionVersion: expect.any(Number),
          user_permission: expect.arrayContaining(['r:upload-v2']),
        });
        expect(body.notifications.data[0]).toMatchObject({ type_code: 'review.add.comment', is_seen: 0, url: '/case/1?task_id=2' });
        expect(body.notifications.data[0].created_at).toMatch(WIRE_DATE);
      },
    ],
    [
      'shows a finished upload to its owner, without the name of its patient',
      async ({ server }) => {
        const { study } = await endedUpload(server);
        await server.asAda('POST /api/upload-finished', { body: { studies: [{ studyUuid: study.uuid }] } });
        return server.asAda('GET /api/notification');
      },
      200,
      ({ body, text }) => {
        expect(body.notifications.data[0]).toMatchObject({ type_code: 'upload.complete', section: 'upload' });
        expect(text).not.toMatch(/patient/i);
      },
    ],
    [
      'holds ten, with the count of all; a page larger than that is all of them [ODD-03]',
      async ({ server }) => {
        for (let index = 0; index < 12; index += 1) await mention(server);
        const first = (await server.asAda('GET /api/notification')).body.notifications;
        expect([first.data.length, first.count > 10]).toEqual([10, true]);
        return server.asAda(`GET /api/notification?per_page=${first.count + 10}`);
      },
      200,
      ({ body: { notifications } }) => {
        expect(notifications.data).toHaveLength(notifications.count);
        const ids: number[] = notifications.data.map((row: AnyJson) => row.id);
        expect(ids).toEqual(ids.toSorted((a, b) => b - a));
      },
    ],
    ['is for members', ({ server, ute }) => server.ask('GET /api/notification', { host: NORTH, token: ute }), 'not_a_member'],
    [
      'needs no permission, and shows nobody those of another',
      ({ server, nell }) => server.ask('GET /api/notification', { host: NORTH, token: nell }),
      200,
      ({ body }) => expect(body.notifications).toEqual({ data: [], count: 0, unseen: 0 }),
    ],
  ],
  newNotifications: [
    [
      'answers those after an id, newest first [NOTIF-32]',
      async ({ server }) => {
        const last = await mention(server);
        await mention(server);
        await mention(server);
        return server.asAda(`GET /api/notification-new?last_id=${last}`);
      },
      200,
      ({ body }) => {
        expect(body.data).toHaveLength(2);
        expect(body.data[0].id).toBeGreaterThan(body.data[1].id);
      },
    ],
    ['asks for the id', ({ server }) => server.asAda('GET /api/notification-new'), 'invalid'],
    ['is for members', ({ server, ute }) => server.ask('GET /api/notification-new?last_id=0', { host: NORTH, token: ute }), 'not_a_member'],
  ],
  seeNotification: [
    [
      'answers the notification, seen',
      async ({ server }) => see(server, await mention(server)),
      200,
      ({ body }) => expect(body).toMatchObject({ is_seen: 1, model1_id: 1, model2_id: 2, model3_id: 3 }),
    ],
    [
      'toggles',
      async ({ server }) => {
        const id = await mention(server);
        await see(server, id);
        return see(server, id, { is_seen: 0 });
      },
      200,
      ({ body }) => expect(body.is_seen).toBe(0),
    ],
    ['takes isPush [CALL-019, NOTIF-33]', async ({ server }) => see(server, await mention(server), { is_seen: 1, isPush: true }), 200],
    [
      'does not find one of another person',
      async ({ server }) => {
        const nell = await server.db.read.selectFrom('user').select('id').where('name', '=', 'nell').executeTakeFirstOrThrow();
        return see(server, await mention(server, nell.id));
      },
      'not_found',
    ],
    ['in the words for one that does not exist', ({ server }) => see(server, 999_999_999), 'not_found'],
  ],
  seeAllNotifications: [
    [
      'is not taken for the notification "update-all"',
      async ({ server }) => {
        await mention(server);
        return seeAll(server);
      },
      204,
    ],
    [
      'may be sent twice',
      async ({ server }) => {
        await mention(server);
        for (let times = 0; times < 2; times += 1) await seeAll(server);
        return server.asAda('GET /api/notification');
      },
      200,
      ({ body }) => expect(body.notifications.unseen).toBe(0),
    ],
    [
      'leaves what came after the last that was shown',
      async ({ server }) => {
        const last = await mention(server);
        await mention(server);
        await seeAll(server, { is_seen: 1, last_id: last });
        return server.asAda('GET /api/notification');
      },
      200,
      ({ body }) => expect(body.notifications.unseen).toBe(1),
    ],
    ['sets nothing back to not seen', ({ server }) => seeAll(server, { is_seen: 0 }), 'invalid'],
  ],
} satisfies Rows;
