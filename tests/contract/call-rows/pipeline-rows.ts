import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AnyJson, Asked } from '#server/test-server.ts';
import type { ContractServer } from '#tests/contract/contract-server.ts';
import { registerUpload } from '#tests/contract/upload-steps.ts';
import { asUte } from './ai-steps.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

const CONVERT = { starts: null, steps: [{ id: 'convert', type: 'convert' }] };
const AGAIN = { starts: null, steps: [{ id: 'again', type: 'convert' }] };
const named = (more: AnyJson = {}): AnyJson => ({
  ...{ code: `p-${randomUUID().slice(0, 8)}`, name: 'Incoming', modality_code: 'MR', acquisitions: ['T2W'], definition: CONVERT },
  ...more,
});

/** The answer, and the pipeline in it. */
async function made(server: ContractServer, more: AnyJson = {}, asked: Asked = {}) {
  const answer = await server.asAda('POST /api/pipelines', { body: named(more), ...asked });
  return { answer, pipeline: answer.body.data as AnyJson };
}

/** A pipeline that runs over a study. */
async function running(server: ContractServer) {
  const [{ pipeline }, upload] = [await made(server), await registerUpload(server)];
  const body = { request: randomUUID(), pipeline: pipeline.id, studies: [upload.study.uuid] };
  const answer = await server.asAda('POST /api/flows', { body });
  const { body: list } = await server.asAda(`GET /api/flows?pipeline=${pipeline.id}`);
  return { pipeline, upload, body, answer, list: list as AnyJson, flow: list.data[0] as AnyJson };
}

/** The same as if its step had failed. */
async function failed(server: ContractServer) {
  const of = await running(server);
  await server.db.write(async (tx) => {
    await tx.updateTable('flow').set({ state: 'failed' }).where('id', '=', of.flow.id).execute();
    await tx
      .updateTable('flow_step')
      .set({ state: 'failed', reason: '{"code":"nothing_converted","values":["1"]}', results: '["failed"]' })
      .where('flow_id', '=', of.flow.id)
      .execute();
  });
  return of;
}

const blueprint = { title: 'Own', description: '', modality_code: 'MR', acquisitions: [], parameters: [], template: '{}' };

