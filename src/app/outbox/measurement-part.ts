import { callApi } from '#api/call-api.ts';
import { changeFailureText } from '#api/failure-texts.ts';
import { mayBeTaken, type ApiFailure, type ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Measurement } from '#contract/measurements.ts';
import { t } from '#language/t.ts';
import { keepAsOwn } from '#localdb/outbox/measurements.ts';
import type { MeasurementWrite } from '#model/measurements/shown-measurements.ts';
import { measurementsKey } from '#sync/measurements-key.ts';
import type { WritePart } from './write-part.ts';

/** Saved and deleted measurements. A change of a version that is out of date becomes a measurement of its own. */
export const MEASUREMENTS: WritePart<MeasurementWrite, Measurement | null> = {
  send: sendMeasurement,
  show({ client, team }, { study, measurement }, saved) {
    if (saved === undefined) return;
    client.setQueryData<Measurement[]>(measurementsKey(team, study), (list) => list && withAnswer(list, measurement, saved));
  },
  keys: (team, { study }) => [measurementsKey(team, study)],
  refusedText,
  async storeInstead(db, { client, team }, { seq, write, failure }) {
    if (write.kind !== 'measurement' || !isConflict(failure)) return;
    const { stored } = failure;
    if (stored !== undefined)
      client.setQueryData<Measurement[]>(measurementsKey(team, write.study), (list) => list && withAnswer(list, stored.uuid, stored));
    await keepAsOwn(db, seq, write);
  },
};

/**
 * A server of an earlier version answers this call like a study that is gone (docs/decisions/339). While the study is there, the write waits for a
 * later version.
 */
async function sendMeasurement(write: MeasurementWrite): Promise<ApiResult<Measurement | null>> {
  const answer = await callServer(write);
  if (answer.ok || answer.failure.kind !== 'refused' || answer.failure.code !== 'not_found') return answer;
  const existing = await callApi(CALLS.existingStudies, { body: { uuids: [write.study] }, quiet: true });
  if (!existing.ok) return mayBeTaken(existing.failure) ? existing : answer;
  return existing.value.data.includes(write.study) ? { ok: false, failure: { kind: 'network' } } : answer;
}

/** Null: deleted. */
async function callServer(write: MeasurementWrite): Promise<ApiResult<Measurement | null>> {
  const params = { uuid: write.study, measurement: write.measurement };
  if (write.kind === 'measurement-deletion') return callApi(CALLS.deleteMeasurement, { params, quiet: true });
  const { base, device, content } = write;
  const answer = await callApi(CALLS.saveMeasurement, { params, body: { ...content, base, device }, quiet: true });
  return answer.ok ? { ok: true, value: answer.value.data } : answer;
}

function withAnswer(list: readonly Measurement[], uuid: string, saved: Measurement | null): Measurement[] {
  const others = list.filter((each) => each.uuid !== uuid);
  return saved === null ? others : [...others, saved].toSorted((a, b) => a.number - b.number);
}

/** Somebody else has saved another version. */
const isConflict = (failure: ApiFailure): failure is Refused => failure.kind === 'refused' && failure.code === 'conflict';
type Refused = Extract<ApiFailure, { kind: 'refused' }>;

function refusedText(failure: ApiFailure, write: MeasurementWrite): string {
  if (write.kind === 'measurement-deletion') return t('The measurement was not deleted. {why}', { why: whyText(failure) });
  const { text } = write.content;
  if (isConflict(failure))
    return text === ''
      ? t('The measurement was changed in the meantime. Your change is kept as a measurement of its own.')
      : t('The measurement “{text}” was changed in the meantime. Your change is kept as a measurement of its own.', { text });
  const why = whyText(failure);
  return text === ''
    ? t('The measurement was not saved. {why}', { why })
    : t('The measurement “{text}” was not saved. {why}', { text, why });
}

const whyText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: t('The study is no longer there, or you may no longer see it.'),
    measurement_deleted: t('It was deleted in the meantime.'),
    too_large:
      failure.kind === 'refused' && failure.limit ? t('A study has at most {max} measurements.', { max: failure.limit.max }) : undefined,
  });
