import type { StudyView } from '#model/uploads/upload-view.ts';

/** The body part that all studies share; null if one differs or is not chosen. */
export function commonBodyPart(studies: readonly Pick<StudyView, 'bodyPart'>[]): string | null {
  const first = studies[0]?.bodyPart ?? null;
  return studies.every((study) => study.bodyPart === first) ? first : null;
}
