import { addForeignVersion } from '#server/rules/ai/foreign-version.ts';
import { promoteVersion, runnableModels, withdrawVersion } from '#server/rules/ai/versions.ts';
import { createBatch, listBatches, moveBatch, retryBatch } from '#server/rules/ai/batches.ts';
import { readConfiguration, saveConfiguration } from '#server/rules/ai/configuration.ts';
import { fileAnswer, saveFilePart } from '#server/rules/ai/files.ts';
import { cancelInfer, listInfers, readInfer, retryInfer } from '#server/rules/ai/inferences.ts';
import { createModel, deleteModel, listModels, modelDetail, saveModel } from '#server/rules/ai/models.ts';
import { requireVersion } from '#server/rules/ai/model-rows.ts';
import { nextCases } from '#server/rules/ai/next-cases.ts';
import { decideProposal, proposalLabels, proposalsOf } from '#server/rules/ai/proposals.ts';
import {
  createTraining,
  listTrainings,
  startTraining,
  stopTraining,
  trainingDetail,
  trainingPreview,
  trainSegmentations,
} from '#server/rules/ai/trainings.ts';
import { createWorkerKey, drainWorker, revokeWorkerKey, workerOverview } from '#server/rules/ai/workers.ts';
import type { Handlers } from './handlers.ts';

export const aiRoutes = {
  aiModels: ({ context, caller, query }) => listModels(context, caller, query),
  createAiModel: async ({ context, caller, body }) => ({ data: await createModel(context, caller, body) }),
  saveAiModel: async ({ context, caller, params, body }) => ({ data: await saveModel(context, caller, Number(params.id), body) }),
  deleteAiModel: async ({ context, caller, params }) => {
    await deleteModel(context, caller, Number(params.id));
    return { data: null };
  },
  aiModel: async ({ context, caller, params }) => ({ data: await modelDetail(context.db.read, caller, Number(params.id), context.now()) }),
  nextCases: async ({ context, caller, params }) => ({ data: await nextCases(context, caller, Number(params.id)) }),
  sendAiFile: async ({ context, caller, params, query, body }) => {
    const part = { uuid: params.uuid, part: Number(params.part), parts: query.parts, sha256: query.sha256, bytes: body };
    await saveFilePart(context, { teamId: caller.teamId, folder: `team-${caller.teamId}/`, ...part });
    return { data: null };
  },
  promoteVersion: async ({ context, caller, params, body }) => ({ data: await promoteVersion(context, caller, params.uuid, body.reason) }),
  withdrawVersion: async ({ context, caller, params, body }) => ({
    data: await withdrawVersion(context, caller, params.uuid, body.reason),
  }),
  versionFile: async ({ context, caller, params }) => {
    const { file_id } = await requireVersion(context.db.read, caller, params.uuid);
    return fileAnswer(context, file_id, 'application/octet-stream');
  },
  runnableModels: async ({ context, caller }) => ({ data: await runnableModels(context, caller) }),
  modelConfiguration: async ({ context, caller }) => ({ data: await readConfiguration(context.db.read, caller.teamId) }),
  saveModelConfiguration: async ({ context, caller, body }) => ({ data: await saveConfiguration(context, caller, body) }),
  aiTrainings: ({ context, caller, query }) => listTrainings(context, caller, query),
  createAiTraining: async ({ context, caller, body }) => ({ data: await createTraining(context, caller, body) }),
  aiTraining: async ({ context, caller, params }) => ({
    data: await trainingDetail(context.db.read, caller, Number(params.id), context.now()),
  }),
  trainSegmentations: async ({ context, caller, params, query }) => ({
    data: await trainSegmentations(context, caller, Number(params.modelId), query.segmentationId.split(',').map(Number)),
  }),
  startTraining: async ({ context, caller, params }) => {
    const id = Number(params.trainingId);
    await startTraining(context, caller, id);
    return { data: { id, state: 'started' } };
  },
  stopTraining: async ({ context, caller, params }) => {
    const id = Number(params.trainId);
    await stopTraining(context, caller, id);
    return { data: { id, state: 'stopped' } };
  },
  trainingPreview: ({ context, caller, params }) => trainingPreview(context, caller, Number(params.id), params.name),
  aiInfers: ({ context, caller, query }) => listInfers(context, caller, query),
  aiInfer: async ({ context, caller, params }) => ({ data: await readInfer(context, caller, Number(params.id)) }),
  cancelInfer: async ({ context, caller, params }) => ({ data: await cancelInfer(context, caller, Number(params.id)) }),
  retryInfer: async ({ context, caller, params }) => ({ data: await retryInfer(context, caller, Number(params.id)) }),
  inferBatches: async ({ context, caller }) => ({ data: await listBatches(context, caller) }),
  createInferBatch: async ({ context, caller, body, http }) => {
    http.concerns({ subjects: body.studies });
    return { data: await createBatch(context, caller, body) };
  },
  retryInferBatch: async ({ context, caller, params }) => ({ data: await retryBatch(context, caller, params.uuid) }),
  moveInferBatch: async ({ context, caller, params, body }) => ({ data: await moveBatch(context, caller, params.uuid, body.state) }),
  proposals: ({ context, caller, params }) => proposalsOf(context, caller, params.uuid),
  proposalLabels: ({ context, caller, params }) => proposalLabels(context, caller, params.uuid, Number(params.id)),
  decideProposal: async ({ context, caller, params, body }) => ({
    data: await decideProposal(context, caller, { study: params.uuid, id: Number(params.id), value: Number(params.value) }, body),
  }),
  aiWorkers: async ({ context, caller }) => ({ data: await workerOverview(context, caller) }),
  createWorkerKey: async ({ context, caller, body }) => ({ data: await createWorkerKey(context, caller, body) }),
  revokeWorkerKey: async ({ context, caller, params }) => ({ data: await revokeWorkerKey(context, caller, Number(params.id)) }),
  drainWorker: async ({ context, caller, params, body }) => ({ data: await drainWorker(context, caller, params.uuid, body.draining) }),
} satisfies Partial<Handlers>;

/** Models of other makers. Reading their files is implemented elsewhere. */
export const modelFileRoutes = (check: Parameters<typeof addForeignVersion>[1]) =>
  ({
    addModelVersion: async ({ context, caller, params, body: version, http: { left } }) => ({
      data: await addForeignVersion(context, check, caller, { modelId: Number(params.id), version, left }),
    }),
  }) satisfies Partial<Handlers>;
