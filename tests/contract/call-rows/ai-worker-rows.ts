import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AnyJson } from '#server/test-server.ts';
import { NORTH } from '#tests/contract/contract-server.ts';
import {
  asUte,
  asWorker,
  claim,
  claimedInfer,
  complete,
  emptyQueue,
  handIn,
  handInResult,
  newWorker,
  NETWORK,
  registration,
  sha256Of,
  VOLUME,
  waitingInfer,
} from './ai-steps.ts';
import { WIRE_DATE, type Rows, type Scene } from './rows.ts';

/** A key that a person made, and its secret. */
async function newKey({ server }: Scene, asked = {}, engines: string[] = []): Promise<{ key: AnyJson; secret: string }> {
  return (await server.asAda('POST /api/ai-workers/keys', { body: { uuid: randomUUID(), name: 'Made', engines }, ...asked })).body.data;
}

/** Who asks with the key of another team. */
async function foreignKey(scene: Scene): Promise<{ token: string; host: string }> {
  return { token: (await newKey(scene, asUte(scene.ute))).secret, host: asUte(scene.ute).host! };
}

const progress = (job: AnyJson, more: AnyJson = {}) => ({ body: { attempt: job.attempt, fraction: 0.5, message: 'Patch 3', ...more } });

/** The workers of a team, and what they say. */
export const AI_WORKER_ROWS = {
  aiWorkers: [
    [
      'answers workers, keys and what waits [PCALL-164]',
      async ({ server }) => {
        const { worker } = await claimedInfer(server);
        const answer = await server.asAda('GET /api/ai-workers');
        expect(answer.body.data.workers.find(({ uuid }: AnyJson) => uuid === worker)).toMatchObject({
          ...{ state: 'working', built_in: false, device: 'cpu', job: { kind: 'infer', title: 'Hippocampus' }, busy_elsewhere: false },
        });
        return answer;
      },
      200,
      ({ body, text }) => {
        expect(body.data).toMatchObject({ waiting: 0, running: 1, stuck: [] });
        expect(body.data.keys[0].created_at).toMatch(WIRE_DATE);
        expect(text).not.toContain('secret');
      },
    ],
    [
      'shows nothing of another team',
      async ({ server, ute }) => {
        const { worker } = await claimedInfer(server);
        const answer = await server.asAda('GET /api/ai-workers', asUte(ute));
        expect(answer.text).not.toContain(worker);
        return answer;
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ running: 0, waiting: 0 }),
    ],
    ['requires r:ai-workers', ({ server, nell }) => server.asAda('GET /api/ai-workers', { token: nell }), 'not_allowed'],
  ],
  createWorkerKey: [
    [
      'answers its secret, once [PCALL-165]',
      async (scene) => {
        const { secret } = await newKey(scene);
        const { text } = await scene.server.asAda('GET /api/ai-workers');
        expect(text).not.toContain(secret);
        return asWorker(scene.server, 'POST /api/ai-workers/register', { token: secret, body: registration() });
      },
      200,
      ({ body }) => expect(body).toEqual({ worker: expect.any(String), leaseSeconds: 60, pollSeconds: 25 }),
    ],
    [
      'refuses the same UUID again, because the secret cannot be shown again',
      async ({ server }) => {
        const body = { uuid: randomUUID(), name: 'Twice', engines: [] };
        await server.asAda('POST /api/ai-workers/keys', { body });
        return server.asAda('POST /api/ai-workers/keys', { body });
      },
      'conflict',
    ],
    [
      'refuses a UUID of a key that was revoked as well',
      async ({ server }) => {
        const body = { uuid: randomUUID(), name: 'Twice', engines: [] };
        const { data } = (await server.asAda('POST /api/ai-workers/keys', { body })).body;
        await server.asAda(`DELETE /api/ai-workers/keys/${data.key.id}`);
        return server.asAda('POST /api/ai-workers/keys', { body });
      },
      'conflict',
    ],
    [
      'requires r:ai-workers',
      ({ server, nell }) =>
        server.asAda('POST /api/ai-workers/keys', { token: nell, body: { uuid: randomUUID(), name: 'K', engines: [] } }),
      'not_allowed',
    ],
  ],
  revokeWorkerKey: [
    [
      'ends it for its workers, and may be sent twice',
      async (scene) => {
        const { server } = scene;
        const { key, secret } = await newKey(scene);
        const worker = await newWorker(server, { token: secret });
        await server.asAda(`DELETE /api/ai-workers/keys/${key.id}`);
        expect((await claim(server, worker, { token: secret })).body.code).toBe('worker_key_ended');
        return server.asAda(`DELETE /api/ai-workers/keys/${key.id}`);
      },
      200,
      ({ body }) => expect(body.data.revoked_at).toMatch(WIRE_DATE),
    ],
    [
      'does not find one of another team',
      async (scene) => scene.server.asAda(`DELETE /api/ai-workers/keys/${(await newKey(scene)).key.id}`, asUte(scene.ute)),
      'not_found',
    ],
  ],
  drainWorker: [
    [
      'lets a worker take no other job, and take jobs again',
      async ({ server }) => {
        await waitingInfer(server);
        const worker = await newWorker(server);
        const { body } = await server.asAda(`PUT /api/ai-workers/${worker}`, { body: { draining: true } });
        expect([body.data.state, (await claim(server, worker)).body]).toEqual(['draining', { job: null }]);
        const answer = await server.asAda(`PUT /api/ai-workers/${worker}`, { body: { draining: false } });
        expect((await claim(server, worker)).body.job.kind).toBe('infer');
        return answer;
      },
      200,
      ({ body }) => expect(body.data.state).toBe('idle'),
    ],
    [
      'does not find one of another team',
      async ({ server, ute }) =>
        server.asAda(`PUT /api/ai-workers/${await newWorker(server)}`, { ...asUte(ute), body: { draining: true } }),
      'not_found',
    ],
  ],
  registerWorker: [
    [
      'is the same worker by the same name and key [PCALL-170]',
      async ({ server }) => {
        const body = registration();
        const first = await asWorker(server, 'POST /api/ai-workers/register', { body });
        const second = await asWorker(server, 'POST /api/ai-workers/register', { body: { ...body, device: 'gpu' } });
        expect(second.body).toEqual(first.body);
        return second;
      },
      200,
    ],
    [
      'is another worker by another key',
      async (scene) => {
        const [body, { secret }] = [registration(), await newKey(scene)];
        const first = await asWorker(scene.server, 'POST /api/ai-workers/register', { body });
        const second = await asWorker(scene.server, 'POST /api/ai-workers/register', { body, token: secret });
        expect(second.body.worker).not.toBe(first.body.worker);
        return second;
      },
      200,
    ],
    ['is not for people', ({ server }) => server.asAda('POST /api/ai-workers/register', { body: registration() }), 'worker_key_ended'],
    [
      'does not enter another team by its host',
      async (scene) =>
        asWorker(scene.server, 'POST /api/ai-workers/register', { ...(await foreignKey(scene)), host: NORTH, body: registration() }),
      'not_a_member',
    ],
  ],
  claimJob: [
    [
      'answers a job with absolute addresses of its inputs [PCALL-171]',
      async ({ server }) => {
        await waitingInfer(server);
        const worker = await newWorker(server);
        const answer = await claim(server, worker);
        expect((await claim(server, worker)).body).toEqual({ job: null });
        return answer;
      },
      200,
      ({ body: { job } }) => {
        expect(job).toMatchObject({ kind: 'infer', leaseSeconds: 60, team: 'north', spec: { images: ['image_0000.nii'], model: 'model' } });
        expect(job.inputs.map(({ name, bytes, sha256 }: AnyJson) => ({ name, bytes, sha256 }))).toEqual([
          { name: 'image_0000.nii', bytes: VOLUME.length, sha256: sha256Of(VOLUME) },
          { name: 'model', bytes: NETWORK.length, sha256: sha256Of(NETWORK) },
        ]);
        for (const { url } of job.inputs) expect(url).toMatch(/^http:\/\/north\.app\.localhost:8080\/api\/ai-workers\/inputs\//);
      },
    ],
    [
      'answers nothing of another team',
      async (scene) => {
        await waitingInfer(scene.server);
        const foreign = await foreignKey(scene);
        return claim(scene.server, await newWorker(scene.server, foreign), foreign);
      },
      200,
      ({ body }) => expect(body).toEqual({ job: null }),
    ],
    [
      'answers only what the key allows',
      async (scene) => {
        await waitingInfer(scene.server);
        const { secret: token } = await newKey(scene, {}, ['unet']);
        return claim(scene.server, await newWorker(scene.server, { token }), { token });
      },
      200,
      ({ body }) => expect(body).toEqual({ job: null }),
    ],
    [
      'does not find a worker of another key',
      async (scene) => claim(scene.server, await newWorker(scene.server), await foreignKey(scene)),
      'not_found',
    ],
  ],
  jobProgress: [
    [
      'extends the lease, also twice [PCALL-172]',
      async ({ server }) => {
        const { job, id } = await claimedInfer(server);
        await asWorker(server, `POST /api/ai-workers/jobs/${job.uuid}/progress`, progress(job));
        expect((await server.asAda(`GET /api/ai-infers/${id}`)).body.data).toMatchObject({ fraction: 0.5, message: 'Patch 3' });
        return asWorker(server, `POST /api/ai-workers/jobs/${job.uuid}/progress`, progress(job));
      },
      200,
      ({ body }) => expect(body).toEqual({ cancel: false, leaseSeconds: 60 }),
    ],
    [
      'refuses an earlier attempt',
      async ({ server }) => {
        const { job } = await claimedInfer(server);
        return asWorker(server, `POST /api/ai-workers/jobs/${job.uuid}/progress`, progress(job, { attempt: 2 }));
      },
      'lease_lost',
    ],
    [
      'refuses the key of another team',
      async (scene) => {
        const [{ job }, foreign] = [await claimedInfer(scene.server), await foreignKey(scene)];
        return asWorker(scene.server, `POST /api/ai-workers/jobs/${job.uuid}/progress`, { ...progress(job), ...foreign });
      },
      'lease_lost',
    ],
  ],
  jobOutput: [
    [
      'takes the same part twice [PCALL-173]',
      async ({ server }) => {
        const { job } = await claimedInfer(server);
        const bytes = Buffer.from('label map');
        const query = `attempt=${job.attempt}&file=${randomUUID()}&sha256=${sha256Of(bytes)}`;
        const path = `PUT /api/ai-workers/jobs/${job.uuid}/outputs/labels.nii.gz?${query}`;
        await asWorker(server, path, { payload: bytes });
        return asWorker(server, path, { payload: bytes });
      },
      200,
    ],
    [
      'refuses bytes that were damaged on the way',
      async ({ server }) => {
        const { job } = await claimedInfer(server);
        const query = `attempt=${job.attempt}&file=${randomUUID()}&sha256=${'0'.repeat(64)}`;
        return asWorker(server, `PUT /api/ai-workers/jobs/${job.uuid}/outputs/labels.nii.gz?${query}`, { payload: Buffer.from('x') });
      },
      'invalid',
    ],
    [
      'refuses the key of another team',
      async (scene) => {
        const [{ job }, foreign] = [await claimedInfer(scene.server), await foreignKey(scene)];
        return handIn(scene.server, job, 'labels.nii.gz', Buffer.from('label map'), foreign);
      },
      'lease_lost',
    ],
  ],
  jobInput: [
    [
      'answers an input to whoever has its address, while the job is leased [PCALL-174]',
      async ({ server }) => {
        const { job } = await claimedInfer(server);
        return server.ask(`GET ${new URL(job.inputs[0].url).pathname}`, { host: NORTH });
      },
      200,
      ({ text }) => expect(text).toBe('a volume'),
    ],
    [
      'does not answer another file',
      async ({ server }) => {
        const { job } = await claimedInfer(server);
        return server.ask(`GET ${new URL(job.inputs[0].url).pathname}x`, { host: NORTH });
      },
      'not_found',
    ],
    [
      'ends with the job',
      async ({ server }) => {
        const { job } = await claimedInfer(server);
        await handInResult(server, job);
        await complete(server, job);
        return server.ask(`GET ${new URL(job.inputs[0].url).pathname}`, { host: NORTH });
      },
      'not_found',
    ],
  ],
  completeJob: [
    [
      'ends an inference with its result [PCALL-175]',
      async ({ server }) => {
        const { job, id } = await claimedInfer(server);
        await handInResult(server, job);
        const answer = await complete(server, job);
        expect((await server.asAda(`GET /api/ai-infers/${id}`)).body.data).toMatchObject({ state: 'done', fraction: 1, decided: [] });
        return answer;
      },
      200,
    ],
    [
      'refuses it without its summary, and can be mended',
      async ({ server }) => {
        const { job } = await claimedInfer(server);
        await handIn(server, job, 'labels.nii.gz', Buffer.from('label map'));
        const answer = await complete(server, job);
        await handInResult(server, job);
        expect((await complete(server, job)).status).toBe(200);
        return answer;
      },
      'invalid',
      ({ body }) => expect(Object.keys(body.errors)).toEqual(['summary.json']),
    ],
    [
      'refuses it once it has ended',
      async ({ server }) => {
        const { job } = await claimedInfer(server);
        await handInResult(server, job);
        await complete(server, job);
        return complete(server, job);
      },
      'lease_lost',
    ],
    [
      'refuses the key of another team',
      async (scene) => {
        const [{ job }, foreign] = [await claimedInfer(scene.server), await foreignKey(scene)];
        return complete(scene.server, job, foreign);
      },
      'lease_lost',
    ],
  ],
  failJob: [
    [
      'gives it back to the queue, if another attempt may help [PCALL-176]',
      async ({ server }) => {
        const { job, worker, id } = await claimedInfer(server);
        const body = { attempt: job.attempt, reason: 'out_of_memory', detail: '', again: true };
        const answer = await asWorker(server, `POST /api/ai-workers/jobs/${job.uuid}/fail`, { body });
        expect((await server.asAda(`GET /api/ai-infers/${id}`)).body.data.state).toBe('queued');
        expect((await claim(server, worker)).body.job).toMatchObject({ uuid: job.uuid, attempt: 2 });
        return answer;
      },
      200,
    ],
    [
      'ends it, if none can help',
      async ({ server }) => {
        const { job, id } = await claimedInfer(server);
        const body = { attempt: job.attempt, reason: 'bad_input', detail: '', again: false };
        const answer = await asWorker(server, `POST /api/ai-workers/jobs/${job.uuid}/fail`, { body });
        expect((await server.asAda(`GET /api/ai-infers/${id}`)).body.data).toMatchObject({ state: 'failed', failure: 'bad_input' });
        await emptyQueue(server);
        return answer;
      },
      200,
    ],
    [
      'refuses the key of another team',
      async (scene) => {
        const [{ job }, foreign] = [await claimedInfer(scene.server), await foreignKey(scene)];
        const body = { attempt: job.attempt, reason: 'bad_input', detail: '', again: false };
        return asWorker(scene.server, `POST /api/ai-workers/jobs/${job.uuid}/fail`, { body, ...foreign });
      },
      'lease_lost',
    ],
  ],
} satisfies Rows;
