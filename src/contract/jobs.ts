/** Names of the background jobs. The worker refuses to start if one of them has no handler. */
export const JOB_NAMES = [
  'convert-series',
  'read-series',
  'check-study',
  'read-batch',
  'remove-study',
  'send-mail',
  'freeze-dataset',
  'register-series',
  'advance-flow',
  'file-work',
  'forget-old',
] as const;
export type JobName = (typeof JOB_NAMES)[number];

/** One of each always waits for its next day. */
export const DAILY_JOBS: readonly JobName[] = ['forget-old'];
