import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AnyJson } from '#server/test-server.ts';
import { SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { registerUpload } from '#tests/contract/upload-steps.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

/** A lesion of Ada in a new study of team north, with what is said of it there. */
async function saved(server: ContractServer) {
  const { study } = await registerUpload(server);
  const list = `annotator/studies/${study.uuid}/lesions`;
  const path = `${list}/${randomUUID()}`;
  const body = {
    ...{ base: 0, device: randomUUID() },
    change: { of: 'lesion', title: 'Left hilum', kind: 'target', organ: 'Lung', node: false },
  };
  const finding = { ...body, change: { of: 'finding', measurement: randomUUID(), state: null } };
  await server.asAda(`PUT /api/${path}`, { body });
  const { body: answer } = await server.asAda(`PUT /api/${path}`, { body: finding });
  return { study, list, path, body, finding, lesion: answer.data as AnyJson };
}

/** Of team north, with the right to see studies but not to administer. */
async function asAnnotator(server: ContractServer): Promise<{ token: string }> {
  const email = `follows-${randomUUID()}@example.org`;
  await server.addUser(email, { [server.teams.north]: 2 });
  return { token: (await server.signIn(email)).token };
}

async function answered(server: ContractServer) {
  const { study, list } = await saved(server);
  const path = `annotator/studies/${study.uuid}/responses/${randomUUID()}`;
  const body = { base: 0, device: randomUUID(), response: 'stable', suggested: 'stable' };
  const answer = await server.asAda(`PUT /api/${path}`, { body });
  return { list, path, body, response: answer.body.data as AnyJson };
}

async function chosen(server: ContractServer) {
  const { study, list } = await saved(server);
  const path = `annotator/studies/${study.uuid}/baseline`;
  const body = { base: 0, device: randomUUID(), baseline: study.uuid };
  await server.asAda(`PUT /api/${path}`, { body });
  return { list, path, body };
}

/** Lesions of patients, responses, and baselines. */
export const LESION_ROWS = {
  followUp: [
    [
      'returns the lesions of the patient with what is said of them, also to members who did not make them [LES-01]',
      async ({ server }) => {
        const { study, list, lesion } = await saved(server);
        const answer = await server.asAda(`GET /api/${list}`);
        expect(answer.body.data).toMatchObject({ studies: [{ uuid: study.uuid }], lesions: [lesion], responses: [] });
        return server.asAda(`GET /api/${list}`, await asAnnotator(server));
      },
      200,
      ({ body }) => expect(body.data.lesions).toMatchObject([{ title: 'Left hilum', deletable: false }]),
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => server.ask(`GET /api/${(await saved(server)).list}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
    [
      'requires r:studies:detail',
      ({ server, nell }) => server.asAda(`GET /api/annotator/studies/${randomUUID()}/lesions`, { token: nell }),
      'not_allowed',
    ],
  ],
  saveLesion: [
    [
      'gives a new one its number, and is the same when it is sent twice [LES-01, LES-03]',
      async ({ server }) => {
        const { path, body, finding, lesion } = await saved(server);
        await server.asAda(`PUT /api/${path}`, { body: finding });
        const answer = await server.asAda(`PUT /api/${path}`, { body });
        expect(answer.body.data).toEqual(lesion);
        return answer;
      },
      200,
      ({ body }) =>
        expect(body.data).toMatchObject({
          ...{ number: 1, version: 1, kind: 'target', user: { name: 'ada' }, findings: [{ version: 1, state: null }] },
          created_at: expect.stringMatching(WIRE_DATE),
        }),
    ],
    [
      'lets another member change it [LES-03]',
      async ({ server }) => {
        const { path, body } = await saved(server);
        const change = { ...body.change, title: 'Hilum' };
        return server.asAda(`PUT /api/${path}`, { ...(await asAnnotator(server)), body: { ...body, base: 1, change } });
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ title: 'Hilum', version: 2, user: { name: 'ada' } }),
    ],
    [
      'refuses a change of an older version [LES-03]',
      async ({ server }) => {
        const { path, body } = await saved(server);
        const change = { ...body.change, title: 'Hilum' };
        return server.asAda(`PUT /api/${path}`, { body: { ...body, device: randomUUID(), change } });
      },
      'conflict',
    ],
    [
      'refuses to bring back a deleted one [LES-03]',
      async ({ server }) => {
        const { path, body } = await saved(server);
        await server.asAda(`DELETE /api/${path}`);
        return server.asAda(`PUT /api/${path}`, { body });
      },
      'lesion_deleted',
    ],
    [
      'refuses a lesion of another patient [LES-02]',
      async ({ server }) => {
        const [one, other] = [await saved(server), await saved(server)];
        return server.asAda(`PUT /api/${one.list}/${other.lesion.uuid}`, { body: one.finding });
      },
      'lesion_deleted',
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
  deleteLesion: [
    [
      'may be sent twice, and after it nobody sees the lesion [LES-03]',
      async ({ server }) => {
        const { path, list } = await saved(server);
        await server.asAda(`DELETE /api/${path}`);
        expect((await server.asAda(`GET /api/${list}`)).body.data.lesions).toEqual([]);
        return server.asAda(`DELETE /api/${path}`);
      },
      204,
    ],
    [
      'refuses that of somebody else without r:team and r:invitations [LES-03, OQ-03]',
      async ({ server }) => server.asAda(`DELETE /api/${(await saved(server)).path}`, await asAnnotator(server)),
      'not_allowed',
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => server.ask(`DELETE /api/${(await saved(server)).path}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
  ],
  saveResponse: [
    [
      'saves what its author decided, and the same twice once [LES-12]',
      async ({ server }) => {
        const { list, path, body, response } = await answered(server);
        const again = await server.asAda(`PUT /api/${path}`, { body });
        expect(again.body.data).toEqual(response);
        expect((await server.asAda(`GET /api/${list}`)).body.data.responses).toEqual([response]);
        return again;
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ response: 'stable', suggested: 'stable', version: 1, user: { name: 'ada' } }),
    ],
    [
      'refuses a change of an older version [LES-12]',
      async ({ server }) => {
        const { path, body } = await answered(server);
        return server.asAda(`PUT /api/${path}`, { body: { ...body, device: randomUUID(), response: 'partial' } });
      },
      'conflict',
    ],
    [
      'refuses a change of what somebody else decided [LES-12]',
      async ({ server }) => {
        const { path, body } = await answered(server);
        return server.asAda(`PUT /api/${path}`, { ...(await asAnnotator(server)), body: { ...body, base: 1, response: 'partial' } });
      },
      'not_allowed',
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => {
        const { path, body } = await answered(server);
        return server.ask(`PUT /api/${path}`, { host: SOUTH, token: ute, body });
      },
      'not_found',
    ],
  ],
  saveBaseline: [
    [
      'chooses the study that others are compared with, and the same twice once [LES-17]',
      async ({ server }) => {
        const { list, path, body } = await chosen(server);
        const again = await server.asAda(`PUT /api/${path}`, { body });
        expect((await server.asAda(`GET /api/${list}`)).body.data.baseline).toEqual(again.body.data);
        return again;
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ study: expect.any(String), version: 1, user: { name: 'ada' } }),
    ],
    [
      'lets another member change it [LES-17]',
      async ({ server }) => {
        const { path, body } = await chosen(server);
        return server.asAda(`PUT /api/${path}`, { ...(await asAnnotator(server)), body: { ...body, base: 1, baseline: null } });
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ study: null, version: 2 }),
    ],
    [
      'refuses a change of an older version [LES-17]',
      async ({ server }) => {
        const { path, body } = await chosen(server);
        return server.asAda(`PUT /api/${path}`, { body: { ...body, device: randomUUID(), baseline: null } });
      },
      'conflict',
    ],
    [
      'refuses a study of another patient [LES-17]',
      async ({ server }) => {
        const [one, other] = [await chosen(server), await chosen(server)];
        return server.asAda(`PUT /api/${one.path}`, { body: { ...other.body, base: 1 } });
      },
      'conflict',
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => {
        const { path, body } = await chosen(server);
        return server.ask(`PUT /api/${path}`, { host: SOUTH, token: ute, body });
      },
      'not_found',
    ],
  ],
} satisfies Rows;
