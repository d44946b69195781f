import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AnyJson } from '#server/test-server.ts';
import { SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { registerUpload } from '#tests/contract/upload-steps.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

/** A new study of team north, and a length on it that nobody has saved. */
async function drawn(server: ContractServer) {
  const { study, series } = await registerUpload(server);
  const body = {
    ...{ base: 0, device: randomUUID(), series: series.uuid, grid: 'a'.repeat(64), slice: 0, sop: '2.25.1', frame: 0, kind: 'length' },
    ...{
      points: [
        [1, 2],
        [4, 6.5],
      ],
      text: 'Aorta',
      measured: { values: { length: 22.3 }, scale: 'patient', unit: null },
    },
  };
  const list = `annotator/studies/${study.uuid}/measurements`;
  return { series, body, list, path: `${list}/${randomUUID()}` };
}

async function saved(server: ContractServer) {
  const scene = await drawn(server);
  const { body } = await server.asAda(`PUT /api/${scene.path}`, { body: scene.body });
  return { ...scene, measurement: body.data as AnyJson };
}

/** Of team north, with the right to see studies but not to administer. */
async function asAnnotator(server: ContractServer): Promise<{ token: string }> {
  const email = `measures-${randomUUID()}@example.org`;
  await server.addUser(email, { [server.teams.north]: 2 });
  return { token: (await server.signIn(email)).token };
}

/** Measurements of a study. */
export const MEASUREMENT_ROWS = {
  measurements: [
    [
      'returns those of the study, also to members who did not make them [MEAS-05]',
      async ({ server }) => {
        const { list, measurement } = await saved(server);
        const answer = await server.asAda(`GET /api/${list}`);
        expect(answer.body.data).toEqual([measurement]);
        return server.asAda(`GET /api/${list}`, await asAnnotator(server));
      },
      200,
      ({ body }) => expect(body.data).toMatchObject([{ text: 'Aorta', editable: false }]),
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => server.ask(`GET /api/${(await saved(server)).list}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
    [
      'requires r:studies:detail',
      ({ server, nell }) => server.asAda(`GET /api/annotator/studies/${randomUUID()}/measurements`, { token: nell }),
      'not_allowed',
    ],
  ],
  saveMeasurement: [
    [
      'gives a new one its number, and is the same when it is sent twice [MEAS-06, MEAS-10]',
      async ({ server }) => {
        const { path, body, measurement } = await saved(server);
        const answer = await server.asAda(`PUT /api/${path}`, { body });
        expect(answer.body.data).toEqual(measurement);
        return answer;
      },
      200,
      ({ body }) =>
        expect(body.data).toMatchObject({
          ...{ number: 1, version: 1, kind: 'length', text: 'Aorta', user: { name: 'ada' }, editable: true },
          created_at: expect.stringMatching(WIRE_DATE),
        }),
    ],
    [
      'returns the stored one with the refusal of an older version [MEAS-07]',
      async ({ server }) => {
        const { path, body, measurement } = await saved(server);
        const answer = await server.asAda(`PUT /api/${path}`, { body: { ...body, device: randomUUID(), text: 'Arch' } });
        expect(answer.body.stored).toEqual(measurement);
        return answer;
      },
      'conflict',
    ],
    [
      'refuses to bring back a deleted one [MEAS-09]',
      async ({ server }) => {
        const { path, body } = await saved(server);
        await server.asAda(`DELETE /api/${path}`);
        return server.asAda(`PUT /api/${path}`, { body });
      },
      'measurement_deleted',
    ],
    [
      'refuses a change of what somebody else made [MEAS-08]',
      async ({ server }) => {
        const { path, body } = await saved(server);
        return server.asAda(`PUT /api/${path}`, { ...(await asAnnotator(server)), body: { ...body, base: 1 } });
      },
      'not_allowed',
    ],
    [
      'refuses a series of another study',
      async ({ server }) => {
        const [one, other] = [await drawn(server), await drawn(server)];
        return server.asAda(`PUT /api/${one.path}`, { body: other.body });
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
  deleteMeasurement: [
    [
      'may be sent twice, and after it nobody sees the measurement [MEAS-09]',
      async ({ server }) => {
        const { path, list } = await saved(server);
        await server.asAda(`DELETE /api/${path}`);
        expect((await server.asAda(`GET /api/${list}`)).body.data).toEqual([]);
        return server.asAda(`DELETE /api/${path}`);
      },
      204,
    ],
    [
      'refuses that of somebody else without r:team and r:invitations [MEAS-08, OQ-03]',
      async ({ server }) => server.asAda(`DELETE /api/${(await saved(server)).path}`, await asAnnotator(server)),
      'not_allowed',
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => server.ask(`DELETE /api/${(await saved(server)).path}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
  ],
} satisfies Rows;
