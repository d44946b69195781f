import { randomUUID } from 'node:crypto';
import type { Call } from '#contract/calls.ts';
import { addFrozenTestVersion } from '#server/rules/ai/frozen-test-bench.ts';
import type { AnyJson, Asked } from '#server/test-server.ts';
import { claim, complete, convertedStudy, handIn, handInResult, newVersion, registration } from './call-rows/ai-steps.ts';
import type { ContractServer } from './contract-server.ts';
import type { Registered } from './upload-steps.ts';

/** Rows of a team about models. `secret`: of its key for workers. */
export interface FilledAi {
  ids: Record<'model' | 'training' | 'infer' | 'workerKey' | 'aiJob' | 'aiFile' | 'clicks', number>;
  uuids: Record<'version' | 'batch' | 'job' | 'worker' | 'file' | 'frozen' | 'clicks', string>;
  ticket: string;
  secret: string;
}

export const AI_TABLES = [
  ...(['ai_file', 'ai_file_part', 'ai_model', 'ai_version', 'ai_training', 'ai_training_round', 'ai_training_line'] as const),
  ...(['ai_configuration', 'ai_batch', 'infer', 'infer_decision', 'ai_worker_key', 'ai_worker', 'ai_job', 'ai_output'] as const),
  ...(['click_session', 'click_prompt'] as const),
];

interface Team {
  mark: string;
  asked: Asked;
  upload: Registered;
  dataset: number;
}

/** A promoted model, a result of it with a decision, a batch, and a training that a worker does. */
export async function fillAi(server: ContractServer, { mark, asked, upload, dataset }: Team): Promise<FilledAi> {
  const ask = async (request: string, body?: unknown): Promise<AnyJson> =>
    (await server.ask(request, { ...asked, ...(body === undefined ? {} : { body }) })).body;
  const { model, version } = await newVersion(server, asked);
  const { data: named } = await ask(`GET /api/ai2/model/${model.id}`);
  await ask(`PUT /api/ai2/model/${model.id}`, { ...named, name: `${mark} model`, structure_id: named.structure_id });
  await ask(`POST /api/ai2/versions/${version.uuid}/promote`, { reason: `${mark} reason` });
  const rule = { uuid: randomUUID(), modality: 'MR', body_part: mark, acquisition: '', model: model.id, on: true };
  await ask('PUT /api/ai-model-configuration', { rules: [rule], version: 0 });

  const { data: made } = await ask('POST /api/ai-workers/keys', { uuid: randomUUID(), name: `${mark} key`, engines: [] });
  const asWorker = { host: asked.host!, token: made.secret as string };
  const { body: registered } = await server.ask('POST /api/ai-workers/register', {
    ...asWorker,
    body: registration({ name: `${mark}-worker` }),
  });
  const take = async (): Promise<AnyJson> => (await claim(server, registered.worker, asWorker)).body.job;

  await convertedStudy(server, upload);
  const { data: infer } = await ask('POST /services/createInfer', { caseId: upload.series.uuid, modelId: String(model.id) });
  const done = await take();
  await handInResult(server, done, `${mark} class`, asWorker);
  await complete(server, done, asWorker);
  await ask(`PUT /api/studies/${upload.study.uuid}/proposals/${infer.id}/decisions/1`, { decision: 'accepted', dice: 1 });

  const frozen = await addFrozenTestVersion(server.context, dataset, [upload, upload]);
  const wish = { uuid: randomUUID(), model_id: model.id, dataset_version: frozen, engine: 'trees', params: { seconds: 60, seed: 1 } };
  const { data: training } = await ask('POST /api/ai2/ai-train', wish);
  await ask(`POST /services/ai2/train/start/${training.id}`);
  const job = await take();
  const events = [{ event: 'progress', round: 1, metrics: { dice: { foreground: 0.5 } } }];
  const progress = { attempt: job.attempt, fraction: 0.5, message: `${mark} round`, events, log: [`${mark} line`] };
  await server.ask(`POST /api/ai-workers/jobs/${job.uuid}/progress`, { ...asWorker, body: progress });
  await handIn(server, job, 'previews/case_1.png', Buffer.from(mark), asWorker);

  const batch = { uuid: randomUUID(), title: `${mark} batch`, model_id: model.id, studies: [upload.study.uuid] };
  await ask('POST /api/ai-infer-batches', batch);
  const row = await server.db.read.selectFrom('ai_job').select('id').where('uuid', '=', job.uuid).executeTakeFirstOrThrow();
  // The clock of these tests runs ahead, and whoever claims looks for workers that have fallen silent.
  await server.db.write((tx) =>
    tx
      .updateTable('ai_job')
      .set({ lease_until: server.clock.now * 2 })
      .where('id', '=', row.id)
      .execute(),
  );
  const clicks = await fillClicks(server, { version: version.uuid, upload, mark });
  const { file_id } = await server.db.read
    .selectFrom('ai_version')
    .select('file_id')
    .where('uuid', '=', version.uuid)
    .executeTakeFirstOrThrow();
  const file = await server.db.read.selectFrom('ai_file').select('uuid').where('id', '=', file_id).executeTakeFirstOrThrow();
  return {
    ids: {
      model: model.id,
      training: training.id,
      infer: infer.id,
      workerKey: made.key.id,
      aiJob: row.id,
      aiFile: file_id,
      clicks: clicks.id,
    },
    uuids: {
      version: version.uuid,
      batch: batch.uuid,
      job: job.uuid,
      worker: registered.worker,
      file: file.uuid,
      frozen,
      clicks: clicks.uuid,
    },
    ticket: new URL(job.inputs[0].url).pathname.split('/')[4]!,
    secret: made.secret,
  };
}

