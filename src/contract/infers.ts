import { z } from './zod.ts';

/** CONST-58. */
export const INFER_MODELS = ['total6mm', 'total', 'total-mr6mm', 'total-mr'] as const;
/** One of these, which workers bring, or the id of a model of the team. */
export const InferModel = z.union([z.enum(INFER_MODELS), z.string().regex(/^[1-9]\d{0,14}$/)]);
export type InferModel = z.infer<typeof InferModel>;

/**
 * Which modalities a model supports, and which models a converted series is queued for automatically (CONV-014 to 016). A Map, because the modality
 * comes from the file and could be `__proto__`.
 */
export const MODELS_OF_MODALITY: ReadonlyMap<string, readonly InferModel[]> = new Map([
  ['CT', ['total6mm', 'total']],
  ['MR', ['total-mr6mm', 'total-mr']],
] as const);

/** OQ-15. Stays `queued` until an AI worker takes it. */
export const InferState = z.enum(['queued', 'running', 'done', 'failed']);
export type InferState = z.infer<typeof InferState>;

/** A model run on a series or a study, planned or done. `model`: its name. */
export const Infer = z.object({ id: z.number().int(), model: z.string(), state: InferState });
export type Infer = z.infer<typeof Infer>;
