import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AnyJson } from '#server/test-server.ts';
import { DAMAGED_MODEL } from '#tests/contract/contract-server.ts';
import {
  asUte,
  doneInfer,
  modelBody,
  NETWORK,
  newModel,
  newVersion,
  promoted,
  sentFile,
  sha256Of,
  versionBody,
  waitingInfer,
} from './ai-steps.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

const REASON = { reason: 'Measured again' };
const RULE = { uuid: randomUUID(), modality: 'MR', body_part: '', acquisition: '', model: 'total-mr', on: true };

/** Models, their versions, and which of them runs after a conversion. */
export const AI_MODEL_ROWS = {
  aiModels: [
    [
      'answers the newest first [PCALL-20, AI-001]',
      async ({ server }) => {
        const { id } = await newModel(server, { name: 'Okapi' });
        const { body } = await server.asAda('GET /api/ai2/model?search=okapi');
        expect(body).toMatchObject({
          total: 1,
          per_page: 30,
          current_page: 1,
          data: [{ id, name: 'Okapi', is_private: true, editable: true }],
        });
        return server.asAda('GET /api/ai2/model');
      },
      200,
      ({ body }) => {
        expect(body.data[0]).toMatchObject({ name: 'Okapi', user_name: 'ada', promoted: null, dice: null, last_number: 0 });
        expect(body.data[0].created_at).toMatch(WIRE_DATE);
      },
    ],
    [
      'shows nothing of another team',
      async ({ server, ute }) => {
        await newModel(server);
        return server.asAda('GET /api/ai2/model', asUte(ute));
      },
      200,
      ({ body }) => expect(body).toMatchObject({ data: [], total: 0 }),
    ],
    ['requires r:ai-models', ({ server, nell }) => server.asAda('GET /api/ai2/model', { token: nell }), 'not_allowed'],
  ],
  createAiModel: [
    [
      'makes the same one when sent twice',
      async ({ server }) => {
        const body = modelBody();
        const first = await server.asAda('POST /api/ai2/model', { body });
        const second = await server.asAda('POST /api/ai2/model', { body: { ...body, name: 'Other' } });
        expect(second.body).toEqual(first.body);
        return second;
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ name: 'Hippocampus', versions: [], is_derived: false }),
    ],
    [
      'names the model that it was copied from',
      async ({ server }) => server.asAda('POST /api/ai2/model', { body: modelBody({ parent_id: (await newModel(server)).id }) }),
      200,
      ({ body }) => expect(body.data.is_derived).toBe(true),
    ],
    [
      'does not find a parent of another team',
      async ({ server, ute }) =>
        server.asAda('POST /api/ai2/model', { ...asUte(ute), body: modelBody({ parent_id: (await newModel(server)).id }) }),
      'not_found',
    ],
    [
      'refuses a structure that nobody has',
      ({ server }) => server.asAda('POST /api/ai2/model', { body: modelBody({ structure_id: 987_654 }) }),
      'invalid',
      ({ body }) => expect(Object.keys(body.errors)).toEqual(['structure_id']),
    ],
  ],
  saveAiModel: [
    [
      'renames, also twice',
      async ({ server }) => {
        const { id } = await newModel(server);
        const { uuid: _, parent_id: __, ...body } = modelBody({ name: 'Renamed' });
        await server.asAda(`PUT /api/ai2/model/${id}`, { body });
        return server.asAda(`PUT /api/ai2/model/${id}`, { body });
      },
      200,
      ({ body }) => expect(body.data.name).toBe('Renamed'),
    ],
    [
      'keeps the segments of a model with a version',
      async ({ server }) => {
        const { model } = await newVersion(server);
        return server.asAda(`PUT /api/ai2/model/${model.id}`, { body: modelBody({ segments: [{ title: 'Head', value: 1 }] }) });
      },
      'model_fixed',
    ],
    [
      'is for who made it and for administrators',
      async ({ server }) => {
        const { id } = await newModel(server);
        await server.addUser('dora@example.org', { [server.teams.north]: 4 });
        const { token } = await server.signIn('dora@example.org');
        return server.asAda(`PUT /api/ai2/model/${id}`, { token, body: modelBody() });
      },
      'not_allowed',
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => server.asAda(`PUT /api/ai2/model/${(await newModel(server)).id}`, { ...asUte(ute), body: modelBody() }),
      'not_found',
    ],
  ],
  deleteAiModel: [
    [
      'deletes it with its versions, and may be sent twice',
      async ({ server }) => {
        const { model, version } = await newVersion(server);
        await server.asAda(`DELETE /api/ai2/model/${model.id}`);
        expect((await server.asAda(`GET /api/ai2/versions/${version.uuid}/file`)).status).toBe(404);
        return server.asAda(`DELETE /api/ai2/model/${model.id}`);
      },
      200,
    ],
    [
      'keeps one that has results',
      async ({ server }) => server.asAda(`DELETE /api/ai2/model/${(await waitingInfer(server)).model.id}`),
      'model_in_use',
    ],
    [
      'leaves one of another team, and answers as if it did not exist',
      async ({ server, ute }) => {
        const { id } = await newModel(server);
        const answer = await server.asAda(`DELETE /api/ai2/model/${id}`, asUte(ute));
        expect((await server.asAda(`GET /api/ai2/model/${id}`)).status).toBe(200);
        return answer;
      },
      200,
    ],
  ],
  aiModel: [
    [
      'answers its versions, the newest first, and the one that runs [AI-001]',
      async ({ server }) => {
        const { model, version } = await promoted(server);
        await server.asAda(`POST /api/ai2/model/${model.id}/versions`, { body: await versionBody(server) });
        const answer = await server.asAda(`GET /api/ai2/model/${model.id}`);
        expect(answer.body.data.promoted).toMatchObject({ version: version.uuid, number: 1, reason: 'Better', by: 'ada' });
        return answer;
      },
      200,
      ({ body }) => {
        expect(body.data.versions.map(({ number }: AnyJson) => number)).toEqual([2, 1]);
        expect(body.data).toMatchObject({ used: { proposed: 0, accepted: 0, corrected: 0, refused: 0 }, quality: [] });
      },
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => server.asAda(`GET /api/ai2/model/${(await newModel(server)).id}`, asUte(ute)),
      'not_found',
    ],
  ],
  nextCases: [
    [
      'answers a study with a result of the version that runs [PCALL-200]',
      async ({ server }) => {
        const { model, upload, id } = await doneInfer(server);
        const answer = await server.asAda(`GET /api/ai2/model/${model.id}/next-cases`);
        expect(answer.body.data.data).toMatchObject([{ study: { uuid: upload.study.uuid, modality: 'MR' }, infer: id }]);
        return answer;
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ version: 1, total: 1, data: [{ reasons: ['unknown'] }] }),
    ],
    [
      'answers nothing while no version runs',
      async ({ server }) => server.asAda(`GET /api/ai2/model/${(await newVersion(server)).model.id}/next-cases`),
      200,
      ({ body }) => expect(body.data).toEqual({ version: null, data: [], total: 0 }),
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => server.asAda(`GET /api/ai2/model/${(await promoted(server)).model.id}/next-cases`, asUte(ute)),
      'not_found',
    ],
    ['requires r:ai-models', ({ server, nell }) => server.asAda('GET /api/ai2/model/1/next-cases', { token: nell }), 'not_allowed'],
  ],
  sendAiFile: [
    [
      'takes the same part twice',
      async ({ server }) => {
        const path = `PUT /api/ai2/files/${randomUUID()}/0?parts=2&sha256=${sha256Of(NETWORK)}`;
        await server.asAda(path, { payload: NETWORK });
        return server.asAda(path, { payload: NETWORK });
      },
      200,
    ],
    [
      'refuses bytes that were damaged on the way',
      ({ server }) => server.asAda(`PUT /api/ai2/files/${randomUUID()}/0?parts=1&sha256=${'0'.repeat(64)}`, { payload: NETWORK }),
      'invalid',
    ],
    [
      'refuses a part that the file does not have',
      ({ server }) => server.asAda(`PUT /api/ai2/files/${randomUUID()}/1?parts=1&sha256=${sha256Of(NETWORK)}`, { payload: NETWORK }),
      'invalid',
    ],
    [
      'refuses other bytes for a file that is complete and used',
      async ({ server }) => {
        const [model, body] = [await newModel(server), await versionBody(server)];
        await server.asAda(`POST /api/ai2/model/${model.id}/versions`, { body });
        const other = Buffer.from('another network');
        return server.asAda(`PUT /api/ai2/files/${body.file}/0?parts=1&sha256=${sha256Of(other)}`, { payload: other });
      },
      'conflict',
    ],
    ['refuses nothing', ({ server }) => server.asAda(`PUT /api/ai2/files/${randomUUID()}/0?parts=1&sha256=${'0'.repeat(64)}`), 'malformed'],
    [
      'requires r:ai-models',
      ({ server, nell }) =>
        server.asAda(`PUT /api/ai2/files/${randomUUID()}/0?parts=1&sha256=${sha256Of(NETWORK)}`, { token: nell, payload: NETWORK }),
      'not_allowed',
    ],
  ],
  addModelVersion: [
    [
      'makes the same one when sent twice',
      async ({ server }) => {
        const [model, body] = [await newModel(server), await versionBody(server)];
        const first = await server.asAda(`POST /api/ai2/model/${model.id}/versions`, { body });
        const second = await server.asAda(`POST /api/ai2/model/${model.id}/versions`, { body });
        expect(second.body).toEqual(first.body);
        return second;
      },
      200,
      ({ body }) =>
        expect(body.data).toMatchObject({ number: 1, state: 'ready', report: null, size: NETWORK.length, sha256: sha256Of(NETWORK) }),
    ],
    [
      'refuses a manifest with other classes than the model',
      async ({ server }) => {
        const [model, body] = [await newModel(server), await versionBody(server)];
        body.manifest.classes.pop();
        return server.asAda(`POST /api/ai2/model/${model.id}/versions`, { body });
      },
      'invalid',
      ({ body }) => expect(Object.keys(body.errors)).toEqual(['manifest']),
    ],
    [
      'refuses a file that does not fit, by name [AI-37]',
      async ({ server }) => {
        const [model, body] = [await newModel(server), await versionBody(server)];
        const file = { file: await sentFile(server, DAMAGED_MODEL), sha256: sha256Of(DAMAGED_MODEL) };
        return server.asAda(`POST /api/ai2/model/${model.id}/versions`, { body: { ...body, ...file } });
      },
      'invalid',
      ({ body }) => expect(body.errors).toEqual({ file: ['It is no model that can be read, or it is damaged.'] }),
    ],
    [
      'refuses a file of another team',
      async ({ server, ute }) => {
        const model = await newModel(server, {}, asUte(ute));
        return server.asAda(`POST /api/ai2/model/${model.id}/versions`, { ...asUte(ute), body: await versionBody(server) });
      },
      'invalid',
      ({ body }) => expect(Object.keys(body.errors)).toEqual(['file']),
    ],
    [
      'refuses a file of which a part is missing',
      async ({ server }) => {
        const [model, body, file] = [await newModel(server), await versionBody(server), randomUUID()];
        await server.asAda(`PUT /api/ai2/files/${file}/0?parts=2&sha256=${sha256Of(NETWORK)}`, { payload: NETWORK });
        return server.asAda(`POST /api/ai2/model/${model.id}/versions`, { body: { ...body, file } });
      },
      'invalid',
    ],
    [
      'refuses another file under the same UUID',
      async ({ server }) => {
        const [model, body] = [await newModel(server), await versionBody(server)];
        await server.asAda(`POST /api/ai2/model/${model.id}/versions`, { body });
        const file = await sentFile(server, NETWORK);
        return server.asAda(`POST /api/ai2/model/${model.id}/versions`, { body: { ...body, file } });
      },
      'conflict',
    ],
  ],
  promoteVersion: [
    [
      'makes it the one that runs, also twice',
      async ({ server }) => {
        const { version } = await promoted(server);
        return server.asAda(`POST /api/ai2/versions/${version.uuid}/promote`, { body: REASON });
      },
      200,
      ({ body }) => expect(body.data.promoted).toMatchObject({ number: 1, reason: 'Measured again' }),
    ],
    [
      'refuses one that was withdrawn',
      async ({ server }) => {
        const { version } = await newVersion(server);
        await server.asAda(`POST /api/ai2/versions/${version.uuid}/withdraw`, { body: REASON });
        return server.asAda(`POST /api/ai2/versions/${version.uuid}/promote`, { body: REASON });
      },
      'version_withdrawn',
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) =>
        server.asAda(`POST /api/ai2/versions/${(await newVersion(server)).version.uuid}/promote`, { ...asUte(ute), body: REASON }),
      'not_found',
    ],
  ],
  withdrawVersion: [
    [
      'never runs it again, and may be sent twice',
      async ({ server }) => {
        const { version } = await promoted(server);
        await server.asAda(`POST /api/ai2/versions/${version.uuid}/withdraw`, { body: REASON });
        return server.asAda(`POST /api/ai2/versions/${version.uuid}/withdraw`, { body: { reason: 'Another one' } });
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ promoted: null, versions: [{ state: 'withdrawn', reason: 'Measured again' }] }),
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) =>
        server.asAda(`POST /api/ai2/versions/${(await newVersion(server)).version.uuid}/withdraw`, { ...asUte(ute), body: REASON }),
      'not_found',
    ],
  ],
  versionFile: [
    [
      'answers its bytes to each member',
      async ({ server, nell }) => server.asAda(`GET /api/ai2/versions/${(await newVersion(server)).version.uuid}/file`, { token: nell }),
      200,
      ({ text, headers }) => {
        expect(text).toBe('a network');
        expect(headers['content-type']).toBe('application/octet-stream');
      },
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => server.asAda(`GET /api/ai2/versions/${(await newVersion(server)).version.uuid}/file`, asUte(ute)),
      'not_found',
    ],
  ],
  runnableModels: [
    [
      'answers what runs, with the rules that name it',
      async ({ server, nell }) => {
        const [{ model, version }, other] = [await promoted(server), await newVersion(server)];
        const answer = await server.asAda('GET /api/ai2/runnable', { token: nell });
        const ids = answer.body.data.map((each: AnyJson) => each.version.uuid);
        expect([ids.includes(version.uuid), ids.includes(other.version.uuid)]).toEqual([true, false]);
        expect(answer.body.data.find((each: AnyJson) => each.model.id === model.id).rules).toEqual([]);
        return answer;
      },
      200,
    ],
    ['is for members', ({ server, ute }) => server.asAda('GET /api/ai2/runnable', { token: ute }), 'not_a_member'],
  ],
  modelConfiguration: [
    [
      'answers what ships with the product [PCALL-36, AI-013]',
      ({ server, ute }) => server.asAda('GET /api/ai-model-configuration', asUte(ute)),
      200,
      ({ body }) => {
        expect(body.data.version).toBe(0);
        expect(body.data.rules.map(({ modality, model }: AnyJson) => `${modality} ${model}`)).toEqual([
          ...['CT total6mm', 'CT total', 'MR total-mr6mm', 'MR total-mr'],
        ]);
      },
    ],
    [
      'requires r:ai-model-configuration',
      ({ server, nell }) => server.asAda('GET /api/ai-model-configuration', { token: nell }),
      'not_allowed',
    ],
  ],
  saveModelConfiguration: [
    [
      'keeps the rules, and takes the same again',
      async ({ server }) => {
        const { version } = (await server.asAda('GET /api/ai-model-configuration')).body.data;
        const { model } = await promoted(server);
        const body = { rules: [RULE, { ...RULE, uuid: randomUUID(), model: model.id }], version };
        await server.asAda('PUT /api/ai-model-configuration', { body });
        const { body: runnable } = await server.asAda('GET /api/ai2/runnable');
        expect(runnable.data.find((each: AnyJson) => each.model.id === model.id).rules).toHaveLength(1);
        const answer = await server.asAda('PUT /api/ai-model-configuration', { body });
        expect(answer.body.data).toEqual({ ...body, version: version + 1 });
        return answer;
      },
      200,
    ],
    [
      'refuses what somebody else has changed meanwhile',
      async ({ server }) => {
        const { version } = (await server.asAda('GET /api/ai-model-configuration')).body.data;
        await server.asAda('PUT /api/ai-model-configuration', { body: { rules: [RULE], version } });
        return server.asAda('PUT /api/ai-model-configuration', { body: { rules: [], version } });
      },
      'rules_changed',
    ],
    [
      'refuses a model of another team',
      async ({ server, ute }) => {
        const { id } = await newModel(server);
        const body = { rules: [{ ...RULE, model: id }], version: 0 };
        return server.asAda('PUT /api/ai-model-configuration', { ...asUte(ute), body });
      },
      'invalid',
    ],
  ],
} satisfies Rows;
