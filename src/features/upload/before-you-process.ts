import type { StudyView, UploadView } from '#model/upload-view.ts';

/** Something to settle before Process, with the place where it is settled. */
export type Hindrance = { what: 'nothing-selected' } | { what: 'missing-bodypart'; studyId: string; patientName: string };

/**
 * What stands between the preview and Process (CONV-002, 003). `bodyParts` are the slugs of the team's categories, null while they were
 * never read on this device: then nobody can say that a chosen body part is not among them.
 */
export function beforeYouProcess(view: UploadView, bodyParts: ReadonlySet<string> | null): Hindrance[] {
  const withSelection = view.studies.filter((study) => study.upload !== false);
  if (withSelection.length === 0) return [{ what: 'nothing-selected' }];
  return withSelection
    .filter((study) => isBodyPartMissing(study, bodyParts))
    .map((study) => ({ what: 'missing-bodypart', studyId: study.id, patientName: study.facts.patientName }));
}

/** A study that sends something needs a body part that the team knows. */
export function isBodyPartMissing(study: Pick<StudyView, 'upload' | 'bodyPart'>, bodyParts: ReadonlySet<string> | null): boolean {
  if (study.upload === false) return false;
  return study.bodyPart === null || (bodyParts !== null && !bodyParts.has(study.bodyPart));
}
