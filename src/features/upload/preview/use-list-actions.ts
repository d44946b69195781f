import { useLayoutEffect, useMemo, useRef } from 'react';
import type { SeriesView, StudyView } from '#model/uploads/upload-view.ts';
import { moveTargetsOfSeries, type MoveTarget } from '#features/upload/editing/move-targets.ts';
import { idsBetween } from './select-range.ts';
import type { EditActions } from '#features/upload/editing/use-edit-actions.ts';

/** Actions in a row that affect other rows. */
export interface ListActions {
  selectAll: (upload: boolean) => void;
  /** `range`: from the last touched row of the study to this one. */
  select: (series: SeriesView, upload: boolean, range: boolean) => void;
  /** Applies to the newly focused row, a study or a series. */
  extend: (to: HTMLElement, upload: boolean) => void;
  targetsOf: (seriesId: string) => MoveTarget[];
}

/** Stable functions that use the list of the time when they are called, so that unchanged rows are not drawn again. */
export function useListActions(studies: readonly StudyView[], actions: EditActions): ListActions {
  const shown = useRef(studies);
  const lastTouched = useRef<string | null>(null);
  useLayoutEffect(() => void (shown.current = studies));

  return useMemo(
    () => ({
      selectAll: (upload) => shown.current.forEach((study) => actions.selectStudy(study.id, upload)),
      select({ id, studyId }, upload, range) {
        const own = shown.current.find((study) => study.id === studyId)?.series ?? [];
        const ids = own.filter((one) => one.valid).map((one) => one.id);
        actions.selectSeries(range ? idsBetween(ids, lastTouched.current, id) : [id], upload);
        lastTouched.current = id;
      },
      extend({ dataset: { row = '', series } }, upload) {
        if (series === undefined) actions.selectStudy(row, upload);
        else actions.selectSeries([series], upload);
      },
      targetsOf: (seriesId) => moveTargetsOfSeries(shown.current, seriesId),
    }),
    [actions],
  );
}
