import type { Campaign, CampaignContent } from '#contract/campaigns.ts';
import type { Reader } from '#server/db/database.ts';
import type { Member } from '#server/rules/context.ts';
import { inPortions } from '#server/rules/in-portions.ts';
import { maySeeStudies, studiesOfTeam } from '#server/rules/studies/studies.ts';

/** The cases of a draft as its form shows them, without those whose study is gone: numbers as they would be now. */
export async function draftCases(db: Reader, caller: Member, { cases }: CampaignContent): Promise<Campaign['cases']> {
  const found = new Map<string, { patient_name: string; modality: string }>();
  for (const some of inPortions(cases.map(({ study }) => study))) {
    const rows = await studiesOfTeam(db, caller.teamId)
      .select(['study.uuid', 'study.patient_name', 'study.modality'])
      .where('study.uuid', 'in', some)
      .execute();
    for (const { uuid, ...row } of rows) found.set(uuid, row);
  }
  return cases.flatMap(({ study, known }, at) => {
    const row = found.get(study);
    if (row === undefined) return [];
    return [{ number: at + 1, study, patientName: maySeeStudies(caller) ? row.patient_name : '', modality: row.modality, known }];
  });
}
