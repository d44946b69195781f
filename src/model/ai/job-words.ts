import type { JobFailure } from '#contract/ai/trainings.ts';
import { t } from '#language/t.ts';

/** Why a training or an inference failed, and what to do about it. Shown on several pages, so it stands here. */
export const FAILURE_WORDS: Record<JobFailure, { fact: string; next: string }> = {
  out_of_memory: { fact: t('The worker had too little memory'), next: t('Run it on a worker with more memory.') },
  bad_input: { fact: t('The worker could not use the images'), next: t('Its log says more. Trying again does not help.') },
  cancelled: { fact: t('Cancelled'), next: '' },
  error: { fact: t('The worker failed'), next: t('Its log says more. Try again, or run it on another worker.') },
  lost: { fact: t('The worker was lost, each time it was tried'), next: t('Another worker takes it if you try again.') },
  no_worker: { fact: t('No worker could take it'), next: t('Start a worker that can, then try again.') },
  no_series: { fact: t('No series of the study suits the model'), next: t('Trying again does not help.') },
  withdrawn: { fact: t('The version was withdrawn before it ran'), next: t('Choose a model with a promoted version.') },
};

/** Failures after which the same job may succeed. */
export const MAY_SUCCEED: ReadonlySet<JobFailure> = new Set(['out_of_memory', 'error', 'lost', 'no_worker', 'cancelled']);
