import type { Deidentification } from '#contract/deidentification.ts';
import { leavesAnonymous } from '#model/deidentified.ts';
import { TEXTS } from './texts.ts';

/**
 * What is asked before files leave as they are: where their team takes patient data out first, a person has to say that these go with it. `settings`:
 * null while this device has never heard how the team wants it, and then it is asked as well. Null where nothing is to be asked.
 */
export function namesQuestion(settings: Deidentification | null): { title: string; why: string; act: string; keep: string } | null {
  if (!leavesAnonymous(null, settings && { settings })) return null;
  const why = settings === null ? [TEXTS.withNamesUnheard, TEXTS.withNamesUnheardWhy] : [TEXTS.withNamesUsual, TEXTS.withNamesUsualWhy];
  return { title: TEXTS.withNames, why: why.join(' '), act: TEXTS.withNamesAct, keep: TEXTS.withNamesKeep };
}
