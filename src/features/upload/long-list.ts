import type { StudyView } from '#model/uploads/upload-view.ts';

/** This many rows are drawn in some 50 ms. */
const LONG_LIST = 60;

/** Whether the rows of these studies are drawn lazily instead of all at the same time. */
export function isLongList(studies: readonly StudyView[]): boolean {
  return studies.reduce((sum, study) => sum + study.series.length, 0) > LONG_LIST;
}
