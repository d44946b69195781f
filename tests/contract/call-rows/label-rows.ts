import { expect } from 'vitest';
import type { AnyJson } from '#server/test-server.ts';
import { NORTH, SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { registerUpload } from '#tests/contract/upload-steps.ts';
import type { Rows } from './rows.ts';

const COLOR = '#3E7CB1';
let made = 0;

/** A label of team north. */
async function addLabel(server: ContractServer, name = `label ${(made += 1)}`): Promise<{ id: number; name: string }> {
  return (await server.asAda('POST /api/label', { body: { name, color: COLOR } })).body.data;
}

const studyOf = async (server: ContractServer): Promise<string> => (await registerUpload(server)).study.uuid;

/** A study with a label. */
async function labelled(server: ContractServer): Promise<{ uuid: string; label: { id: number; name: string } }> {
  const [uuid, label] = [await studyOf(server), await addLabel(server)];
  await server.asAda(`POST /api/label/study/${uuid}/?id=${label.id}`);
  return { uuid, label };
}

const labelsOf = async (server: ContractServer, uuid: string): Promise<AnyJson[]> =>
  (await server.asAda(`GET /api/label/study/${uuid}`)).body.data;

/** Labels, and which study has which. */
export const LABEL_ROWS = {
  labels: [
    [
      'answers id, name and color of each, by name [ENT-14, LABEL-01]',
      async ({ server }) => {
        await addLabel(server, 'zebra');
        await addLabel(server, 'Aardvark');
        return server.asAda('GET /api/label');
      },
      200,
      ({ body }) => {
        const names: string[] = body.data.map((label: AnyJson) => label.name);
        expect(names.indexOf('Aardvark')).toBeLessThan(names.indexOf('zebra'));
        expect(body.data[0]).toEqual({ id: expect.any(Number), label_id: body.data[0].id, name: expect.any(String), color: COLOR });
      },
    ],
    [
      'shows nothing of another team',
      async ({ server, ute }) => {
        await addLabel(server);
        return server.ask('GET /api/label', { host: SOUTH, token: ute });
      },
      200,
      ({ body }) => expect(body.data).toEqual([]),
    ],
    ['is for who may see studies', ({ server, nell }) => server.ask('GET /api/label', { host: NORTH, token: nell }), 'not_allowed'],
  ],
  createLabel: [
    [
      'answers the label',
      ({ server }) => server.asAda('POST /api/label', { body: { name: ' Second reader ', color: COLOR } }),
      200,
      ({ body }) => expect(body).toEqual({ data: { id: expect.any(Number), label_id: body.data.id, name: 'Second reader', color: COLOR } }),
    ],
    ['refuses an empty name', ({ server }) => server.asAda('POST /api/label', { body: { name: ' ', color: COLOR } }), 'invalid'],
    [
      'refuses a name that is there, however it is written in capitals',
      async ({ server }) => {
        await addLabel(server, 'Überprüft');
        return server.asAda('POST /api/label', { body: { name: 'ÜBERPRÜFT', color: COLOR } });
      },
      'duplicate_label',
    ],
    [
      'takes a name that only another team has',
      async ({ server, ute }) => {
        const { name } = await addLabel(server);
        return server.ask('POST /api/label', { host: SOUTH, token: ute, body: { name, color: COLOR } });
      },
      200,
    ],
  ],
  changeLabel: [
    [
      'changes the name and leaves the colour',
      async ({ server }) => {
        const { id } = await addLabel(server);
        return server.asAda(`PUT /api/label?id=${id}`, { body: { name: 'renamed' } });
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ name: 'renamed', color: COLOR }),
    ],
    [
      'changes the colour and leaves the name',
      async ({ server }) => {
        const { id } = await addLabel(server, 'recoloured');
        return server.asAda(`PUT /api/label?id=${id}`, { body: { color: '#B4654A' } });
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ name: 'recoloured', color: '#B4654A' }),
    ],
    [
      'lets a label write its own name in other capitals, also twice',
      async ({ server }) => {
        const { id } = await addLabel(server, 'capitals');
        await server.asAda(`PUT /api/label?id=${id}`, { body: { name: 'Capitals' } });
        return server.asAda(`PUT /api/label?id=${id}`, { body: { name: 'Capitals' } });
      },
      200,
      ({ body }) => expect(body.data.name).toBe('Capitals'),
    ],
    [
      'finds the label in the body [ODD-06]',
      async ({ server }) => {
        const { id } = await addLabel(server);
        return server.asAda('PUT /api/label', { body: { id, name: 'named in the body' } });
      },
      200,
    ],
    [
      'refuses the name of another',
      async ({ server }) => {
        const [{ id }, other] = [await addLabel(server), await addLabel(server)];
        return server.asAda(`PUT /api/label?id=${id}`, { body: { name: other.name } });
      },
      'duplicate_label',
    ],
    ['refuses a change of no label', ({ server }) => server.asAda('PUT /api/label', { body: { name: 'x' } }), 'invalid'],
    ['does not find one that is not there', ({ server }) => server.asAda('PUT /api/label?id=999999', { body: { name: 'x' } }), 'not_found'],
    [
      'nor one of another team, which stays as it is',
      async ({ server, ute }) => {
        const { id } = await addLabel(server, 'of north');
        const answer = await server.ask(`PUT /api/label?id=${id}`, { host: SOUTH, token: ute, body: { name: 'of south' } });
        const { body } = await server.asAda('GET /api/label');
        expect(body.data.map((label: AnyJson) => label.name)).toContain('of north');
        return answer;
      },
      'not_found',
    ],
  ],
  deleteLabel: [
    [
      'removes it and its links [LABEL-08]',
      async ({ server }) => {
        const { uuid, label } = await labelled(server);
        const answer = await server.asAda(`DELETE /api/label?id=${label.id}`);
        expect(await labelsOf(server, uuid)).toEqual([]);
        return answer;
      },
      204,
    ],
    [
      'may be sent twice',
      async ({ server }) => {
        const { id } = await addLabel(server);
        await server.asAda(`DELETE /api/label?id=${id}`);
        return server.asAda(`DELETE /api/label?id=${id}`);
      },
      204,
    ],
    [
      'leaves one of another team, and answers as for one that is not there',
      async ({ server, ute }) => {
        const { uuid, label } = await labelled(server);
        const answer = await server.ask(`DELETE /api/label?id=${label.id}`, { host: SOUTH, token: ute });
        expect(await labelsOf(server, uuid)).toHaveLength(1);
        return answer;
      },
      204,
    ],
    ['is for who may see studies', ({ server, nell }) => server.asAda('DELETE /api/label?id=1', { token: nell }), 'not_allowed'],
  ],
  studyLabels: [
    [
      'answers the link as id and the label as label_id [LABEL-04]',
      async ({ server }) => {
        const { uuid, label } = await labelled(server);
        const answer = await server.asAda(`GET /api/label/study/${uuid}`);
        expect(answer.body.data).toEqual([{ id: expect.any(Number), label_id: label.id, name: label.name, color: COLOR }]);
        return answer;
      },
      200,
    ],
    [
      'narrowed to one label [CALL-031]',
      async ({ server }) => {
        const { uuid, label } = await labelled(server);
        const other = await addLabel(server);
        await server.asAda(`POST /api/label/study/${uuid}/?id=${other.id}`);
        const answer = await server.asAda(`GET /api/label/study/${uuid}/?id=${label.id}`);
        expect(answer.body.data.map((each: AnyJson) => each.label_id)).toEqual([label.id]);
        return answer;
      },
      200,
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => server.ask(`GET /api/label/study/${await studyOf(server)}`, { host: SOUTH, token: ute }),
      'not_found',
    ],
  ],
  attachLabel: [
    [
      'answers link and label, and the list and the detail show it',
      async ({ server }) => {
        const [{ study }, label] = [await registerUpload(server), await addLabel(server)];
        const answer = await server.asAda(`POST /api/label/study/${study.id}/?id=${label.id}`);
        const { body: list } = await server.asAda('GET /api/studies-v2');
        const { body: detail } = await server.asAda(`GET /api/studies-v2/${study.uuid}`);
        expect([list.data[0].labels, detail.data.labels]).toEqual([[answer.body.data], [answer.body.data]]);
        return answer;
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ id: expect.any(Number), label_id: expect.any(Number), color: COLOR }),
    ],
    [
      'may be sent twice: the study has it once, under the same link',
      async ({ server }) => {
        const { uuid, label } = await labelled(server);
        const [before] = await labelsOf(server, uuid);
        const answer = await server.asAda(`POST /api/label/study/${uuid}/?id=${label.id}`);
        expect([answer.body.data, await labelsOf(server, uuid)]).toEqual([before, [before]]);
        return answer;
      },
      200,
    ],
    [
      'finds the label in the body [ODD-06]',
      async ({ server }) => server.asAda(`POST /api/label/study/${await studyOf(server)}`, { body: { id: (await addLabel(server)).id } }),
      200,
    ],
    [
      'does not find a label of another team',
      async ({ server, ute }) => {
        const { body } = await server.ask('POST /api/label', { host: SOUTH, token: ute, body: { name: 'of south', color: COLOR } });
        const uuid = await studyOf(server);
        const answer = await server.asAda(`POST /api/label/study/${uuid}/?id=${body.data.id}`);
        expect(await labelsOf(server, uuid)).toEqual([]);
        return answer;
      },
      'not_found',
    ],
    [
      'nor a study of another team',
      async ({ server, ute }) => {
        const { uuid, label } = await labelled(server);
        return server.ask(`POST /api/label/study/${uuid}/?id=${label.id}`, { host: SOUTH, token: ute });
      },
      'not_found',
    ],
    ['is for who may see studies', ({ server, nell }) => server.asAda('POST /api/label/study/1?id=1', { token: nell }), 'not_allowed'],
  ],
  detachLabel: [
    [
      'takes the label off by its own id',
      async ({ server }) => {
        const { uuid, label } = await labelled(server);
        const answer = await server.asAda(`DELETE /api/label/study/${uuid}/?id=${label.id}`);
        expect(await labelsOf(server, uuid)).toEqual([]);
        return answer;
      },
      204,
    ],
    [
      'may be sent twice',
      async ({ server }) => {
        const { uuid, label } = await labelled(server);
        await server.asAda(`DELETE /api/label/study/${uuid}/?id=${label.id}`);
        return server.asAda(`DELETE /api/label/study/${uuid}/?id=${label.id}`);
      },
      204,
    ],
    [
      'does not find a study of another team, which keeps its label',
      async ({ server, ute }) => {
        const { uuid, label } = await labelled(server);
        const answer = await server.ask(`DELETE /api/label/study/${uuid}/?id=${label.id}`, { host: SOUTH, token: ute });
        expect(await labelsOf(server, uuid)).toHaveLength(1);
        return answer;
      },
      'not_found',
    ],
  ],
  changeLabelOfStudy: [
    [
      'changes the label itself [ODD-07, LABEL-07]',
      async ({ server }) => {
        const { uuid, label } = await labelled(server);
        const answer = await server.asAda(`PUT /api/label/study/${uuid}?id=${label.id}`, { body: { color: '#B4654A' } });
        expect((await labelsOf(server, uuid))[0]).toMatchObject({ name: label.name, color: '#B4654A' });
        return answer;
      },
      200,
    ],
  ],
} satisfies Rows;
