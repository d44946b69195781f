import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ContractServer } from '#tests/contract/contract-server.ts';
import type { AnyJson } from '#server/test-server.ts';
import {
  asUte,
  asWorker,
  claimedInfer,
  convertedStudy,
  doneInfer,
  LABELS,
  newModel,
  promoted,
  sha256Of,
  waitingInfer,
} from './ai-steps.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

/** An inference that its worker gave up. */
async function failedInfer(server: ContractServer) {
  const claimed = await claimedInfer(server);
  const body = { attempt: claimed.job.attempt, reason: 'bad_input', detail: '', again: false };
  await asWorker(server, `POST /api/ai-workers/jobs/${claimed.job.uuid}/fail`, { body });
  return claimed;
}

/** A model on a study with a suitable series and on one without. */
async function newBatch(server: ContractServer) {
  const { model } = await promoted(server);
  const [suitable, other] = [await convertedStudy(server), await convertedStudy(server)];
  await server.db.write((tx) => tx.updateTable('series').set({ state: 'receiving' }).where('id', '=', other.series.id).execute());
  const body = { uuid: randomUUID(), title: 'All of November', model_id: model.id, studies: [suitable.study.uuid, other.study.uuid] };
  const answer = await server.asAda('POST /api/ai-infer-batches', { body });
  return { model, body, suitable, other, answer };
}

const decisionPath = ({ upload, id }: { upload: { study: { uuid: string } }; id: number }, value = 1): string =>
  `PUT /api/studies/${upload.study.uuid}/proposals/${id}/decisions/${value}`;