/** Pipelines, blueprints and flows. */
export const PIPELINE_ROWS = {
  createPipeline: [
    [
      'makes the first version, and the same again is that pipeline [PCALL-23]',
      async ({ server }) => {
        const body = named();
        const first = await server.asAda('POST /api/pipelines', { body });
        const second = await server.asAda('POST /api/pipelines', { body });
        expect(second.body.data.id).toBe(first.body.data.id);
        return second;
      },
      200,
      ({ body }) => {
        expect(body.data).toMatchObject({ version: 1, current: { author: 'ada', definition: { steps: [{ id: 'convert' }] } } });
        expect(body.data.current.created_at).toMatch(WIRE_DATE);
      },
    ],
    [
      'refuses a code that another one has',
      async ({ server }) => (await made(server, { code: 'prostate-mr', name: 'Another' })).answer,
      'conflict',
    ],
    [
      'refuses what the steps name and is not there, by step',
      async ({ server }) =>
        (await made(server, { definition: { starts: null, steps: [{ id: 'label', type: 'label', label: 999_999 }] } })).answer,
      'invalid',
      ({ body }) => expect(body.errors).toEqual({ 'steps.label': ['label_gone'] }),
    ],
    ['refuses an unknown modality', async ({ server }) => (await made(server, { modality_code: 'ZZ' })).answer, 'invalid'],
    ['is for who may make pipelines', async ({ server, nell }) => (await made(server, {}, { token: nell })).answer, 'not_allowed'],
  ],
  pipeline: [
    [
      'answers the newest version, all versions and the flows [PCALL-23]',
      async ({ server }) => server.asAda(`GET /api/pipelines/${(await running(server)).pipeline.id}`),
      200,
      ({ body }) => expect(body.data).toMatchObject({ versions: [{ number: 1, author: 'ada' }], acquisitions: [{ code: 'T2W' }] }),
    ],
    [
      'is not found in another team',
      async ({ server, ute }) => server.asAda(`GET /api/pipelines/${(await made(server)).pipeline.id}`, asUte(ute)),
      'not_found',
    ],
  ],
  savePipeline: [
    [
      'makes the next version, and the same again is that version [PCALL-23]',
      async ({ server }) => {
        const { pipeline } = await made(server);
        const body = { ...named({ definition: AGAIN }), version: 1 };
        await server.asAda(`PUT /api/pipelines/${pipeline.id}`, { body });
        return server.asAda(`PUT /api/pipelines/${pipeline.id}`, { body });
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ version: 2, versions: [{ number: 2 }, { number: 1 }] }),
    ],
    [
      'refuses a change of an older version',
      async ({ server }) =>
        server.asAda(`PUT /api/pipelines/${(await made(server)).pipeline.id}`, { body: { ...named({ definition: AGAIN }), version: 0 } }),
      'conflict',
    ],
    [
      'is not found in another team',
      async ({ server, ute }) =>
        server.asAda(`PUT /api/pipelines/${(await made(server)).pipeline.id}`, { body: { ...named(), version: 1 }, ...asUte(ute) }),
      'not_found',
    ],
  ],
  deletePipeline: [
    [
      'cancels open flows and frees the code, and may be repeated [PCALL-23]',
      async ({ server }) => {
        const { pipeline, flow } = await running(server);
        await server.asAda(`DELETE /api/pipelines/${pipeline.id}`);
        expect((await server.asAda(`GET /api/flows/${flow.id}`)).body.data.state).toBe('cancelled');
        expect((await server.asAda('GET /api/pipelines')).body.data.some(({ id }: AnyJson) => id === pipeline.id)).toBe(false);
        expect((await made(server, { code: pipeline.code })).answer.status).toBe(200);
        return server.asAda(`DELETE /api/pipelines/${pipeline.id}`);
      },
      204,
    ],
    [
      'is not found in another team',
      async ({ server, ute }) => server.asAda(`DELETE /api/pipelines/${(await made(server)).pipeline.id}`, asUte(ute)),
      'not_found',
    ],
  ],
  checkPipeline: [
    [
      'answers each problem with its step [PCALL-194]',
      ({ server }) =>
        server.asAda('POST /api/pipelines/check', {
          body: {
            starts: null,
            steps: [
              { id: 'propose', type: 'infer', model: 999_999 },
              { id: 'ask', type: 'ask', kind: 'answer', to: { person: 999_999 } },
            ],
          },
        }),
      200,
      ({ body }) =>
        expect(body.data).toEqual([
          { step: 'propose', code: 'model_gone', values: [] },
          { step: 'ask', code: 'holder_gone', values: [] },
        ]),
    ],
    ['answers nothing for a good one', ({ server }) => server.asAda('POST /api/pipelines/check', { body: CONVERT }), 200, isEmpty],
  ],
  pipelineChoices: [
    [
      'answers what may be named [PCALL-195]',
      ({ server }) => server.asAda('GET /api/pipelines/choices'),
      200,
      ({ body }, { server }) =>
        expect(body.data).toMatchObject({
          people: expect.arrayContaining([{ id: server.ada.userId, name: 'ada' }]),
          models: expect.any(Array),
        }),
    ],
    ['is for who may make pipelines', ({ server, nell }) => server.asAda('GET /api/pipelines/choices', { token: nell }), 'not_allowed'],
  ],
  blueprints: [
    [
      'answers those of the product first [PCALL-23]',
      ({ server }) => server.asAda('GET /api/pipeline-blueprints'),
      200,
      ({ body }) =>
        expect(body.data.slice(0, 3).map(({ title, ships }: AnyJson) => [title, ships])).toEqual([
          ['Prostate MR', true],
          ['Brain crop', true],
          ['Incoming studies', true],
        ]),
    ],
  ],
  saveBlueprint: [
    [
      'makes one of the team, and changes it [PCALL-23]',
      async ({ server }) => {
        const uuid = randomUUID();
        await server.asAda(`PUT /api/pipeline-blueprints/${uuid}`, { body: blueprint });
        await server.asAda(`PUT /api/pipeline-blueprints/${uuid}`, { body: { ...blueprint, title: 'Renamed' } });
        return server.asAda('GET /api/pipeline-blueprints');
      },
      200,
      ({ body }) => expect(body.data.filter(({ ships }: AnyJson) => !ships)).toContainEqual(expect.objectContaining({ title: 'Renamed' })),
    ],
    [
      'never changes one of the product',
      ({ server }) => server.asAda('PUT /api/pipeline-blueprints/b1d00000-0000-4000-8000-000000000001', { body: blueprint }),
      'not_allowed',
    ],
  ],
  deleteBlueprint: [
    [
      'may be repeated [PCALL-23]',
      async ({ server }) => {
        const uuid = randomUUID();
        await server.asAda(`PUT /api/pipeline-blueprints/${uuid}`, { body: blueprint });
        await server.asAda(`DELETE /api/pipeline-blueprints/${uuid}`);
        return server.asAda(`DELETE /api/pipeline-blueprints/${uuid}`);
      },
      204,
    ],
  ],
  flows: [
    [
      'answers the newest first, with their steps and counts [PCALL-24]',
      async ({ server }) => {
        const { pipeline } = await running(server);
        return server.asAda(`GET /api/flows?pipeline=${pipeline.id}&days=7`);
      },
      200,
      ({ body }) => {
        expect(body).toMatchObject({ total: 1, data: [{ started_by: 'ada', steps: [{ id: 'convert', type: 'convert' }] }] });
        expect(body.data[0].created_at).toMatch(WIRE_DATE);
      },
    ],
    [
      'shows nothing of another team',
      async ({ server, ute }) => {
        await running(server);
        return server.asAda('GET /api/flows', asUte(ute));
      },
      200,
      ({ body }) => expect(body.total).toBe(0),
    ],
    ['is for who may see flows', ({ server, nell }) => server.asAda('GET /api/flows', { token: nell }), 'not_allowed'],
  ],
  startFlows: [
    [
      'starts once, however often it is asked [PCALL-196]',
      async ({ server }) => {
        const { body, answer } = await running(server);
        expect(answer.body).toEqual({ started: 1, known: 0 });
        return server.asAda('POST /api/flows', { body });
      },
      200,
      ({ body }) => expect(body).toEqual({ started: 0, known: 1 }),
    ],
    [
      'refuses a pipeline without steps',
      async ({ server }) => {
        const [{ pipeline }, { study }] = [await made(server, { definition: null }), await registerUpload(server)];
        return server.asAda('POST /api/flows', { body: { request: randomUUID(), pipeline: pipeline.id, studies: [study.uuid] } });
      },
      'invalid',
    ],
    [
      'refuses a study that is not there, and starts none',
      async ({ server }) => {
        const [{ pipeline }, { study }] = [await made(server), await registerUpload(server)];
        const body = { request: randomUUID(), pipeline: pipeline.id, studies: [study.uuid, randomUUID()] };
        const answer = await server.asAda('POST /api/flows', { body });
        expect((await server.asAda(`GET /api/flows?pipeline=${pipeline.id}`)).body.total).toBe(0);
        return answer;
      },
      'not_found',
    ],
  ],
  retryFlows: [
    [
      'repeats those that failed [PCALL-199]',
      async ({ server }) => {
        const [one, other] = [await failed(server), await running(server)];
        return server.asAda('POST /api/flows/retry', { body: { flows: [one.flow.id, other.flow.id] } });
      },
      200,
      ({ body }) => expect(body).toEqual({ retried: 1 }),
    ],
    [
      'repeats none of another team',
      async ({ server, ute }) =>
        server.asAda('POST /api/flows/retry', { body: { flows: [(await failed(server)).flow.id] }, ...asUte(ute) }),
      200,
      ({ body }) => expect(body).toEqual({ retried: 0 }),
    ],
  ],
  flow: [
    [
      'answers its steps with their reasons [PCALL-24]',
      async ({ server }) => server.asAda(`GET /api/flows/${(await failed(server)).flow.id}`),
      200,
      ({ body }) =>
        expect(body.data).toMatchObject({
          state: 'failed',
          position: 0,
          reason: { code: 'nothing_converted' },
          steps: [{ results: ['failed'] }],
        }),
    ],
    [
      'is not found in another team',
      async ({ server, ute }) => server.asAda(`GET /api/flows/${(await running(server)).flow.id}`, asUte(ute)),
      'not_found',
    ],
  ],
  retryFlow: [
    [
      'repeats a step that failed, and repeating that has no effect [PCALL-24]',
      async ({ server }) => {
        const path = `POST /api/flows/${(await failed(server)).flow.id}/retry`;
        await server.asAda(path, { body: { step: 'convert' } });
        return server.asAda(path, { body: { step: 'convert' } });
      },
      200,
      ({ body }) => expect(['running', 'waits_data']).toContain(body.data.state),
    ],
    [
      'refuses a step that the flow does not have',
      async ({ server }) => server.asAda(`POST /api/flows/${(await failed(server)).flow.id}/retry`, { body: { step: 'other' } }),
      'invalid',
    ],
  ],
  skipFlowStep: [
    [
      'goes on without the step, and names who skipped it [PCALL-197]',
      async ({ server }) => {
        const path = `POST /api/flows/${(await failed(server)).flow.id}/skip`;
        await server.asAda(path, { body: { step: 'convert', reason: 'Seen by hand' } });
        return server.asAda(path, { body: { step: 'convert', reason: 'Seen by hand' } });
      },
      200,
      ({ body }) =>
        expect(body.data).toMatchObject({
          state: 'done',
          steps: [{ state: 'skipped', reason: { code: 'skipped_by', values: ['ada', 'Seen by hand'] } }],
        }),
    ],
  ],
  cancelFlow: [
    [
      'ends a flow, and may be repeated [PCALL-198]',
      async ({ server }) => {
        const path = `POST /api/flows/${(await running(server)).flow.id}/cancel`;
        await server.asAda(path);
        return server.asAda(path);
      },
      200,
      ({ body }) => expect(body.data.state).toBe('cancelled'),
    ],
    [
      'is not found in another team',
      async ({ server, ute }) => server.asAda(`POST /api/flows/${(await running(server)).flow.id}/cancel`, asUte(ute)),
      'not_found',
    ],
  ],
} satisfies Rows;

function isEmpty({ body }: { body: AnyJson }): void {
  expect(body.data).toEqual([]);
}
