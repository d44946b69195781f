import { Uuid } from '#contract/entities.ts';
import { z } from '#contract/zod.ts';

/**
 * Why a case may teach a model something:
 * - `unsure`: the prediction is among the least sure third, or less sure than those of the training;
 * - `unlike`: the image is unlike those of the training;
 * - `empty`: the model found nothing;
 * - `unknown`: how sure it was is not known.
 */
export const CASE_REASONS = ['unsure', 'unlike', 'empty', 'unknown'] as const;
export const CaseReason = z.enum(CASE_REASONS);
export type CaseReason = z.infer<typeof CaseReason>;

export const NextCase = z.object({
  study: z.object({
    uuid: Uuid,
    /** Empty if the caller may not see studies. */
    patientName: z.string(),
    modality: z.string(),
  }),
  /** Id of the inference. */
  infer: z.number().int(),
  reasons: z.array(CaseReason).max(CASE_REASONS.length),
});
export type NextCase = z.infer<typeof NextCase>;

/** What of the results of a model could be annotated next, in no particular order, which stays the same. */
export const NextCases = z.object({
  /** Number of the promoted version; null: none is, or it corrects by clicks. */
  version: z.number().int().nullable(),
  /** The first ones. */
  data: z.array(NextCase),
  total: z.number().int(),
});
export type NextCases = z.infer<typeof NextCases>;
