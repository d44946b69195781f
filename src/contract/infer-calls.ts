import { z } from './zod.ts';
import { Uuid } from './entities.ts';
import { InferModel, InferState } from './infers.ts';
import { RowId } from './text.ts';

export const INFER_CALLS = {
  createInfer: {
    id: 'CALL-067',
    base: 'services',
    method: 'POST',
    path: 'createInfer',
    /** Who may upload or start inferences; the rule looks. */
    access: 'member',
    body: z.object({
      /** UUID of a converted series, or id or UUID of a study (ODD-43). */
      caseId: z.union([Uuid, RowId]),
      modelId: InferModel,
      modelParams: z.record(z.string().max(100), z.union([z.string().max(1_000), z.number(), z.boolean()])).optional(),
    }),
    answer: z.object({ data: z.object({ id: z.number().int(), state: InferState }) }),
    summary: 'Let a model look at a series or a study; the same job while one of this case and model waits or runs',
  },
} as const;
