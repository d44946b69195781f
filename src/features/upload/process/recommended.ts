import type { AcquisitionCode } from '#contract/acquisitions.ts';
import type { Acquisition } from '#contract/catalogues.ts';
import { bestSeries, missingRecommended } from '#model/studies/process-checks.ts';
import type { SeriesView, StudyView } from '#model/uploads/upload-view.ts';

/** An MR study that goes without something that is recommended (UPL2-035), and the surest series of each, where it has one. */
export interface LackingStudy {
  studyId: string;
  patientName: string;
  missing: { code: AcquisitionCode; series: SeriesView | null }[];
}

export function lacksRecommended(studies: readonly StudyView[], acquisitions: readonly Acquisition[] | null): LackingStudy[] {
  return studies
    .map((study) => ({
      studyId: study.id,
      patientName: study.patientName,
      missing: missingRecommended(study, acquisitions).map((code) => ({ code, series: bestSeries(study, code) ?? null })),
    }))
    .filter(({ missing }) => missing.length > 0);
}

/** What 'Select recommended series' selects (UPL2-036). */
export function recommendedSeries(lacking: readonly LackingStudy[]): string[] {
  return lacking.flatMap(({ missing }) => missing.flatMap(({ series }) => (series === null ? [] : [series.id])));
}
