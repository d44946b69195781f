import { because, type StepRun } from './step-run.ts';

const HOUR_MS = 3_600_000;

/** Series that were announced count: their acquisition is known before their bytes are. */
export const waitForAcquisitions: StepRun<'wait'> = async ({ context, study, step, row }) => {
  const found = await context.db.read
    .selectFrom('series')
    .select('acquisition_code')
    .distinct()
    .where('study_id', '=', study.id)
    .where('acquisition_code', 'is not', null)
    .execute();
  const missing = step.acquisitions.filter((code) => !found.some(({ acquisition_code }) => acquisition_code === code));
  if (missing.length === 0) return { is: 'done', reason: because('acquisitions_found', ...step.acquisitions) };
  const until = (row.started_at ?? context.now()) + step.hours * HOUR_MS;
  if (context.now() >= until) return { is: 'failed', reason: because('acquisitions_missing', ...missing) };
  return { is: 'waiting', state: 'waits_data', reason: because('acquisitions_missing', ...missing), until };
};

const ENDED = ['converted', 'error'];

/** The server converts every series as soon as its bytes are verified: nothing is queued here. */
export const waitForConversion: StepRun<'convert'> = async ({ context, study }) => {
  const series = await context.db.read.selectFrom('series').select('state').where('study_id', '=', study.id).execute();
  const converted = series.filter(({ state }) => state === 'converted').length;
  const ended = series.filter(({ state }) => ENDED.includes(state)).length;
  if (ended < series.length || series.length === 0) {
    const isArriving = series.length === 0 || series.some(({ state }) => state === 'receiving');
    return { is: 'waiting', state: isArriving ? 'waits_data' : 'running', reason: because('converting', converted, series.length) };
  }
  if (converted === 0) return { is: 'failed', reason: because('nothing_converted', series.length) };
  return { is: 'done', reason: because('converted', converted, series.length) };
};