/** Models that run on studies, and what they propose. */
export const AI_INFER_ROWS = {
  aiInfers: [
    [
      'answers the newest first, and counts [PCALL-22, AI-009]',
      async ({ server }) => {
        const { id, model } = await waitingInfer(server);
        const { body } = await server.asAda(`GET /api/ai-infers?model=${model.id}&state=queued`);
        expect(body).toMatchObject({ total: 1, counts: { queued: 1, running: 0, done: 0, failed: 0 }, data: [{ id, state: 'queued' }] });
        expect((await server.asAda(`GET /api/ai-infers?model=${model.id}&state=done`)).body.total).toBe(0);
        return server.asAda('GET /api/ai-infers');
      },
      200,
      ({ body }) => {
        expect(body.data[0]).toMatchObject({ model: { name: 'Hippocampus', number: 1 }, study: { modality: 'MR' }, started_by: 'ada' });
        expect(body.data[0].created_at).toMatch(WIRE_DATE);
      },
    ],
    [
      'shows nothing of another team',
      async ({ server, ute }) => {
        await waitingInfer(server);
        return server.asAda('GET /api/ai-infers', asUte(ute));
      },
      200,
      ({ body }) => expect(body).toMatchObject({ data: [], total: 0 }),
    ],
    ['requires r:ai-infers', ({ server, nell }) => server.asAda('GET /api/ai-infers', { token: nell }), 'not_allowed'],
  ],
  aiInfer: [
    [
      'answers what a worker does',
      async ({ server }) => server.asAda(`GET /api/ai-infers/${(await claimedInfer(server)).id}`),
      200,
      ({ body }) => expect(body.data).toMatchObject({ state: 'running', worker: expect.any(String), failure: null, summary: null }),
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => server.asAda(`GET /api/ai-infers/${(await waitingInfer(server)).id}`, asUte(ute)),
      'not_found',
    ],
  ],
  cancelInfer: [
    [
      'ends one that runs, and may be sent twice',
      async ({ server }) => {
        const { id, job } = await claimedInfer(server);
        await server.asAda(`DELETE /api/ai-infers/${id}`);
        const body = { attempt: job.attempt, fraction: 0.5, message: '' };
        expect((await asWorker(server, `POST /api/ai-workers/jobs/${job.uuid}/progress`, { body })).body.code).toBe('lease_lost');
        return server.asAda(`DELETE /api/ai-infers/${id}`);
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ state: 'failed', failure: 'cancelled' }),
    ],
    [
      'leaves one that has ended',
      async ({ server }) => server.asAda(`DELETE /api/ai-infers/${(await doneInfer(server)).id}`),
      200,
      ({ body }) => expect(body.data).toMatchObject({ state: 'done', failure: null }),
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => server.asAda(`DELETE /api/ai-infers/${(await waitingInfer(server)).id}`, asUte(ute)),
      'not_found',
    ],
  ],
  retryInfer: [
    [
      'queues a failed one again, and may be sent twice',
      async ({ server }) => {
        const { id } = await failedInfer(server);
        await server.asAda(`POST /api/ai-infers/${id}/retry`);
        return server.asAda(`POST /api/ai-infers/${id}/retry`);
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ state: 'queued', failure: null, ended_at: null }),
    ],
    [
      'refuses one that is done',
      async ({ server }) => server.asAda(`POST /api/ai-infers/${(await doneInfer(server)).id}/retry`),
      'infer_ended',
    ],
    [
      'refuses one of a withdrawn version',
      async ({ server }) => {
        const { id, version } = await failedInfer(server);
        await server.asAda(`POST /api/ai2/versions/${version.uuid}/withdraw`, { body: { reason: 'Wrong' } });
        return server.asAda(`POST /api/ai-infers/${id}/retry`);
      },
      'version_withdrawn',
    ],
    [
      'refuses one beside another that waits',
      async ({ server }) => {
        const { id, upload, model } = await failedInfer(server);
        await server.asAda('POST /services/createInfer', { body: { caseId: upload.series.uuid, modelId: String(model.id) } });
        return server.asAda(`POST /api/ai-infers/${id}/retry`);
      },
      'conflict',
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => server.asAda(`POST /api/ai-infers/${(await waitingInfer(server)).id}/retry`, asUte(ute)),
      'not_found',
    ],
  ],
  inferBatches: [
    [
      'answers the newest first, with counts',
      async ({ server }) => {
        const { body } = await newBatch(server);
        const answer = await server.asAda('GET /api/ai-infer-batches');
        expect(answer.body.data[0].uuid).toBe(body.uuid);
        return answer;
      },
      200,
      ({ body }) => expect(body.data[0]).toMatchObject({ state: 'running', counts: { queued: 1, running: 0, done: 0, failed: 1 } }),
    ],
    [
      'shows nothing of another team',
      async ({ server, ute }) => {
        await newBatch(server);
        return server.asAda('GET /api/ai-infer-batches', asUte(ute));
      },
      200,
      ({ body }) => expect(body.data).toEqual([]),
    ],
  ],
  createInferBatch: [
    [
      'runs a model on many studies, and may be sent twice [PCALL-158]',
      async ({ server }) => {
        const { body, answer } = await newBatch(server);
        const again = await server.asAda('POST /api/ai-infer-batches', { body });
        expect(again.body).toEqual(answer.body);
        const { data } = (await server.asAda(`GET /api/ai-infers?batch=${body.uuid}`)).body;
        expect(data.map(({ state, failure }: AnyJson) => `${state} ${failure}`).toSorted()).toEqual(['failed no_series', 'queued null']);
        return again;
      },
      200,
    ],
    [
      'refuses all if one is of another team',
      async ({ server, ute }) => {
        const [{ model }, { study }] = [await promoted(server, asUte(ute)), await convertedStudy(server)];
        const body = { uuid: randomUUID(), title: 'B', model_id: model.id, studies: [study.uuid] };
        return server.asAda('POST /api/ai-infer-batches', { ...asUte(ute), body });
      },
      'not_found',
    ],
    [
      'refuses a model of which none runs',
      async ({ server }) => {
        const [{ id }, { study }] = [await newModel(server), await convertedStudy(server)];
        return server.asAda('POST /api/ai-infer-batches', {
          body: { uuid: randomUUID(), title: 'B', model_id: id, studies: [study.uuid] },
        });
      },
      'model_not_promoted',
    ],
  ],
  moveInferBatch: [
    [
      'pauses what waits and lets it go on, also twice',
      async ({ server }) => {
        const path = `PUT /api/ai-infer-batches/${(await newBatch(server)).body.uuid}`;
        for (const state of ['paused', 'paused', 'running']) await server.asAda(path, { body: { state } });
        return server.asAda(path, { body: { state: 'running' } });
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ state: 'running', counts: { queued: 1 } }),
    ],
    [
      'does not go on once it was cancelled',
      async ({ server }) => {
        const path = `PUT /api/ai-infer-batches/${(await newBatch(server)).body.uuid}`;
        const { body } = await server.asAda(path, { body: { state: 'cancelled' } });
        expect(body.data).toMatchObject({ state: 'cancelled', counts: { queued: 0, failed: 2 } });
        return server.asAda(path, { body: { state: 'running' } });
      },
      'infer_ended',
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) =>
        server.asAda(`PUT /api/ai-infer-batches/${(await newBatch(server)).body.uuid}`, { ...asUte(ute), body: { state: 'paused' } }),
      'not_found',
    ],
  ],
  retryInferBatch: [
    [
      'leaves what would fail in the same way, also twice [AI-74]',
      async ({ server }) => {
        const path = `POST /api/ai-infer-batches/${(await newBatch(server)).body.uuid}/retry`;
        await server.asAda(path);
        return server.asAda(path);
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ state: 'running', counts: { queued: 1, failed: 1 } }),
    ],
    [
      'runs nothing of one that was cancelled [AI-74]',
      async ({ server }) => {
        const path = `ai-infer-batches/${(await newBatch(server)).body.uuid}`;
        await server.asAda(`PUT /api/${path}`, { body: { state: 'cancelled' } });
        return server.asAda(`POST /api/${path}/retry`);
      },
      'infer_ended',
    ],
    [
      'does not find one of another team [AI-74]',
      async ({ server, ute }) => server.asAda(`POST /api/ai-infer-batches/${(await newBatch(server)).body.uuid}/retry`, asUte(ute)),
      'not_found',
    ],
  ],
  proposals: [
    [
      'answers the results on the series of a study [PCALL-160, AI-012]',
      async ({ server }) => server.asAda(`GET /api/studies/${(await doneInfer(server)).upload.study.uuid}/proposals`),
      200,
      ({ body }) =>
        expect(body.data).toMatchObject([
          { summary: { classes: [{ value: 1, title: 'Head', voxels: 10 }] }, size: LABELS.length, sha256: sha256Of(LABELS), decided: [] },
        ]),
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => server.asAda(`GET /api/studies/${(await doneInfer(server)).upload.study.uuid}/proposals`, asUte(ute)),
      'not_found',
    ],
    [
      'requires r:studies',
      ({ server, nell }) => server.asAda(`GET /api/studies/${randomUUID()}/proposals`, { token: nell }),
      'not_allowed',
    ],
  ],
  proposalLabels: [
    [
      'answers the label map',
      async ({ server }) => {
        const { upload, id } = await doneInfer(server);
        return server.asAda(`GET /api/studies/${upload.study.uuid}/proposals/${id}/labels`);
      },
      200,
      ({ text }) => expect(text).toBe('label map'),
    ],
    [
      'does not find one that is not of this study',
      async ({ server }) => {
        const [{ id }, { study }] = [await doneInfer(server), await convertedStudy(server)];
        return server.asAda(`GET /api/studies/${study.uuid}/proposals/${id}/labels`);
      },
      'not_found',
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => {
        const { upload, id } = await doneInfer(server);
        return server.asAda(`GET /api/studies/${upload.study.uuid}/proposals/${id}/labels`, asUte(ute));
      },
      'not_found',
    ],
  ],
  decideProposal: [
    [
      'keeps the last decision, also twice',
      async ({ server }) => {
        const path = decisionPath(await doneInfer(server));
        await server.asAda(path, { body: { decision: 'refused', dice: 0 } });
        await server.asAda(path, { body: { decision: 'corrected', dice: 0.9 } });
        return server.asAda(path, { body: { decision: 'corrected', dice: 0.9 } });
      },
      200,
      ({ body }) => expect(body.data.decided).toMatchObject([{ value: 1, decision: 'corrected', dice: 0.9, by: 'ada' }]),
    ],
    [
      'does not find a segment that was not proposed',
      async ({ server }) => server.asAda(decisionPath(await doneInfer(server), 2), { body: { decision: 'accepted', dice: 1 } }),
      'not_found',
    ],
    [
      'requires r:segmentations as well',
      async ({ server }) => {
        const made = await doneInfer(server);
        await server.addUser('memo@example.org', { [server.teams.north]: 1 });
        const { token } = await server.signIn('memo@example.org');
        return server.asAda(decisionPath(made), { token, body: { decision: 'accepted', dice: 1 } });
      },
      'not_allowed',
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) =>
        server.asAda(decisionPath(await doneInfer(server)), { ...asUte(ute), body: { decision: 'accepted', dice: 1 } }),
      'not_found',
    ],
  ],
} satisfies Rows;
