import type { z } from 'zod';
import type { AnswerOf, Calls } from '#contract/calls.ts';
import { marked } from '#language/t.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { registerStudy } from './uploads-register-study.ts';

type Registration = z.infer<Calls['registerStudies']['body']>;

/**
 * CALL-050: the same as CALL-051, for clients that send all studies of an upload together and identify a study by its UID. Each is
 * registered separately: if one is refused, those before it stay, and a repeated request gives them the same ids.
 */
export async function registerStudies(
  context: ServerContext,
  caller: Member,
  { studies, series, session_id }: Registration,
): Promise<AnswerOf<Calls['registerStudies']>> {
  const seriesByUid = Map.groupBy(series, ({ studyInstanceUid }) => studyInstanceUid);
  assertWhole(studies, seriesByUid);
  const registered: { studyInstanceUid: string; uuid: string }[] = [];
  for (const { studyInstanceUid, bodyPart, labels = [], anonymize = false, ...study } of studies) {
    const { originalPatientName = study.patientName, dirty = false } = study;
    const one = { ...study, id: studyInstanceUid, originalPatientName, dirty, series: seriesByUid.get(studyInstanceUid) ?? [] };
    const answer = await registerStudy(context, caller, { study: one, studyInstanceUid, bodyPart, labels, session_id, anonymize });
    registered.push({ studyInstanceUid, uuid: answer.study.uuid });
  }
  return registered;
}

/** Checked before the first is registered: every study occurs once and has a series, every series belongs to one of them. */
function assertWhole(studies: Registration['studies'], seriesByUid: ReadonlyMap<string, unknown>): void {
  const uids = new Set(studies.map(({ studyInstanceUid }) => studyInstanceUid));
  if (uids.size !== studies.length) throw new Refusal('invalid', { errors: { studies: [marked('A study is listed twice.')] } });
  if ([...uids].some((uid) => !seriesByUid.has(uid)))
    throw new Refusal('invalid', { errors: { studies: [marked('A study has no series.')] } });
  if ([...seriesByUid.keys()].some((uid) => !uids.has(uid)))
    throw new Refusal('invalid', { errors: { series: [marked('A series does not belong to any study in this request.')] } });
}
