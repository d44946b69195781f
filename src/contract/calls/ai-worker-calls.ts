import { z } from '#contract/zod.ts';
import { ClaimedJob, FailedJob, JobFileName, JobProgress, Registration } from '#contract/ai/workers.ts';
import { Sha256, Uuid } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';

const OfJob = z.object({ uuid: Uuid });
const Attempt = z.coerce.number().int().min(1);

/** The protocol of AI workers: docs/workers.md. They come from outside with a key, and poll. */
export const AI_WORKER_CALLS = {
  registerWorker: {
    id: 'PCALL-170',
    base: 'api',
    method: 'POST',
    path: 'ai-workers/register',
    access: 'worker-key',
    body: Registration,
    answer: z.object({ worker: Uuid, leaseSeconds: z.number().int(), pollSeconds: z.number().int() }),
    summary: 'Register a worker. The same name and key is the same worker',
  },
  claimJob: {
    id: 'PCALL-171',
    base: 'api',
    method: 'POST',
    path: 'ai-workers/:uuid/claim',
    access: 'worker-key',
    params: OfJob,
    body: z.object({
      waitSeconds: z
        .number()
        .int()
        .min(0)
        .max(LIMITS.workerPollMs / 1_000),
    }),
    answer: z.object({ job: ClaimedJob.nullable() }),
    repeats: true,
    summary: 'Wait for a job and lease it; null if there is none',
  },
  jobProgress: {
    id: 'PCALL-172',
    base: 'api',
    method: 'POST',
    path: 'ai-workers/jobs/:uuid/progress',
    access: 'worker-key',
    params: OfJob,
    body: JobProgress,
    answer: z.object({ cancel: z.boolean(), leaseSeconds: z.number().int() }),
    repeats: true,
    summary: 'Say how far a job is, and extend its lease. `lease_lost`: it is no longer with this worker',
  },
  jobOutput: {
    id: 'PCALL-173',
    base: 'api',
    method: 'PUT',
    path: 'ai-workers/jobs/:uuid/outputs/:name',
    access: 'worker-key',
    params: z.object({ uuid: Uuid, name: JobFileName }),
    query: z.object({
      attempt: Attempt,
      /** Made by the worker for each file that it sends, the same for all its parts. */
      file: Uuid,
      part: z.coerce.number().int().min(0).max(LIMITS.aiFileParts).default(0),
      parts: z.coerce.number().int().min(1).max(LIMITS.aiFileParts).default(1),
      /** Of this part. */
      sha256: Sha256,
    }),
    bodyKind: 'chunk',
    answer: z.object({ data: z.null() }),
    summary: 'Hand in a part of a file. The last one of a name counts',
  },
  jobInput: {
    id: 'PCALL-174',
    base: 'api',
    method: 'GET',
    path: 'ai-workers/inputs/:ticket/:name',
    access: 'ticket',
    params: z.object({ ticket: z.string().regex(/^[A-Za-z0-9_-]{43}$/), name: JobFileName }),
    answerKind: 'bytes',
    summary: 'An input of a job. The address ends with its lease',
  },
  completeJob: {
    id: 'PCALL-175',
    base: 'api',
    method: 'POST',
    path: 'ai-workers/jobs/:uuid/complete',
    access: 'worker-key',
    params: OfJob,
    body: z.object({ attempt: z.number().int().min(1) }),
    answer: z.object({ data: z.null() }),
    summary: 'End a job. Its outputs are checked first',
  },
  failJob: {
    id: 'PCALL-176',
    base: 'api',
    method: 'POST',
    path: 'ai-workers/jobs/:uuid/fail',
    access: 'worker-key',
    params: OfJob,
    body: FailedJob,
    answer: z.object({ data: z.null() }),
    summary: 'Give up a job, with the reason',
  },
} as const;
