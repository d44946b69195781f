import type { StudyView, UploadView } from '#model/upload-view.ts';

/** Studies whose body part no person has chosen: open, or proposed by the header. */
export function studiesWithoutDecision({ studies }: Pick<UploadView, 'studies'>): StudyView[] {
  return studies.filter((study) => study.bodyPartBy !== 'person');
}
