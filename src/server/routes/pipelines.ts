import { cancelFlow, retryFlow, retryFlows, skipFlowStep } from '#server/rules/flows/change-flow.ts';
import { listFlows, readFlow } from '#server/rules/flows/flows.ts';
import { startFlows } from '#server/rules/flows/start-flows.ts';
import { deleteBlueprint, listBlueprints, saveBlueprint } from '#server/rules/pipelines/blueprints.ts';
import { findProblems, pipelineChoices } from '#server/rules/pipelines/choices.ts';
import { createPipeline, deletePipeline, readPipeline, savePipeline } from '#server/rules/pipelines/pipelines.ts';
import type { Handlers } from './handlers.ts';

export const pipelineRoutes = {
  createPipeline: async ({ context, caller, body }) => ({ data: await createPipeline(context, caller, body) }),
  pipelineChoices: async ({ context, caller }) => ({ data: await pipelineChoices(context.db.read, caller) }),
  checkPipeline: async ({ context, caller, body }) => ({ data: await findProblems(context.db.read, caller, body) }),
  pipeline: async ({ context, caller, params }) => ({ data: await readPipeline(context.db.read, caller, Number(params.id)) }),
  savePipeline: async ({ context, caller, params, body }) => ({ data: await savePipeline(context, caller, Number(params.id), body) }),
  deletePipeline: async ({ context, caller, params }) => {
    await deletePipeline(context, caller, Number(params.id));
    return null;
  },
  blueprints: async ({ context, caller }) => ({ data: await listBlueprints(context.db.read, caller) }),
  saveBlueprint: async ({ context, caller, params, body }) => ({ data: await saveBlueprint(context, caller, params.uuid, body) }),
  deleteBlueprint: async ({ context, caller, params }) => {
    await deleteBlueprint(context, caller, params.uuid);
    return null;
  },
  flows: ({ context, caller, query }) => listFlows(context, caller, query),
  startFlows: ({ context, caller, body }) => startFlows(context, caller, body),
  retryFlows: ({ context, caller, body }) => retryFlows(context, caller, body.flows),
  flow: async ({ context, caller, params }) => ({ data: await readFlow(context.db.read, caller, Number(params.id)) }),
  retryFlow: async ({ context, caller, params, body }) => ({ data: await retryFlow(context, caller, Number(params.id), body.step) }),
  skipFlowStep: async ({ context, caller, params, body }) => ({ data: await skipFlowStep(context, caller, Number(params.id), body) }),
  cancelFlow: async ({ context, caller, params }) => ({ data: await cancelFlow(context, caller, Number(params.id)) }),
} satisfies Partial<Handlers>;