/** A session of clicks, with a prompt that nobody has answered. */
async function fillClicks(
  server: ContractServer,
  { version, upload, mark }: Pick<Team, 'upload' | 'mark'> & { version: string },
): Promise<{ id: number; uuid: string }> {
  const uuid = randomUUID();
  const id = await server.db.write(async (tx) => {
    const { study_id, team_id } = await tx
      .selectFrom('series')
      .innerJoin('study', 'study.id', 'series.study_id')
      .select(['study_id', 'team_id'])
      .where('series.id', '=', upload.series.id)
      .executeTakeFirstOrThrow();
    const { id: version_id, created_by } = await tx
      .selectFrom('ai_version')
      .select(['id', 'created_by'])
      .where('uuid', '=', version)
      .executeTakeFirstOrThrow();
    const session = await tx
      .insertInto('click_session')
      .values({
        ...{ uuid, team_id, user_id: created_by!, study_id, series_id: upload.series.id, version_id, grid_hash: 'a'.repeat(64) },
        ...{ worker_id: null, lease_until: null, ticket_hash: null, client_until: server.clock.now * 2, created_at: server.clock.now },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const prompt = { number: 1, clicks: '[]', mask: null, state: 'failed' as const, answer: null, detail: `${mark} clicks` };
    await tx
      .insertInto('click_prompt')
      .values({ session_id: session.id, ...prompt })
      .execute();
    return session.id;
  });
  return { id, uuid };
}

/** Which of the numbers of a team the `:id` of a path is; undefined: it is of something else. */
export function aiIdFor({ path }: Call, { ids }: Pick<FilledAi, 'ids'>): number | undefined {
  if (path.startsWith('ai2/model')) return ids.model;
  if (path.startsWith('ai2/ai-train')) return ids.training;
  if (path.startsWith('ai-infers') || path.includes('/proposals/')) return ids.infer;
  return path.startsWith('ai-workers/keys') ? ids.workerKey : undefined;
}

export function aiUuidFor({ path }: Call, { uuids }: Pick<FilledAi, 'uuids'>): string | undefined {
  if (path.startsWith('ai2/versions')) return uuids.version;
  if (path.startsWith('ai2/files')) return uuids.file;
  if (path.startsWith('ai-infer-batches')) return uuids.batch;
  if (path.startsWith('ai-workers/jobs')) return uuids.job;
  if (path.startsWith('click-sessions')) return uuids.clicks;
  return path.startsWith('ai-workers/') ? uuids.worker : undefined;
}

/** Makes a golden body name what is of this team. */
export function nameAiIn(body: AnyJson, { ids, uuids }: Pick<FilledAi, 'ids' | 'uuids'>): void {
  if ('model_id' in body) body.model_id = ids.model;
  if ('parent_id' in body) body.parent_id = ids.model;
  if ('dataset_version' in body) body.dataset_version = uuids.frozen;
  if ('manifest' in body) body.file = uuids.file;
  if ('rules' in body)
    for (const rule of [body.rules].flat()) if (rule !== null && typeof rule === 'object' && 'model' in rule) rule.model = ids.model;
}
