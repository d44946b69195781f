import { LIMITS } from '#contract/limits.ts';
import { completeJob, failJob } from '#server/rules/ai/jobs/complete.ts';
import { openInput } from '#server/rules/ai/jobs/inputs.ts';
import { saveOutput } from '#server/rules/ai/jobs/outputs.ts';
import { reportProgress } from '#server/rules/ai/jobs/progress.ts';
import { claimedToWire, claimFor, registerWorker } from '#server/rules/ai/workers.ts';
import type { Handlers } from './handlers.ts';

const leaseSeconds = LIMITS.workerLeaseMs / 1_000;

/** The protocol of workers from outside: docs/workers.md. */
export const aiWorkerRoutes = {
  registerWorker: async ({ context, caller, body }) => ({
    worker: await registerWorker(context, caller.keyId, body),
    ...{ leaseSeconds, pollSeconds: LIMITS.workerPollMs / 1_000 },
  }),
  claimJob: async ({ context, caller, params, body, http }) => {
    const of = { keyId: caller.keyId, worker: params.uuid, waitMs: body.waitSeconds * 1_000, left: http.left };
    const claimed = await claimFor(context, of);
    return { job: claimed === null ? null : await claimedToWire(context, claimed, `${http.scheme}://${http.host}`) };
  },
  jobProgress: async ({ context, caller, params, body: { attempt, ...progress } }) => {
    await reportProgress(context, { keyId: caller.keyId, job: params.uuid, attempt }, progress);
    return { cancel: false, leaseSeconds };
  },
  jobOutput: async ({ context, caller, params, query: { attempt, ...part }, body }) => {
    await saveOutput(context, { keyId: caller.keyId, job: params.uuid, attempt }, { name: params.name, ...part, bytes: body });
    return { data: null };
  },
  jobInput: ({ context, params, http }) => openInput(context, params, (what) => http.concerns(what)),
  completeJob: async ({ context, caller, params, body: { attempt } }) => {
    await completeJob(context, { keyId: caller.keyId, job: params.uuid, attempt });
    return { data: null };
  },
  failJob: async ({ context, caller, params, body: { attempt, ...why } }) => {
    await failJob(context, { keyId: caller.keyId, job: params.uuid, attempt }, why);
    return { data: null };
  },
} satisfies Partial<Handlers>;
