import type { Deidentification } from '#contract/deidentification.ts';
import { leavesAnonymous } from '#model/uploads/deidentified.ts';
import { TEXTS } from '#features/legacy-upload/texts.ts';

/**
 * The question before files are sent unchanged although the team removes patient data: the user has to confirm that these contain it.
 * `settings`: null if this device never read the team's settings, which also asks. Null if there is nothing to ask.
 */
export function identifiedFilesQuestion(
  settings: Deidentification | null,
): { title: string; why: string; act: string; keep: string } | null {
  if (!leavesAnonymous(null, settings && { settings })) return null;
  const why = settings === null ? [TEXTS.withNamesUnheard, TEXTS.withNamesUnheardWhy] : [TEXTS.withNamesUsual, TEXTS.withNamesUsualWhy];
  return { title: TEXTS.withNames, why: why.join(' '), act: TEXTS.withNamesAct, keep: TEXTS.withNamesKeep };
}
