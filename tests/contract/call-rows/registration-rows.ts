import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Grid } from '#contract/grids.ts';
import { storeGrid } from '#server/rules/segmentations/grids.ts';
import type { AnyJson } from '#server/test-server.ts';
import { SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { registerUpload } from '#tests/contract/upload-steps.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

const GRID: Grid = {
  version: 1,
  planes: [{ columns: 4, rows: 4, spacing: [1, 1], orientation: [1, 0, 0, 0, 1, 0], frameOfReference: '2.25.9' }],
  slices: [0, 1].map((frame) => ({ sop: '2.25.1', frame, plane: 0, position: [0, 0, frame] })),
  ...{ step: [0, 0, 1], noVolume: null },
};

/** A study of team north with two series that were read as volumes, and a registration of them that nobody has asked for. */
async function readStudy(server: ContractServer) {
  const { study } = await registerUpload(server, (body) => {
    const [series] = body.study.series;
    body.study.series.push({ ...structuredClone(series), id: 'second', idx: 1 });
  });
  const series = await server.db.write(async (tx) => {
    const rows = await tx.selectFrom('series').select(['id', 'uuid']).where('study_id', '=', study.id).orderBy('id').execute();
    for (const { id } of rows) {
      const hash = await storeGrid(tx, { seriesId: id, grid: GRID, now: server.clock.now });
      await tx
        .insertInto('series_reading')
        .values({
          ...{ series_id: id, version: 1, facts: null, why: null, unread_files: 0, thumbnail_key: null, thumbnail_hash: null },
          ...{ thumbnail_bytes: 0, no_picture: null, grid_hash: hash, no_volume: null, read_at: server.clock.now },
        })
        .execute();
    }
    return rows;
  });
  const list = `annotator/studies/${study.uuid}/registrations`;
  return { body: { fixed: series[0]!.uuid, moving: series[1]!.uuid }, list, path: `${list}/${randomUUID()}` };
}

async function made(server: ContractServer) {
  const scene = await readStudy(server);
  const { body } = await server.asAda(`PUT /api/${scene.path}`, { body: scene.body });
  return { ...scene, registration: body.data as AnyJson };
}

/** Of team north, with the right to see studies but not to administer. */
async function asAnnotator(server: ContractServer): Promise<{ token: string }> {
  const email = `registers-${randomUUID()}@example.org`;
  await server.addUser(email, { [server.teams.north]: 2 });
  return { token: (await server.signIn(email)).token };
}

/** Registrations of series. */
export const REGISTRATION_ROWS = {
  registrations: [
    [
      'returns those of the study, also to members who did not make them [REG-11]',
      async ({ server }) => {
        const { list, registration } = await made(server);
        expect((await server.asAda(`GET /api/${list}`)).body.data).toEqual([registration]);
        return server.asAda(`GET /api/${list}`, await asAnnotator(server));
      },
      200,
      ({ body }) => expect(body.data).toMatchObject([{ state: 'queued', editable: false }]),
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => server.ask(`GET /api/${(await made(server)).list}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
    [
      'requires r:studies:detail',
      ({ server, nell }) => server.asAda(`GET /api/annotator/studies/${randomUUID()}/registrations`, { token: nell }),
      'not_allowed',
    ],
  ],
  makeRegistration: [
    [
      'queues one, and is the same when it is sent twice [REG-10]',
      async ({ server }) => {
        const { path, body, registration } = await made(server);
        const answer = await server.asAda(`PUT /api/${path}`, { body });
        expect(answer.body.data).toEqual(registration);
        return answer;
      },
      200,
      ({ body }) =>
        expect(body.data).toMatchObject({
          ...{ state: 'queued', progress: 0, result: null, failure: null, user: { name: 'ada' }, editable: true },
          created_at: expect.stringMatching(WIRE_DATE),
        }),
    ],
    [
      'refuses other series under the same UUID',
      async ({ server }) => {
        const { path, body } = await made(server);
        return server.asAda(`PUT /api/${path}`, { body: { fixed: body.moving, moving: body.fixed } });
      },
      'conflict',
    ],
    [
      'refuses a series of another study',
      async ({ server }) => {
        const [one, other] = [await readStudy(server), await readStudy(server)];
        return server.asAda(`PUT /api/${one.path}`, { body: other.body });
      },
      'invalid',
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => {
        const { path, body } = await readStudy(server);
        return server.ask(`PUT /api/${path}`, { host: SOUTH, token: ute, body });
      },
      'not_found',
    ],
  ],
  registration: [
    [
      'returns one [REG-10]',
      async ({ server }) => {
        const { path, registration } = await made(server);
        const answer = await server.asAda(`GET /api/${path}`);
        expect(answer.body.data).toEqual(registration);
        return answer;
      },
      200,
    ],
    [
      'does not find one that was never made',
      async ({ server }) => server.asAda(`GET /api/${(await readStudy(server)).path}`),
      'not_found',
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => server.ask(`GET /api/${(await made(server)).path}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
  ],
  deleteRegistration: [
    [
      'may be sent twice, and after it nobody sees the registration [REG-11]',
      async ({ server }) => {
        const { path, list } = await made(server);
        await server.asAda(`DELETE /api/${path}`);
        expect((await server.asAda(`GET /api/${list}`)).body.data).toEqual([]);
        return server.asAda(`DELETE /api/${path}`);
      },
      204,
    ],
    [
      'refuses that of somebody else without r:team and r:invitations [REG-11, OQ-03]',
      async ({ server }) => server.asAda(`DELETE /api/${(await made(server)).path}`, await asAnnotator(server)),
      'not_allowed',
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => server.ask(`DELETE /api/${(await made(server)).path}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
  ],
} satisfies Rows;
