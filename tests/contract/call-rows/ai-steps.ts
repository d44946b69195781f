import { createHash, randomUUID } from 'node:crypto';
import { addFrozenTestVersion } from '#server/rules/ai/frozen-test-bench.ts';
import type { AnyJson, Asked } from '#server/test-server.ts';
import { NORTH, SOUTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { firstAccepted, goldenOfCall } from '#tests/contract/golden.ts';
import { registerUpload, type Registered } from '#tests/contract/upload-steps.ts';

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
export const asUte = (ute: string): Asked => ({ host: SOUTH, token: ute });

export const modelBody = (more: AnyJson = {}): AnyJson => ({
  ...(structuredClone(firstAccepted(goldenOfCall('createAiModel'), 'body')) as AnyJson),
  ...{ uuid: randomUUID(), structure_id: 1, ...more },
});

export async function newModel(server: ContractServer, more: AnyJson = {}, asked: Asked = {}): Promise<AnyJson> {
  return (await server.asAda('POST /api/ai2/model', { body: modelBody(more), ...asked })).body.data;
}

/** The uuid of a file that arrived whole. */
export async function sentFile(server: ContractServer, bytes: Buffer, asked: Asked = {}): Promise<string> {
  const uuid = randomUUID();
  await server.asAda(`PUT /api/ai2/files/${uuid}/0?parts=1&sha256=${sha256Of(bytes)}`, { payload: bytes, ...asked });
  return uuid;
}

export const NETWORK = Buffer.from('a network');

export async function versionBody(server: ContractServer, asked: Asked = {}): Promise<AnyJson> {
  const body = structuredClone(firstAccepted(goldenOfCall('addModelVersion'), 'body')) as AnyJson;
  return { ...body, uuid: randomUUID(), file: await sentFile(server, NETWORK, asked), sha256: sha256Of(NETWORK) };
}

/** A model with a version, which does not run. */
export async function newVersion(server: ContractServer, asked: Asked = {}): Promise<{ model: AnyJson; version: AnyJson }> {
  const model = await newModel(server, {}, asked);
  const { body } = await server.asAda(`POST /api/ai2/model/${model.id}/versions`, { body: await versionBody(server, asked), ...asked });
  return { model, version: body.data };
}

export async function promoted(server: ContractServer, asked: Asked = {}): Promise<{ model: AnyJson; version: AnyJson }> {
  const made = await newVersion(server, asked);
  await server.asAda(`POST /api/ai2/versions/${made.version.uuid}/promote`, { body: { reason: 'Better' }, ...asked });
  return made;
}

export const VOLUME = Buffer.from('a volume');

/** A study with one converted series of MR. */
export async function convertedStudy(server: ContractServer, upload?: Registered): Promise<Registered> {
  const made = upload ?? (await registerUpload(server));
  const key = `volumes/${made.series.uuid}`;
  await server.context.objects.write(key, VOLUME);
  await server.db.write(async (tx) => {
    await tx.updateTable('series').set({ state: 'converted', modality: 'MR' }).where('id', '=', made.series.id).execute();
    await tx
      .insertInto('volume')
      .values({
        ...{ series_id: made.series.id, name: '1', object_key: key, size: VOLUME.length, sha256: sha256Of(VOLUME), sidecar: null },
        ...{ converter: 'test', created_at: server.clock.now },
      })
      .execute();
  });
  return made;
}

/** An inference that waits, of a promoted version on a series. */
export async function waitingInfer(server: ContractServer) {
  await emptyQueue(server);
  const [made, upload] = [await promoted(server), await convertedStudy(server)];
  const { body } = await server.asAda('POST /services/createInfer', {
    body: { caseId: upload.series.uuid, modelId: String(made.model.id) },
  });
  return { ...made, upload, id: body.data.id as number };
}

/** A row may take a job: what other rows have left waiting is not it. */
export async function emptyQueue({ db }: ContractServer): Promise<void> {
  await db.write((tx) => tx.updateTable('ai_job').set({ state: 'cancelled' }).where('state', 'in', ['queued', 'running']).execute());
}

export const asWorker = (server: ContractServer, request: string, asked: Asked = {}) =>
  server.ask(request, { host: NORTH, token: server.workerKey, ...asked });

export const registration = (more: AnyJson = {}): AnyJson => ({
  ...{
    name: `w-${randomUUID()}`,
    version: '1',
    device: 'cpu',
    memoryMb: 1_000,
    engines: ['onnx', 'trees', 'unet'],
    kinds: ['train', 'infer'],
  },
  ...more,
});

export async function newWorker(server: ContractServer, asked: Asked = {}): Promise<string> {
  return (await asWorker(server, 'POST /api/ai-workers/register', { body: registration(), ...asked })).body.worker;
}

export const claim = (server: ContractServer, worker: string, asked: Asked = {}) =>
  asWorker(server, `POST /api/ai-workers/${worker}/claim`, { body: { waitSeconds: 0 }, ...asked });

/** An inference that a worker has taken. */
export async function claimedInfer(server: ContractServer) {
  const waiting = await waitingInfer(server);
  const worker = await newWorker(server);
  return { ...waiting, worker, job: (await claim(server, worker)).body.job as AnyJson };
}

export const handIn = (server: ContractServer, job: AnyJson, name: string, bytes: Buffer, asked: Asked = {}) => {
  const query = `attempt=${job.attempt}&file=${randomUUID()}&sha256=${sha256Of(bytes)}`;
  return asWorker(server, `PUT /api/ai-workers/jobs/${job.uuid}/outputs/${encodeURIComponent(name)}?${query}`, {
    payload: bytes,
    ...asked,
  });
};

export const LABELS = Buffer.from('label map');

export async function handInResult(server: ContractServer, job: AnyJson, title = 'Head', asked: Asked = {}): Promise<void> {
  const summary = { classes: [{ value: 1, title, voxels: 10, ml: 0.1 }], entropy: null, unlike: [], seconds: 1 };
  await handIn(server, job, 'labels.nii.gz', LABELS, asked);
  await handIn(server, job, 'summary.json', Buffer.from(JSON.stringify(summary)), asked);
}

export const complete = (server: ContractServer, job: AnyJson, asked: Asked = {}) =>
  asWorker(server, `POST /api/ai-workers/jobs/${job.uuid}/complete`, { body: { attempt: job.attempt }, ...asked });

/** An inference with a result. */
export async function doneInfer(server: ContractServer) {
  const claimed = await claimedInfer(server);
  await handInResult(server, claimed.job);
  await complete(server, claimed.job);
  return claimed;
}

/** The uuid of a frozen version with a patient to learn from and one to measure on. */
export async function frozenVersion(
  server: ContractServer,
  titles: readonly string[] = ['Head', 'Tail'],
  asked: Asked = {},
): Promise<string> {
  const { body: dataset } = await server.asAda('POST /api/dataset', {
    body: { uuid: randomUUID(), name: 'Frozen', structure_id: 1 },
    ...asked,
  });
  const uploads = [await registerUpload(server), await registerUpload(server)];
  return addFrozenTestVersion(server.context, dataset.id, uploads, { titles });
}

/** A training that was never started. */
export async function newTraining(server: ContractServer) {
  const model = await newModel(server);
  const body = {
    uuid: randomUUID(),
    model_id: model.id,
    dataset_version: await frozenVersion(server),
    engine: 'trees',
    params: { seconds: 60, seed: 1 },
  };
  const { body: made } = await server.asAda('POST /api/ai2/ai-train', { body });
  return { model, body, training: made.data as AnyJson };
}

export async function startedTraining(server: ContractServer) {
  await emptyQueue(server);
  const made = await newTraining(server);
  await server.asAda(`POST /services/ai2/train/start/${made.training.id}`);
  return made;
}

export async function claimedTraining(server: ContractServer) {
  const made = await startedTraining(server);
  const worker = await newWorker(server);
  return { ...made, worker, job: (await claim(server, worker)).body.job as AnyJson };
}
