import type { TrainingState } from '#contract/ai/trainings.ts';

/** While something changes by itself, a page that is visible asks so often. News of the team come besides. */
export const ASK_AGAIN_MS = 5_000;

const MOVING: ReadonlySet<TrainingState> = new Set(['queued', 'uploading', 'running']);

/** How long to wait before a list of trainings is asked for again; false: until there is news. */
export const trainingsAskedAgain = (trainings: readonly { state: TrainingState }[] | undefined): number | false =>
  trainings?.some(({ state }) => MOVING.has(state)) === true && ASK_AGAIN_MS;

/** The same of inferences, by how many wait and run. */
export const infersAskedAgain = (counts: readonly { queued: number; running: number }[] | undefined): number | false =>
  counts?.some(({ queued, running }) => queued + running > 0) === true && ASK_AGAIN_MS;
