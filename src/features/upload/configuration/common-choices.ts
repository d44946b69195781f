import type { SeriesView, StudyView } from '#model/uploads/upload-view.ts';

/** The common value; null if one differs. */
function common<T>(values: readonly T[]): T | null {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : null;
}

export function commonProject(series: readonly Pick<SeriesView, 'project'>[]): number | null {
  return common(series.map(({ project }) => project));
}

export function commonPipeline(studies: readonly Pick<StudyView, 'pipeline'>[]): string | null {
  return common(studies.map(({ pipeline }) => pipeline));
}

/** Labels that all of them have. */
export function commonLabels(studies: readonly Pick<StudyView, 'labels'>[]): number[] {
  return (studies[0]?.labels ?? []).filter((label) => studies.every(({ labels }) => labels.includes(label)));
}
