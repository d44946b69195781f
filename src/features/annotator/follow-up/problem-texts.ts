import { t } from '#language/t.ts';
import type { TableProblem } from '#model/lesions/follow-up-table.ts';
import { leastMm, MOST_TARGETS, MOST_TARGETS_PER_ORGAN } from '#model/lesions/recist.ts';
import { formatStudyDate } from '#ui/format.ts';

/** What stands in the way of a table by the rules, each in a sentence. */
export function problemText(problem: TableProblem): string {
  switch (problem.problem) {
    case 'too-many-targets':
      return t('There are more than {count} target lesions. RECIST 1.1 takes at most {count}: make the others non-target.', {
        count: MOST_TARGETS,
      });
    case 'too-many-in-organ':
      return t('{organ}: more than {count} target lesions in one organ.', { organ: problem.organ, count: MOST_TARGETS_PER_ORGAN });
    case 'not-measurable':
      return t('“{title}” was below {mm} mm at the baseline, so it is not measurable: make it non-target.', {
        title: problem.lesion.title,
        mm: leastMm(problem.lesion.node),
      });
    case 'not-compared':
      return NOT_COMPARED[problem.why]({ title: problem.lesion.title, date: formatStudyDate(problem.study.studyDate) });
    case 'undated':
      return t('{count, plural, one {A study} other {# studies}} of the patient cannot be put in order, because a date is missing.', {
        count: problem.studies,
      });
  }
}

type Of = { title: string; date: string };

const NOT_COMPARED = {
  pixels: (of: Of) => t('“{title}”, {date}: measured in pixels, because the file gives no length. It is not compared.', of),
  detector: (of: Of) =>
    t('“{title}”, {date}: measured on the detector, where lengths are not those of the patient. It is not compared.', of),
  'no-diameter': (of: Of) => t('“{title}”, {date}: the linked measurement has no diameter that counts. A node needs a short axis.', of),
} as const;
