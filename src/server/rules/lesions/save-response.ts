import { LIMITS } from '#contract/limits.ts';
import type { SavedResponse, StudyResponse } from '#contract/lesions.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { changeLesions } from './change-lesions.ts';
import { responsesOf, toResponse } from './lesions-of.ts';

/** PCALL-126: the statement of its author, who alone changes it. */
export async function saveResponse(
  context: ServerContext,
  caller: Member,
  { study, uuid }: { study: string; uuid: string },
  { base, device, response, suggested }: SavedResponse,
): Promise<StudyResponse> {
  return changeLesions(context, caller, study, async (tx, { id: studyId }, now) => {
    const find = () =>
      responsesOf(tx).where('study_response.study_id', '=', studyId).where('study_response.uuid', '=', uuid).executeTakeFirst();
    const stored = await find();
    if (stored !== undefined && stored.user_id !== caller.userId) throw new Refusal('not_allowed');
    if (stored !== undefined && stored.response === response && stored.suggested === suggested)
      return { isChanged: false, answer: toResponse(stored, caller) };
    if (stored !== undefined && stored.version !== base && stored.device !== device) throw new Refusal('conflict');
    const values = { response, suggested, version: (stored?.version ?? base) + 1, device, updated_at: now };
    if (stored === undefined) {
      const { count } = await tx
        .selectFrom('study_response')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('study_id', '=', studyId)
        .executeTakeFirstOrThrow();
      const max = LIMITS.responsesPerStudy;
      if (count >= max) throw new Refusal('too_large', { limit: { name: 'responsesPerStudy', max } });
      await tx
        .insertInto('study_response')
        .values({ ...values, study_id: studyId, uuid, user_id: caller.userId, created_at: now })
        .execute();
    } else await tx.updateTable('study_response').set(values).where('id', '=', stored.id).execute();
    return { isChanged: true, answer: toResponse((await find())!, caller) };
  });
}
