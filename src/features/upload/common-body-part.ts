import type { StudyView } from '#model/upload-view.ts';

/** The body part that all studies share; null when one differs or is still open. */
export function commonBodyPart(studies: readonly Pick<StudyView, 'bodyPart'>[]): string | null {
  const first = studies[0]?.bodyPart ?? null;
  return studies.every((study) => study.bodyPart === first) ? first : null;
}
