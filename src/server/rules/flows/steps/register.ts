import type { AcquisitionCode } from '#contract/acquisitions.ts';
import { makeRegistration } from '#server/rules/registrations/registrations.ts';
import { convertedSeries } from './converted-series.ts';
import { because, type StepRun } from './step-run.ts';

/** The registration has the UUID of this attempt, so that there is one. */
export const registerSeries: StepRun<'register'> = async ({ context, author, study, step, row }) => {
  if (!author.permissions.has('r:studies:detail')) return { is: 'failed', reason: because('refused', 'not_allowed') };
  const seriesOf = (code: AcquisitionCode) => convertedSeries(context.db.read, study.id, code);
  const [fixed, moving] = [await seriesOf(step.fixed), await seriesOf(step.moving)];
  if (fixed === null || moving === null)
    return { is: 'failed', reason: because('series_missing', fixed === null ? step.fixed : step.moving) };
  const { state, failure, result } = await makeRegistration(
    context,
    author,
    { study: study.uuid, uuid: row.uuid },
    { fixed: fixed.uuid, moving: moving.uuid },
  );
  const links = [{ kind: 'registration' as const, id: row.uuid }];
  if (state === 'failed') return { is: 'failed', reason: because('registration_failed', failure ?? '') };
  if (result === null) return { is: 'waiting', state: 'running', reason: because('registering'), links };
  const error = result.error_mm.toFixed(1);
  if (result.error_mm > step.max_mm) return { is: 'failed', reason: because('registration_error', error, step.max_mm) };
  return { is: 'done', reason: because('registered', error), links };
};
