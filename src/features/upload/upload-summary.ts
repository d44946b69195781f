import type { SeriesView, UploadView } from '#model/uploads/upload-view.ts';

export interface UploadSummary {
  studies: number;
  series: number;
  bytes: number;
  selectedSeries: number;
  /** Studies with at least one selected series. */
  selectedStudies: number;
  selectedBytes: number;
}

/** Numbers of the preview, from the same rows as the list, so that the footer always agrees with it. */
export function uploadSummary(view: UploadView): UploadSummary {
  const series = view.studies.flatMap((study) => study.series);
  const selected = series.filter((one) => one.upload);
  return {
    studies: view.studies.length,
    series: series.length,
    bytes: totalBytes(series),
    selectedSeries: selected.length,
    selectedStudies: new Set(selected.map((one) => one.studyId)).size,
    selectedBytes: totalBytes(selected),
  };
}

/** Selection state of everything, by the rule of a study (UPL2-059). */
export function wholeSelection({ series, selectedSeries }: UploadSummary): boolean | 'indeterminate' {
  if (selectedSeries === 0) return false;
  return selectedSeries === series ? true : 'indeterminate';
}

function totalBytes(series: readonly SeriesView[]): number {
  return series.reduce((sum, one) => sum + one.bytes.total, 0);
}
