import { z } from './zod.ts';

/** CONST-58. */
export const INFER_MODELS = ['total6mm', 'total', 'total-mr6mm', 'total-mr'] as const;
export const InferModel = z.enum(INFER_MODELS);
export type InferModel = z.infer<typeof InferModel>;

/**
 * For which images a model is made, and which models a converted series of these waits for by itself (CONV-014 to 016). A modality is what a file says
 * it is, `__proto__` included.
 */
export const MODELS_OF_MODALITY: ReadonlyMap<string, readonly InferModel[]> = new Map([
  ['CT', ['total6mm', 'total']],
  ['MR', ['total-mr6mm', 'total-mr']],
] as const);

/** OQ-15. Nothing leaves `queued` until an AI worker takes it. */
export const InferState = z.enum(['queued', 'running', 'done', 'failed']);
export type InferState = z.infer<typeof InferState>;

/** A model that looks, or is to look, at a series or a study. */
export const Infer = z.object({ id: z.number().int(), model: InferModel, state: InferState });
export type Infer = z.infer<typeof Infer>;
