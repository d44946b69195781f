import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AsideGroup } from '#contract/aside-groups.ts';
import { SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { keptAside } from './mask-rows.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

const STATES = 'POST /api/annotator/operations-aside/states';
const GROUPS = '/api/annotator/operations-aside/groups';

/** A stroke of an annotator that was kept aside, and the group that it makes. */
async function group(server: ContractServer) {
  const scene = await keptAside(server);
  const { body } = await server.asAda(`GET ${GROUPS}`, scene.author);
  const [{ user, study, segmentation, reason, until }] = body.data as [AsideGroup];
  return { ...scene, of: { user: user!.id, study, segmentation, reason, until } };
}

/** What was kept aside, many at a time. */
export const ASIDE_ROWS = {
  asideStates: [
    [
      'tells what was discarded from what the server does not know [MASK-156]',
      async ({ server }) => {
        const { aside, author, stroke } = await keptAside(server);
        await server.asAda(`DELETE /api/${aside}`, author);
        return server.asAda(STATES, { ...author, body: { operations: [stroke.uuid, randomUUID()] } });
      },
      200,
      ({ body }) => expect(body.data).toEqual([{ uuid: expect.any(String), discarded: true }]),
    ],
    [
      'tells nothing of what somebody else drew [MASK-64]',
      async ({ server }) => {
        const { stroke } = await keptAside(server);
        return server.asAda(STATES, { body: { operations: [stroke.uuid] } });
      },
      200,
      ({ body }) => expect(body.data).toEqual([]),
    ],
  ],
  asideGroups: [
    [
      'returns those of the caller, without the name of a segmentation that the caller may not see [MASK-64, MASK-156]',
      async ({ server }) => {
        const { author } = await keptAside(server);
        return server.asAda(`GET ${GROUPS}`, author);
      },
      200,
      ({ body }) =>
        expect(body.data).toMatchObject([
          { reason: 'access', count: 1, has_study: true, structure: null, last_at: expect.stringMatching(WIRE_DATE) },
        ]),
    ],
    [
      'returns nothing of another team',
      async ({ server, ute }) => {
        await keptAside(server);
        return server.ask(`GET ${GROUPS}`, { host: SOUTH, token: ute });
      },
      200,
      ({ body }) => expect(body.data).toEqual([]),
    ],
  ],
  decideAside: [
    [
      'applies a group in the name of its author, and finds nothing left the second time [MASK-65]',
      async ({ server }) => {
        const { of, path, stroke } = await group(server);
        const first = await server.asAda(`POST ${GROUPS}`, { body: { ...of, how: 'apply' } });
        expect(first.body.data).toEqual({ done: 1, stayed: 0, next: null });
        expect((await server.asAda(`GET /api/${path}`)).body.data.operations).toMatchObject([{ uuid: stroke.uuid }]);
        return server.asAda(`POST ${GROUPS}`, { body: { ...of, how: 'apply' } });
      },
      200,
      ({ body }) => expect(body.data).toEqual({ done: 0, stayed: 0, next: null }),
    ],
    [
      'discards a group, after which its author sees nothing of it [MASK-156]',
      async ({ server }) => {
        const { of, author } = await group(server);
        const answer = await server.asAda(`POST ${GROUPS}`, { body: { ...of, how: 'discard' } });
        expect((await server.asAda(`GET ${GROUPS}`, author)).body.data).toEqual([]);
        return answer;
      },
      200,
      ({ body }) => expect(body.data).toEqual({ done: 1, stayed: 0, next: null }),
    ],
    [
      'does not apply for whoever may not draw there',
      async ({ server }) => {
        const { of, author } = await group(server);
        return server.asAda(`POST ${GROUPS}`, { ...author, body: { ...of, how: 'apply' } });
      },
      'not_allowed',
    ],
    [
      'discards nothing of another team',
      async ({ server, ute }) => {
        const { of, author } = await group(server);
        const answer = await server.ask(`POST ${GROUPS}`, { host: SOUTH, token: ute, body: { ...of, how: 'discard' } });
        expect((await server.asAda(`GET ${GROUPS}`, author)).body.data).toHaveLength(1);
        return answer;
      },
      200,
      ({ body }) => expect(body.data).toEqual({ done: 0, stayed: 0, next: null }),
    ],
  ],
} satisfies Rows;
