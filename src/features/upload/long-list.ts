import type { StudyView } from '#model/upload-view.ts';

/** So many rows are drawn at once in some 50 ms. */
const LONG_LIST = 60;

/** Whether the rows of these studies are drawn as they come near, and not all at once. */
export function isLongList(studies: readonly StudyView[]): boolean {
  return studies.reduce((sum, study) => sum + study.series.length, 0) > LONG_LIST;
}
