import type { Baseline, SavedBaseline } from '#contract/lesions.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { studiesOfTeam } from '#server/rules/studies/studies.ts';
import { baselineOf, isBaselineSeen, toBaseline } from './baseline-of.ts';
import { changeLesions } from './change-lesions.ts';
import { seenOfPatient } from './lesions-of.ts';

/** PCALL-193: one of a patient, whichever of the studies it is chosen at. Versions are those of a lesion. */
export async function saveBaseline(
  context: ServerContext,
  caller: Member,
  study: string,
  { base, device, baseline }: SavedBaseline,
): Promise<Baseline> {
  return changeLesions(context, caller, study, async (tx, at, now) => {
    const stored = await baselineOf(tx, caller, at.patient_id);
    if (stored !== undefined && !isBaselineSeen(stored, await seenOfPatient(tx, caller, at), caller)) throw new Refusal('conflict');
    const studyId = baseline === null ? null : await studyOfPatient(baseline);
    if (stored !== undefined && stored.study_id === studyId) return { isChanged: false, answer: toBaseline(stored) };
    if (stored !== undefined && stored.version !== base && stored.device !== device) throw new Refusal('conflict');
    const version = (stored?.version ?? base) + 1;
    const values = { study_id: studyId, user_id: caller.userId, version, device, updated_at: now };
    if (stored === undefined)
      await tx
        .insertInto('follow_up_baseline')
        .values({ ...values, patient_id: at.patient_id, created_at: now })
        .execute();
    else await tx.updateTable('follow_up_baseline').set(values).where('id', '=', stored.id).execute();
    return { isChanged: true, answer: toBaseline((await baselineOf(tx, caller, at.patient_id))!) };

    /** One that was deleted or moved meanwhile is a conflict: a device takes `not_found` for an older server, and waits. */
    async function studyOfPatient(uuid: string): Promise<number> {
      const found = await studiesOfTeam(tx, caller.teamId)
        .select('study.id')
        .where('study.uuid', '=', uuid)
        .where('study.patient_id', '=', at.patient_id)
        .executeTakeFirst();
      if (found === undefined) throw new Refusal('conflict');
      return found.id;
    }
  });
}
