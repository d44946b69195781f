import type { JobFailure } from '#contract/ai/trainings.ts';

/** Why a training or an inference failed, and what to do about it. Shown on several pages, so it stands here. */
export const FAILURE_WORDS: Record<JobFailure, { fact: string; next: string }> = {
  out_of_memory: { fact: 'The worker had too little memory', next: 'Run it on a worker with more memory.' },
  bad_input: { fact: 'The worker could not use the images', next: 'Its log says more. Trying again does not help.' },
  cancelled: { fact: 'Cancelled', next: '' },
  error: { fact: 'The worker failed', next: 'Its log says more. Try again, or run it on another worker.' },
  lost: { fact: 'The worker was lost, each time it was tried', next: 'Another worker takes it if you try again.' },
  no_worker: { fact: 'No worker could take it', next: 'Start a worker that can, then try again.' },
  no_series: { fact: 'No series of the study suits the model', next: 'Trying again does not help.' },
  withdrawn: { fact: 'The version was withdrawn before it ran', next: 'Choose a model with a promoted version.' },
};

/** Failures after which the same job may succeed. */
export const MAY_SUCCEED: ReadonlySet<JobFailure> = new Set(['out_of_memory', 'error', 'lost', 'no_worker', 'cancelled']);
