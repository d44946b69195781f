import type { TableProblem } from '#model/lesions/follow-up-table.ts';
import { leastMm, MOST_TARGETS, MOST_TARGETS_PER_ORGAN } from '#model/lesions/recist.ts';
import { dateText } from '#features/annotator/texts.ts';

/** What stands in the way of a table by the rules, each in a sentence. */
export function problemText(problem: TableProblem): string {
  switch (problem.problem) {
    case 'too-many-targets':
      return `There are more than ${MOST_TARGETS} target lesions. RECIST 1.1 takes at most ${MOST_TARGETS}: make the others non-target.`;
    case 'too-many-in-organ':
      return `${problem.organ}: more than ${MOST_TARGETS_PER_ORGAN} target lesions in one organ.`;
    case 'not-measurable':
      return `“${problem.lesion.title}” was below ${leastMm(problem.lesion.node)} mm at the baseline, so it is not measurable: make it non-target.`;
    case 'not-compared':
      return `“${problem.lesion.title}”, ${dateText(problem.study.studyDate)}: ${WHY[problem.why]}`;
    case 'undated':
      return `${problem.studies === 1 ? 'A study' : `${problem.studies} studies`} of the patient cannot be put in order, because a date is missing.`;
  }
}

const WHY = {
  pixels: 'measured in pixels, because the file gives no length. It is not compared.',
  detector: 'measured on the detector, where lengths are not those of the patient. It is not compared.',
  'no-diameter': 'the linked measurement has no diameter that counts. A node needs a short axis.',
} as const;
