import type { Label } from '#contract/labels.ts';
import type { StudyProject } from '#contract/projects.ts';
import type { Reader } from '#server/db/database.ts';

/** Labels and projects of a page of studies. */

/** By name. */
export async function labelsByStudyId(db: Reader, studyIds: readonly number[]): Promise<Map<number, Label[]>> {
  if (studyIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('study_label')
    .innerJoin('label', 'label.id', 'study_label.label_id')
    .select(['study_label.id', 'study_label.study_id', 'study_label.label_id', 'label.name', 'label.color'])
    .where('study_label.study_id', 'in', studyIds)
    .orderBy('label.name_key')
    .execute();
  const labels = rows.map(({ study_id, ...label }) => ({ study_id, label }));
  return new Map([...Map.groupBy(labels, ({ study_id }) => study_id)].map(([studyId, own]) => [studyId, own.map(({ label }) => label)]));
}

/** By name. */
export async function projectsByStudyId(db: Reader, studyIds: readonly number[]): Promise<Map<number, StudyProject[]>> {
  if (studyIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('study_project')
    .innerJoin('project', 'project.id', 'study_project.project_id')
    .select(['study_project.study_id', 'project.id', 'project.name', 'project.state_code'])
    .where('study_project.study_id', 'in', studyIds)
    .orderBy('project.name')
    .orderBy('project.id')
    .execute();
  const projects = rows.map(({ study_id, ...project }) => ({ study_id, project }));
  return new Map(
    [...Map.groupBy(projects, ({ study_id }) => study_id)].map(([studyId, own]) => [studyId, own.map(({ project }) => project)]),
  );
}
