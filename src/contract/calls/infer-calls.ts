import { z } from '#contract/zod.ts';
import { Uuid } from '#contract/entities.ts';
import { InferModel, InferState } from '#contract/infers.ts';
import { RowId } from '#contract/text.ts';

export const INFER_CALLS = {
  createInfer: {
    id: 'CALL-067',
    base: 'services',
    method: 'POST',
    path: 'createInfer',
    /** For anyone who may upload or start inferences; the rule checks that. */
    access: 'member',
    body: z.object({
      /** UUID of a converted series, or ID or UUID of a study (ODD-43). */
      caseId: z.union([Uuid, RowId]),
      modelId: InferModel,
      modelParams: z.record(z.string().max(100), z.union([z.string().max(1_000), z.number(), z.boolean()])).optional(),
    }),
    answer: z.object({ data: z.object({ id: z.number().int(), state: InferState }) }),
    summary: 'Run a model on a series or a study. Returns the existing job while one for the same case and model is waiting or running',
  },
} as const;
