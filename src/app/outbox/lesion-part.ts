import { callApi } from '#api/call-api.ts';
import { changeFailureText } from '#api/failure-texts.ts';
import { mayBeTaken, type ApiFailure, type ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Baseline, FollowUp, Lesion, StudyResponse } from '#contract/lesions.ts';
import { t } from '#language/t.ts';
import type { OutboxWrite } from '#localdb/schema.ts';
import type { LesionWrite } from '#model/lesions/shown-follow-up.ts';
import { followUpsKey } from '#sync/lesions-key.ts';
import type { WritePart } from './write-part.ts';

type Answer = Lesion | StudyResponse | Baseline | null;

/** Lesions, what is said of them, responses, and the baseline of a patient. A change of a version that is out of date is refused, and the message names it. */
export const LESIONS: WritePart<LesionWrite, Answer> = {
  send: sendLesion,
  show({ client, team }, write, answer) {
    if (answer === undefined) return;
    client.setQueriesData<FollowUp>({ queryKey: followUpsKey(team) }, (known) => known && withAnswer(known, write, answer));
  },
  keys: (team) => [followUpsKey(team)],
  refusedText,
  isNeededBy: (write, other) => write.kind === 'lesion' && isOfLesion(other, write.lesion),
};

const isOfLesion = (write: OutboxWrite, lesion: string): boolean =>
  (write.kind === 'lesion-change' || write.kind === 'lesion-finding') && write.lesion === lesion;

/**
 * A server of an earlier version answers this call like a study that is gone (docs/decisions/339). While the study is there, the write waits for a
 * later version.
 */
async function sendLesion(write: LesionWrite): Promise<ApiResult<Answer>> {
  const answer = await callServer(write);
  if (answer.ok || answer.failure.kind !== 'refused' || answer.failure.code !== 'not_found') return answer;
  const existing = await callApi(CALLS.existingStudies, { body: { uuids: [write.study] }, quiet: true });
  if (!existing.ok) return mayBeTaken(existing.failure) ? existing : answer;
  return existing.value.data.includes(write.study) ? { ok: false, failure: { kind: 'network' } } : answer;
}

/** Null: deleted. */
async function callServer(write: LesionWrite): Promise<ApiResult<Answer>> {
  if (write.kind === 'study-response') {
    const { study: uuid, response, base, device, content } = write;
    const answer = await callApi(CALLS.saveResponse, { params: { uuid, response }, body: { ...content, base, device }, quiet: true });
    return answer.ok ? { ok: true, value: answer.value.data } : answer;
  }
  if (write.kind === 'follow-up-baseline') {
    const { study: uuid, baseline, base, device } = write;
    const answer = await callApi(CALLS.saveBaseline, { params: { uuid }, body: { baseline, base, device }, quiet: true });
    return answer.ok ? { ok: true, value: answer.value.data } : answer;
  }
  const params = { uuid: write.study, lesion: write.lesion };
  if (write.kind === 'lesion-deletion') return callApi(CALLS.deleteLesion, { params, quiet: true });
  const { base, device } = write;
  const change =
    write.kind === 'lesion-finding' ? { of: 'finding' as const, ...write.content } : { of: 'lesion' as const, ...write.content };
  const answer = await callApi(CALLS.saveLesion, { params, body: { base, device, change }, quiet: true });
  return answer.ok ? { ok: true, value: answer.value.data } : answer;
}

/** In the lists of all studies of the patient. */
function withAnswer(known: FollowUp, write: LesionWrite, answer: Answer): FollowUp {
  if (answer === null) return { ...known, lesions: known.lesions.filter(({ uuid }) => !('lesion' in write) || uuid !== write.lesion) };
  if (!known.studies.some(({ uuid }) => uuid === write.study)) return known;
  if ('response' in answer) return { ...known, responses: [...known.responses.filter(({ uuid }) => uuid !== answer.uuid), answer] };
  if (!('uuid' in answer)) return { ...known, baseline: answer };
  const others = known.lesions.filter(({ uuid }) => uuid !== answer.uuid);
  return { ...known, lesions: [...others, answer].toSorted((a, b) => a.number - b.number) };
}

function refusedText(failure: ApiFailure, write: LesionWrite, lost: number): string {
  const isConflict = failure.kind === 'refused' && failure.code === 'conflict';
  const why = isConflict ? t('Somebody has changed it in the meantime: it is shown as it is now.') : whyText(failure);
  switch (write.kind) {
    case 'study-response':
      return t('The response was not saved. {why}', { why });
    case 'follow-up-baseline':
      return t('The baseline was not changed. {why}', { why });
    case 'lesion-deletion':
      return t('The lesion “{title}” was not deleted. {why}', { title: write.title, why });
    case 'lesion-finding':
      return t('What you said of the lesion “{title}” was not saved. {why} Measurements are not affected.', { title: write.title, why });
    default: {
      return lost > 0
        ? t('The lesion “{title}” was not saved. {why} Nor was what you said of it. Measurements are not affected.', {
            ...{ title: write.content.title, why },
          })
        : t('The lesion “{title}” was not saved. {why}', { title: write.content.title, why });
    }
  }
}

const whyText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: t('The study is no longer there, or you may no longer see it.'),
    lesion_deleted: t('It was deleted in the meantime, or is one of another patient.'),
    too_large: failure.kind === 'refused' && failure.limit ? t('There are at most {max}.', { max: failure.limit.max }) : undefined,
  });
