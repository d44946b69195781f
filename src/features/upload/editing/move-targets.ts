import type { StudyView } from '#model/uploads/upload-view.ts';

/** A study that series may be moved to, and those series. */
export interface MoveTarget {
  studyId: string;
  patientName: string;
  modality: string;
  seriesIds: string[];
}

/** Targets of the selected series: studies of the same modality, if at least one is selected in another (UPL2-065). */
export function moveTargets(studies: readonly StudyView[]): MoveTarget[] {
  return studies
    .map((target) =>
      toTarget(
        target,
        others(studies, target).flatMap((study) => study.series.filter((series) => series.upload).map((series) => series.id)),
      ),
    )
    .filter((target) => target.seriesIds.length > 0);
}

/** Targets of this series, selected or not. */
export function moveTargetsOfSeries(studies: readonly StudyView[], seriesId: string): MoveTarget[] {
  const from = studies.find((study) => study.series.some((series) => series.id === seriesId));
  return from ? others(studies, from).map((target) => toTarget(target, [seriesId])) : [];
}

function others(studies: readonly StudyView[], { id, modality }: StudyView): StudyView[] {
  return studies.filter((study) => study.id !== id && study.modality === modality);
}

function toTarget({ id, patientName, modality }: StudyView, seriesIds: string[]): MoveTarget {
  return { studyId: id, patientName, modality, seriesIds };
}
