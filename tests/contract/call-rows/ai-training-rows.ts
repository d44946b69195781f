import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { registerUpload } from '#tests/contract/upload-steps.ts';
import { asUte, asWorker, claimedTraining, frozenVersion, handIn, newModel, newTraining, startedTraining } from './ai-steps.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

const start = (id: number): string => `POST /services/ai2/train/start/${id}`;

/** Trainings of models on frozen versions of datasets. */
export const AI_TRAINING_ROWS = {
  aiTrainings: [
    [
      'answers the newest first [PCALL-21, AI-002]',
      async ({ server }) => {
        const { training, model } = await newTraining(server);
        const { body } = await server.asAda(`GET /api/ai2/ai-train?model=${model.id}&state=created`);
        expect(body).toMatchObject({ total: 1, data: [{ id: training.id, dataset: { name: 'Frozen', version: 1 } }] });
        expect((await server.asAda(`GET /api/ai2/ai-train?model=${model.id}&state=failed`)).body.total).toBe(0);
        return server.asAda('GET /api/ai2/ai-train');
      },
      200,
      ({ body }) => {
        expect(body.data[0]).toMatchObject({ state: 'created', engine: 'trees', fraction: 0, waits: null, created_by: 'ada' });
        expect(body.data[0].created_at).toMatch(WIRE_DATE);
      },
    ],
    [
      'shows nothing of another team',
      async ({ server, ute }) => {
        await newTraining(server);
        return server.asAda('GET /api/ai2/ai-train', asUte(ute));
      },
      200,
      ({ body }) => expect(body).toMatchObject({ data: [], total: 0 }),
    ],
    ['requires r:ai-trainings', ({ server, nell }) => server.asAda('GET /api/ai2/ai-train', { token: nell }), 'not_allowed'],
  ],
  createAiTraining: [
    [
      'prepares the same one when sent twice',
      async ({ server }) => {
        const { body, training } = await newTraining(server);
        const answer = await server.asAda('POST /api/ai2/ai-train', { body });
        expect(answer.body.data).toEqual(training);
        return answer;
      },
      200,
      ({ body }) =>
        expect(body.data).toMatchObject({ state: 'created', startable: true, cases: { train: 1, validation: 0, test: 1, withdrawn: 0 } }),
    ],
    [
      'refuses a dataset with other segments than the model [AI-003]',
      async ({ server }) => {
        const { body } = await newTraining(server);
        const other = { ...body, uuid: randomUUID(), dataset_version: await frozenVersion(server, ['Head', 'Body']) };
        return server.asAda('POST /api/ai2/ai-train', { body: other });
      },
      'segments_differ',
    ],
    [
      'refuses a version that is not there',
      async ({ server }) => {
        const { body } = await newTraining(server);
        return server.asAda('POST /api/ai2/ai-train', { body: { ...body, uuid: randomUUID(), dataset_version: randomUUID() } });
      },
      'invalid',
      ({ body }) => expect(Object.keys(body.errors)).toEqual(['dataset_version']),
    ],
    [
      'refuses a version of another team',
      async ({ server, ute }) => {
        const [{ body }, model] = [await newTraining(server), await newModel(server, {}, asUte(ute))];
        return server.asAda('POST /api/ai2/ai-train', { ...asUte(ute), body: { ...body, uuid: randomUUID(), model_id: model.id } });
      },
      'invalid',
    ],
    [
      'refuses another model under the same UUID',
      async ({ server }) => {
        const { body } = await newTraining(server);
        return server.asAda('POST /api/ai2/ai-train', { body: { ...body, model_id: (await newModel(server)).id } });
      },
      'conflict',
    ],
    [
      'does not find a model of another team',
      async ({ server, ute }) => {
        const { body } = await newTraining(server);
        return server.asAda('POST /api/ai2/ai-train', { ...asUte(ute), body });
      },
      'not_found',
    ],
  ],
  aiTraining: [
    [
      'answers rounds, log and pictures of one that runs [AI-006]',
      async ({ server }) => {
        const { training, job } = await claimedTraining(server);
        const events = [{ event: 'progress', round: 1, metrics: { dice: { foreground: 0.5 }, loss: 1 } }];
        const body = { attempt: job.attempt, fraction: 0.5, message: 'Round 1', events, log: ['Round 1 of 2'] };
        await asWorker(server, `POST /api/ai-workers/jobs/${job.uuid}/progress`, { body });
        await handIn(server, job, 'previews/case_0002.png', Buffer.from('a picture'));
        return server.asAda(`GET /api/ai2/ai-train/${training.id}`);
      },
      200,
      ({ body }) =>
        expect(body.data).toMatchObject({
          ...{ state: 'running', fraction: 0.5, message: 'Round 1', dice: 0.5, startable: false, previews: ['case_0002.png'] },
          ...{ rounds: [{ round: 1, dice: { foreground: 0.5 }, loss: 1 }], log: [{ line: 'Round 1 of 2' }], version: null },
        }),
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => server.asAda(`GET /api/ai2/ai-train/${(await newTraining(server)).training.id}`, asUte(ute)),
      'not_found',
    ],
  ],
  trainSegmentations: [
    [
      'says whether a segmentation fits, and why not [CALL-082, AI-003, AI-004]',
      async ({ server }) => {
        const [model, { study }] = [await newModel(server), await registerUpload(server)];
        const { data: made } = (
          await server.asAda(`POST /api/annotator/segmentations/${study.uuid}`, { body: { structure: 'liver', rbac: 1 } })
        ).body;
        return server.asAda(`GET /api/ai2/ai-train/${model.id}/train-segmentation?segmentationId=${made.id}`);
      },
      200,
      ({ body }) => expect(body.data).toMatchObject([{ segments: [], valid: false, reason: 'count' }]),
    ],
    [
      'shows nothing of a segmentation of another team',
      async ({ server, ute }) => {
        const [model, { study }] = [await newModel(server, {}, asUte(ute)), await registerUpload(server)];
        const { data: made } = (
          await server.asAda(`POST /api/annotator/segmentations/${study.uuid}`, { body: { structure: 'liver', rbac: 1 } })
        ).body;
        return server.asAda(`GET /api/ai2/ai-train/${model.id}/train-segmentation?segmentationId=${made.id}`, asUte(ute));
      },
      200,
      ({ body }) => expect(body.data).toEqual([]),
    ],
    [
      'does not find a model of another team',
      async ({ server, ute }) =>
        server.asAda(`GET /api/ai2/ai-train/${(await newModel(server)).id}/train-segmentation?segmentationId=1`, asUte(ute)),
      'not_found',
    ],
  ],
  startTraining: [
    [
      'queues it for a worker [CALL-083, AI-005]',
      async ({ server }) => {
        const { training } = await newTraining(server);
        const answer = await server.asAda(start(training.id));
        const { body } = await server.asAda(`GET /api/ai2/ai-train/${training.id}`);
        expect(body.data).toMatchObject({ state: 'queued', startable: false, waits: expect.any(String) });
        return answer;
      },
      200,
      ({ body }) => expect(body).toEqual({ data: { id: expect.any(Number), state: 'started' } }),
    ],
    ['refuses one that runs', async ({ server }) => server.asAda(start((await startedTraining(server)).training.id)), 'training_running'],
    [
      'refuses one without a patient to measure on',
      async ({ server }) => {
        const { training, body } = await newTraining(server);
        const of = server.db.read.selectFrom('dataset_version').select('id').where('uuid', '=', body.dataset_version);
        await server.db.write((tx) => tx.updateTable('dataset_case').set({ part: 0 }).where('version_id', '=', of).execute());
        return server.asAda(start(training.id));
      },
      'too_few_cases',
    ],
    [
      'refuses to send faces that nobody has confirmed to a worker elsewhere',
      async ({ server }) => {
        const { body } = await newTraining(server);
        const { data } = (await server.asAda('POST /api/ai2/ai-train', { body: { ...body, uuid: randomUUID(), engine: 'unet' } })).body;
        const of = server.db.read.selectFrom('dataset_version').select('id').where('uuid', '=', body.dataset_version);
        await server.db.write((tx) => tx.updateTable('dataset_case').set({ face: 1 }).where('version_id', '=', of).execute());
        return server.asAda(start(data.id));
      },
      'faces_unconfirmed',
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => server.asAda(start((await newTraining(server)).training.id), asUte(ute)),
      'not_found',
    ],
  ],
  stopTraining: [
    [
      'stops it, and may be sent twice [CALL-084, AI-007]',
      async ({ server }) => {
        const { training } = await claimedTraining(server);
        const body = { trainId: training.id, state: 'stopped' };
        await server.asAda(`PUT /api/ai2/ai-train/stop/${training.id}`, { body });
        expect((await server.asAda(`GET /api/ai2/ai-train/${training.id}`)).body.data).toMatchObject({ state: 'stopped', startable: true });
        return server.asAda(`PUT /api/ai2/ai-train/stop/${training.id}`, { body: {} });
      },
      200,
      ({ body }) => expect(body.data.state).toBe('stopped'),
    ],
    [
      'refuses one that was never started',
      async ({ server }) => server.asAda(`PUT /api/ai2/ai-train/stop/${(await newTraining(server)).training.id}`, { body: {} }),
      'training_not_running',
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) =>
        server.asAda(`PUT /api/ai2/ai-train/stop/${(await newTraining(server)).training.id}`, { ...asUte(ute), body: {} }),
      'not_found',
    ],
  ],
  trainingPreview: [
    [
      'answers a picture',
      async ({ server }) => {
        const { training, job } = await claimedTraining(server);
        await handIn(server, job, 'previews/case_0002.png', Buffer.from('a picture'));
        return server.asAda(`GET /api/ai2/ai-train/${training.id}/previews/case_0002.png`);
      },
      200,
      ({ text, headers }) => expect([text, headers['content-type']]).toEqual(['a picture', 'image/png']),
    ],
    [
      'does not answer another output',
      async ({ server }) => {
        const { training, job } = await claimedTraining(server);
        await handIn(server, job, 'previews/page.html', Buffer.from('<script>'));
        return server.asAda(`GET /api/ai2/ai-train/${training.id}/previews/page.html`);
      },
      'not_found',
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) => {
        const { training, job } = await claimedTraining(server);
        await handIn(server, job, 'previews/case_0002.png', Buffer.from('a picture'));
        return server.asAda(`GET /api/ai2/ai-train/${training.id}/previews/case_0002.png`, asUte(ute));
      },
      'not_found',
    ],
  ],
} satisfies Rows;
