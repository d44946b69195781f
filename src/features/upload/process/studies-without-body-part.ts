import type { StudyView, UploadView } from '#model/uploads/upload-view.ts';

/** Studies whose body part the user has not chosen: empty, or proposed by the header. */
export function studiesWithoutBodyPart({ studies }: Pick<UploadView, 'studies'>): StudyView[] {
  return studies.filter((study) => study.bodyPartBy !== 'person');
}
