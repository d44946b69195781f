import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AnyJson } from '#server/test-server.ts';
import { SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { registerUpload } from '#tests/contract/upload-steps.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

/** A new study of team north, and a thread on one of its slices that nobody has saved. */
async function written(server: ContractServer) {
  const { study, series } = await registerUpload(server);
  const uuid = randomUUID();
  const pin = { series: series.uuid, grid: 'a'.repeat(64), slice: 0, sop: '2.25.1', frame: 0, point: [4, 6.5] };
  const body = {
    ...{ base: 0, device: randomUUID(), thread: uuid, pin, segmentation: null, segment: null, task: null },
    ...{ text: 'Is this a lesion?', mentions: [] as number[] },
  };
  const list = `annotator/studies/${study.uuid}/comments`;
  return { study, body, list, path: `${list}/${uuid}` };
}

async function saved(server: ContractServer, more: object = {}) {
  const scene = await written(server);
  const { body } = await server.asAda(`PUT /api/${scene.path}`, { body: { ...scene.body, ...more } });
  return { ...scene, comment: body.data as AnyJson };
}

/** Of team north, with the right to see studies but not to administer. */
async function asAnnotator(server: ContractServer): Promise<{ token: string; userId: number }> {
  const email = `comments-${randomUUID()}@example.org`;
  const userId = await server.addUser(email, { [server.teams.north]: 2 });
  return { token: (await server.signIn(email)).token, userId };
}

/** Comments on a study. */
export const COMMENT_ROWS = {
  comments: [
    [
      'returns those of the study, also to members who did not write them [COM-03]',
      async ({ server }) => {
        const { list, comment } = await saved(server);
        expect((await server.asAda(`GET /api/${list}`)).body.data).toEqual([comment]);
        const { token } = await asAnnotator(server);
        return server.asAda(`GET /api/${list}`, { token });
      },
      200,
      ({ body }) => expect(body.data).toMatchObject([{ text: 'Is this a lesion?', editable: false }]),
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => server.ask(`GET /api/${(await saved(server)).list}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
    [
      'requires r:studies:detail',
      ({ server, nell }) => server.asAda(`GET /api/annotator/studies/${randomUUID()}/comments`, { token: nell }),
      'not_allowed',
    ],
  ],
  saveComment: [
    [
      'gives a new thread its number, and is the same when it is sent twice [COM-05, COM-10]',
      async ({ server }) => {
        const { path, body, comment } = await saved(server);
        const answer = await server.asAda(`PUT /api/${path}`, { body });
        expect(answer.body.data).toEqual(comment);
        return answer;
      },
      200,
      ({ body }) =>
        expect(body.data).toMatchObject({
          ...{ number: 1, version: 1, text: 'Is this a lesion?', user: { name: 'ada' }, editable: true, resolved: null },
          created_at: expect.stringMatching(WIRE_DATE),
        }),
    ],
    [
      'notifies who is mentioned, with the address of the comment [COM-11, OQ-31]',
      async ({ server }) => {
        const { token, userId } = await asAnnotator(server);
        const { comment, study } = await saved(server, { mentions: [userId] });
        const answer = await server.asAda('GET /api/notification', { token });
        expect(answer.body.notifications.data).toMatchObject([
          {
            ...{ type_code: 'review.add.comment', is_seen: 0, description: 'ada mentioned you.', model2_id: null },
            url: `/annotator/case/${study.uuid}?comment=${comment.uuid}`,
          },
        ]);
        return answer;
      },
      200,
    ],
    [
      'refuses an older version [COM-06]',
      async ({ server }) => {
        const { path, body } = await saved(server);
        return server.asAda(`PUT /api/${path}`, { body: { ...body, device: randomUUID(), text: 'Or a vessel?' } });
      },
      'conflict',
    ],
    [
      'refuses to bring back a deleted one [COM-08]',
      async ({ server }) => {
        const { path, body } = await saved(server);
        await server.asAda(`DELETE /api/${path}`);
        return server.asAda(`PUT /api/${path}`, { body });
      },
      'comment_deleted',
    ],
    [
      'refuses a change of what somebody else wrote [COM-07]',
      async ({ server }) => {
        const { path, body } = await saved(server);
        const { token } = await asAnnotator(server);
        return server.asAda(`PUT /api/${path}`, { token, body: { ...body, base: 1 } });
      },
      'not_allowed',
    ],
    [
      'refuses an answer in a thread of another study',
      async ({ server }) => {
        const [one, other] = [await saved(server), await saved(server)];
        return server.asAda(`PUT /api/${one.list}/${randomUUID()}`, { body: other.body });
      },
      'invalid',
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => {
        const { path, body } = await saved(server);
        return server.ask(`PUT /api/${path}`, { host: SOUTH, token: ute, body });
      },
      'not_found',
    ],
  ],
  deleteComment: [
    [
      'may be sent twice, and after it nobody sees the comment [COM-08]',
      async ({ server }) => {
        const { path, list } = await saved(server);
        await server.asAda(`DELETE /api/${path}`);
        expect((await server.asAda(`GET /api/${list}`)).body.data).toEqual([]);
        return server.asAda(`DELETE /api/${path}`);
      },
      204,
    ],
    [
      'refuses that of somebody else without r:team and r:invitations [COM-07, OQ-03]',
      async ({ server }) => {
        const { token } = await asAnnotator(server);
        return server.asAda(`DELETE /api/${(await saved(server)).path}`, { token });
      },
      'not_allowed',
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => server.ask(`DELETE /api/${(await saved(server)).path}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
  ],
  resolveComment: [
    [
      'resolves the thread of somebody else, and is the same when it is sent twice [COM-09]',
      async ({ server }) => {
        const { path } = await saved(server);
        const { token } = await asAnnotator(server);
        const first = await server.asAda(`PUT /api/${path}/resolved`, { token, body: { resolved: true } });
        const second = await server.asAda(`PUT /api/${path}/resolved`, { body: { resolved: true } });
        expect(second.body.data.resolved).toEqual(first.body.data.resolved);
        return second;
      },
      200,
      ({ body }) => expect(body.data.resolved).toMatchObject({ at: expect.stringMatching(WIRE_DATE) }),
    ],
    [
      'does not find a comment that is not there',
      async ({ server }) => server.asAda(`PUT /api/${(await saved(server)).list}/${randomUUID()}/resolved`, { body: { resolved: true } }),
      'not_found',
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) =>
        server.ask(`PUT /api/${(await saved(server)).path}/resolved`, { host: SOUTH, token: ute, body: { resolved: true } }),
      'not_found',
    ],
  ],
} satisfies Rows;
