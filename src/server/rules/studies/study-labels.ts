import type { Label } from '#contract/labels.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { requireStudyRow } from './studies.ts';
import { labelsByStudyId } from './study-labels-and-projects.ts';
import { changeStudy } from './study-links.ts';

/** CALL-030, and CALL-031 if one label is requested. */
export async function labelsOfStudy({ db }: ServerContext, caller: Member, idOrUuid: string, labelId: number | null): Promise<Label[]> {
  const study = await requireStudyRow(db.read, caller, idOrUuid);
  const labels = (await labelsByStudyId(db.read, [study.id])).get(study.id) ?? [];
  return labelId === null ? labels : labels.filter((label) => label.label_id === labelId);
}

/** CALL-032. */
export async function attachLabel(context: ServerContext, caller: Member, idOrUuid: string, labelId: number): Promise<Label> {
  return changeStudy(context, caller, idOrUuid, async (tx, studyId) => {
    const label = await tx
      .selectFrom('label')
      .select(['name', 'color'])
      .where('id', '=', labelId)
      .where('team_id', '=', caller.teamId)
      .executeTakeFirst();
    if (label === undefined) throw new Refusal('not_found');
    const link = await tx
      .selectFrom('study_label')
      .select('id')
      .where('study_id', '=', studyId)
      .where('label_id', '=', labelId)
      .executeTakeFirst();
    if (link !== undefined) return { changed: false, answer: { id: link.id, label_id: labelId, ...label } };
    const { id } = await tx
      .insertInto('study_label')
      .values({ study_id: studyId, label_id: labelId, created_at: context.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { changed: true, answer: { id, label_id: labelId, ...label } };
  });
}

/** CALL-033. Removing a label that the study does not have, or that does not exist, succeeds. */
export async function detachLabel(context: ServerContext, caller: Member, idOrUuid: string, labelId: number): Promise<void> {
  await changeStudy(context, caller, idOrUuid, async (tx, studyId) => {
    const { numDeletedRows } = await tx
      .deleteFrom('study_label')
      .where('study_id', '=', studyId)
      .where('label_id', '=', labelId)
      .executeTakeFirst();
    return { changed: numDeletedRows > 0n, answer: null };
  });
}
