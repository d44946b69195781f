import type { ListedStudy } from '#contract/entities.ts';

/** How many are opened beside a study. */
const MOST = 4;

type Dated = Pick<ListedStudy, 'uuid' | 'studyDate'>;

/** UUIDs of the studies of a patient before this one, the latest first. A study without a date is neither earlier nor later. */
export function earlierStudies(study: Dated, ofPatient: readonly Dated[]): string[] {
  return ofPatient
    .filter(({ studyDate }) => studyDate !== '' && studyDate < study.studyDate)
    .toSorted((a, b) => b.studyDate.localeCompare(a.studyDate))
    .slice(0, MOST)
    .map(({ uuid }) => uuid);
}
