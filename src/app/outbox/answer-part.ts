import { callApi } from '#api/call-api.ts';
import { changeFailureText } from '#api/failure-texts.ts';
import { mayBeTaken, type ApiFailure, type ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { FormAnswer, StudyForms } from '#contract/forms.ts';
import { t } from '#language/t.ts';
import { keepAnswerAside } from '#localdb/outbox/answers.ts';
import type { FormAnswerWrite } from '#model/forms/shown-answers.ts';
import { studyFormsKey } from '#sync/forms-key.ts';
import type { WritePart } from './write-part.ts';

/** Saved and deleted answers of forms. What is refused because another version or a closed answer is on the server is kept aside. */
export const ANSWERS: WritePart<FormAnswerWrite, FormAnswer | null> = {
  send: sendAnswer,
  show({ client, team }, { study, answer }, saved) {
    if (saved === undefined) return;
    client.setQueryData<StudyForms>(studyFormsKey(team, study), (known) => known && withAnswer(known, answer, saved));
  },
  keys: (team, { study }) => [studyFormsKey(team, study)],
  refusedText,
  async storeInstead(db, _, { seq, write, failure }) {
    if (write.kind === 'form-answer' && whyAside(failure, write) !== null) await keepAnswerAside(db, seq, write);
  },
};

/**
 * A server of an earlier version answers this call like a study that is gone (docs/decisions/339). While the study is there, the write waits for a
 * later version.
 */
async function sendAnswer(write: FormAnswerWrite): Promise<ApiResult<FormAnswer | null>> {
  const answer = await callServer(write);
  if (answer.ok || answer.failure.kind !== 'refused' || answer.failure.code !== 'not_found') return answer;
  const existing = await callApi(CALLS.existingStudies, { body: { uuids: [write.study] }, quiet: true });
  if (!existing.ok) return mayBeTaken(existing.failure) ? existing : answer;
  return existing.value.data.includes(write.study) ? { ok: false, failure: { kind: 'network' } } : answer;
}

/** Null: deleted. */
async function callServer(write: FormAnswerWrite): Promise<ApiResult<FormAnswer | null>> {
  const params = { uuid: write.study, answer: write.answer };
  if (write.kind === 'form-answer-deletion') return callApi(CALLS.deleteAnswer, { params, quiet: true });
  const { base, device, subject, content } = write;
  const answer = await callApi(CALLS.saveAnswer, { params, body: { ...subject, ...content, base, device }, quiet: true });
  return answer.ok ? { ok: true, value: answer.value.data } : answer;
}

function withAnswer(known: StudyForms, uuid: string, saved: FormAnswer | null): StudyForms {
  const at = known.answers.findIndex((each) => each.uuid === uuid);
  if (saved === null) return { ...known, answers: known.answers.filter((_, index) => index !== at) };
  return { ...known, answers: at < 0 ? [...known.answers, saved] : known.answers.with(at, saved) };
}

/** What is said if what somebody answered is kept aside; null: it is not. What was aside already is not kept twice. */
function whyAside(failure: ApiFailure, { subject }: Extract<FormAnswerWrite, { kind: 'form-answer' }>): string | null {
  if (failure.kind !== 'refused' || subject.aside) return null;
  switch (failure.code) {
    case 'conflict':
      return t('An answer was changed on another device in the meantime. Yours is kept beside it: open the form to choose.');
    case 'answer_deleted':
      return t('An answer was deleted in the meantime. Yours is kept beside it: open the form to choose.');
    case 'read_closed':
      return t('An answer belongs to a read that is finished. Yours is kept beside it: open the form to choose.');
    default:
      return null;
  }
}

function refusedText(failure: ApiFailure, write: FormAnswerWrite): string {
  if (write.kind === 'form-answer-deletion') return t('The answer was not deleted. {why}', { why: whyText(failure) });
  const aside = whyAside(failure, write);
  if (aside !== null) return aside;
  return t('An answer was not saved. {why}', { why: whyText(failure) });
}

const whyText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: t('The study is no longer there, or you may no longer see it.'),
    read_closed: t('The read is finished.'),
    too_large:
      failure.kind === 'refused' && failure.limit ? t('A study has at most {max} answers.', { max: failure.limit.max }) : undefined,
  });
