import { createHash, randomUUID } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { expect } from 'vitest';
import { ROLE } from '#contract/permissions.ts';
import type { AnyJson } from '#server/test-server.ts';
import { SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { registerUpload } from '#tests/contract/upload-steps.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

const GRID = 'a'.repeat(64);

/** A segmentation of Ada in team north with a mask and a segment, and a stroke that nobody has sent. */
async function drawn(server: ContractServer) {
  const { study, series } = await registerUpload(server);
  const { body: created } = await server.asAda(`POST /api/annotator/segmentations/${study.uuid}`, {
    body: { structure: 'liver', rbac: 1 },
  });
  const segmentation: AnyJson = created.data;
  const { body: part } = await server.asAda(`POST /api/annotator/segment/create/${study.uuid}/${segmentation.id}`, {
    body: { segment: {} },
  });
  await server.db.write((tx) =>
    tx.updateTable('segmentation').set({ grid_hash: GRID, series_id: series.id }).where('id', '=', segmentation.id).execute(),
  );
  const stroke = {
    ...{ uuid: randomUUID(), action: randomUUID(), kind: 'stroke', segment: part.data.uuid, grid: GRID, base: 0, device: randomUUID() },
    ...{ tab: randomUUID(), withdraws: [], bytes: 'AQIDBA==' },
  };
  return { stroke, path: `annotator/studies/${study.uuid}/segmentations/${segmentation.uuid}/operations` };
}

async function sent(server: ContractServer) {
  const scene = await drawn(server);
  await server.asAda(`POST /api/${scene.path}`, { body: { operations: [scene.stroke] } });
  return scene;
}

/** Of team north, with no role on the segmentation. */
async function member(server: ContractServer, role: number): Promise<{ token: string }> {
  const email = `draws-${randomUUID()}@example.org`;
  await server.addUser(email, { [server.teams.north]: role });
  return { token: (await server.signIn(email)).token };
}
const annotator = (server: ContractServer) => member(server, ROLE.annotator);

/** A stroke of an annotator that was kept aside. */
export async function keptAside(server: ContractServer) {
  const { path, stroke } = await drawn(server);
  const author = await annotator(server);
  await server.asAda(`POST /api/${path}`, { ...author, body: { operations: [stroke] } });
  return { path, stroke, author, aside: `annotator/operations-aside/${stroke.uuid}` };
}

/** A segmentation of Ada with 200 operations, and a snapshot of it as a device hands it in. */
async function withSnapshot(server: ContractServer) {
  const { path, stroke } = await drawn(server);
  const operations = Array.from({ length: 200 }, () => ({ ...stroke, uuid: randomUUID() }));
  await server.asAda(`POST /api/${path}`, { body: { operations } });
  const bytes = Buffer.from(`mask ${stroke.uuid}`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const body = { device: randomUUID(), sha256, bytes: deflateSync(bytes).toString('base64') };
  return { body, path: path.replace('/operations', '/snapshots') };
}

/** A revision that Ada has named. `path`: of the segmentation, `at`: of the revision. */
async function named(server: ContractServer) {
  const { path: operations } = await sent(server);
  const path = operations.replace(/operations$/, 'revisions');
  const at = `${path}/${randomUUID()}`;
  const body = { name: 'Before biopsy', number: 1 };
  await server.asAda(`PUT /api/${at}`, { body });
  return { path, at, body };
}

/** Operations of masks. */
export const MASK_ROWS = {
  maskOperations: [
    [
      'returns what was drawn after a number [MASK-61]',
      async ({ server }) => {
        const { path, stroke } = await sent(server);
        const answer = await server.asAda(`GET /api/${path}`);
        expect(answer.body.data.operations).toMatchObject([stroke]);
        expect((await server.asAda(`GET /api/${path}?since=1`)).body.data).toEqual({ last: 1, operations: [] });
        return answer;
      },
      200,
      ({ body }) =>
        expect(body.data).toMatchObject({
          last: 1,
          operations: [{ number: 1, user: { name: 'ada' }, created_at: expect.stringMatching(WIRE_DATE) }],
        }),
    ],
    [
      'does not find a segmentation that the caller may not see [MASK-64]',
      async ({ server }) => server.asAda(`GET /api/${(await sent(server)).path}`, await annotator(server)),
      'not_found',
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => server.ask(`GET /api/${(await sent(server)).path}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
  ],
  sendMaskOperations: [
    [
      'gives an operation its number, and the same one when it is sent twice [MASK-61]',
      async ({ server }) => {
        const { path, stroke } = await sent(server);
        return server.asAda(`POST /api/${path}`, { body: { operations: [stroke] } });
      },
      200,
      ({ body }) => expect(body.data).toMatchObject([{ number: 1 }]),
    ],
    [
      'keeps the stroke of somebody who may not draw there aside [MASK-63, MASK-64]',
      async ({ server }) => {
        const { path, stroke } = await drawn(server);
        return server.asAda(`POST /api/${path}`, { ...(await annotator(server)), body: { operations: [stroke] } });
      },
      200,
      ({ body }) => expect(body.data).toMatchObject([{ aside: 'access' }]),
    ],
    [
      'refuses to withdraw what somebody else drew [MASK-62]',
      async ({ server }) => {
        const { path, stroke } = await sent(server);
        const withdrawal = { ...stroke, uuid: randomUUID(), kind: 'withdraw', segment: null, withdraws: [stroke.uuid], bytes: '' };
        return server.asAda(`POST /api/${path}`, { ...(await member(server, ROLE.teamAdministrator)), body: { operations: [withdrawal] } });
      },
      'not_allowed',
    ],
  ],
  asideOperations: [
    [
      'returns those of the caller [MASK-64]',
      async ({ server }) => {
        const { author, stroke } = await keptAside(server);
        const answer = await server.asAda('GET /api/annotator/operations-aside', author);
        expect(answer.body.data).toMatchObject([{ reason: 'access', operation: stroke }]);
        return answer;
      },
      200,
      ({ body }) => expect(body.more).toBe(false),
    ],
    [
      'returns nothing of anybody else [MASK-64]',
      async ({ server }) => {
        await keptAside(server);
        return server.asAda('GET /api/annotator/operations-aside', await annotator(server));
      },
      200,
      ({ body }) => expect(body).toEqual({ data: [], more: false }),
    ],
    [
      'does not find one to go on after',
      ({ server }) => server.asAda(`GET /api/annotator/operations-aside?after=${randomUUID()}`),
      'not_found',
    ],
  ],
  applyAsideOperation: [
    [
      'appends it in the name of its author [MASK-65]',
      async ({ server }) => {
        const { aside, path, stroke } = await keptAside(server);
        const answer = await server.asAda(`POST /api/${aside}`);
        expect((await server.asAda(`GET /api/${path}`)).body.data.operations).toMatchObject([{ uuid: stroke.uuid }]);
        return answer;
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ number: 1 }),
    ],
    [
      'refuses whoever may not draw there',
      async ({ server }) => {
        const { aside, author } = await keptAside(server);
        return server.asAda(`POST /api/${aside}`, author);
      },
      'not_allowed',
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => server.ask(`POST /api/${(await keptAside(server)).aside}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
  ],
  discardAsideOperation: [
    [
      'may be sent twice, and after it nobody sees the operation [MASK-65]',
      async ({ server }) => {
        const { aside, author } = await keptAside(server);
        await server.asAda(`DELETE /api/${aside}`, author);
        expect((await server.asAda('GET /api/annotator/operations-aside', author)).body.data).toEqual([]);
        return server.asAda(`DELETE /api/${aside}`, author);
      },
      204,
    ],
    [
      'discards nothing of another team',
      async ({ server, ute }) => {
        const { aside, author } = await keptAside(server);
        const answer = await server.ask(`DELETE /api/${aside}`, { host: SOUTH, token: ute });
        expect((await server.asAda('GET /api/annotator/operations-aside', author)).body.data).toHaveLength(1);
        return answer;
      },
      204,
    ],
  ],
  saveMaskSnapshot: [
    [
      'may be sent twice [MASK-150]',
      async ({ server }) => {
        const { path, body } = await withSnapshot(server);
        await server.asAda(`PUT /api/${path}/200`, { body });
        return server.asAda(`PUT /api/${path}/200`, { body });
      },
      204,
    ],
    [
      'refuses bytes of another hash [MASK-150]',
      async ({ server }) => {
        const { path, body } = await withSnapshot(server);
        return server.asAda(`PUT /api/${path}/200`, { body: { ...body, sha256: GRID } });
      },
      'invalid',
    ],
    [
      'does not find a segmentation that the caller may not see [MASK-64]',
      async ({ server }) => {
        const { path, body } = await withSnapshot(server);
        return server.asAda(`PUT /api/${path}/200`, { ...(await annotator(server)), body });
      },
      'not_found',
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => {
        const { path, body } = await withSnapshot(server);
        return server.ask(`PUT /api/${path}/200`, { host: SOUTH, token: ute, body });
      },
      'not_found',
    ],
  ],
  maskSnapshot: [
    [
      'gives none to the author of what is in it [MASK-151]',
      async ({ server }) => {
        const { path, body } = await withSnapshot(server);
        await server.asAda(`PUT /api/${path}/200`, { body });
        await server.asAda(`PUT /api/${path}/200`, { body: { ...body, device: randomUUID() } });
        return server.asAda(`GET /api/${path}`);
      },
      200,
      ({ body }) => expect(body).toEqual({ data: null }),
    ],
    [
      'gives the one that two devices have handed in [MASK-151]',
      async ({ server }) => {
        const { path, body } = await withSnapshot(server);
        const reader = await member(server, ROLE.teamAdministrator);
        await server.asAda(`PUT /api/${path}/200`, { body });
        expect((await server.asAda(`GET /api/${path}`, reader)).body).toEqual({ data: null });
        await server.asAda(`PUT /api/${path}/200`, { body: { ...body, device: randomUUID() } });
        return server.asAda(`GET /api/${path}`, reader);
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ number: 200, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }),
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => server.ask(`GET /api/${(await withSnapshot(server)).path}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
  ],
  maskRevisions: [
    [
      'returns what somebody has named [MASK-176]',
      async ({ server }) => server.asAda(`GET /api/${(await named(server)).path}`),
      200,
      ({ body }) =>
        expect(body.data).toMatchObject([
          { name: 'Before biopsy', number: 1, user: { name: 'ada' }, created_at: expect.stringMatching(WIRE_DATE), removable: true },
        ]),
    ],
    [
      'does not find a segmentation that the caller may not see [MASK-177]',
      async ({ server }) => server.asAda(`GET /api/${(await named(server)).path}`, await annotator(server)),
      'not_found',
    ],
    [
      'does not find one of another team [MASK-177]',
      async ({ server, ute }) => server.ask(`GET /api/${(await named(server)).path}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
  ],
  nameMaskRevision: [
    [
      'may be sent twice [MASK-176]',
      async ({ server }) => {
        const { at, path, body } = await named(server);
        const answer = await server.asAda(`PUT /api/${at}`, { body });
        expect((await server.asAda(`GET /api/${path}`)).body.data).toEqual([answer.body.data]);
        return answer;
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ name: 'Before biopsy', number: 1 }),
    ],
    [
      'refuses a number that no operation has [MASK-176]',
      async ({ server }) => server.asAda(`PUT /api/${(await named(server)).path}/${randomUUID()}`, { body: { name: 'Later', number: 2 } }),
      'invalid',
    ],
    [
      'does not find a segmentation that the caller may not see [MASK-177]',
      async ({ server }) => {
        const { path, body } = await named(server);
        return server.asAda(`PUT /api/${path}/${randomUUID()}`, { ...(await annotator(server)), body });
      },
      'not_found',
    ],
  ],
  removeMaskRevision: [
    [
      'may be sent twice, and after it nobody sees the name [MASK-176]',
      async ({ server }) => {
        const { at, path } = await named(server);
        await server.asAda(`DELETE /api/${at}`);
        expect((await server.asAda(`GET /api/${path}`)).body.data).toEqual([]);
        return server.asAda(`DELETE /api/${at}`);
      },
      204,
    ],
    [
      'does not find a segmentation of another team [MASK-177]',
      async ({ server, ute }) => server.ask(`DELETE /api/${(await named(server)).at}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
  ],
} satisfies Rows;
