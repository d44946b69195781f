/** How a model is run; its comment is the algorithm. */
export type { ModelManifest, Normalisation, TrainedOn } from '#contract/ai/manifest.ts';
