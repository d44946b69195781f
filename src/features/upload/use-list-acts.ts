import { useLayoutEffect, useMemo, useRef } from 'react';
import type { SeriesView, StudyView } from '#model/upload-view.ts';
import { isLongList } from './long-list.ts';
import { moveTargetsOfSeries, type MoveTarget } from './move-targets.ts';
import { idsBetween } from './select-range.ts';
import type { ArrangeActs } from './use-arrange-acts.ts';

/** What is done in a row and concerns others. */
export interface ListActs {
  selectAll: (upload: boolean) => void;
  /** `range`: from the row of the study that was touched last to this one. */
  select: (series: SeriesView, upload: boolean, range: boolean) => void;
  /** Takes the row that has the focus now, a study or a series. */
  extend: (to: HTMLElement, upload: boolean) => void;
  targetsOf: (seriesId: string) => MoveTarget[];
  /** Whether there are so many rows that a new one is drawn when it comes near. Those that are drawn stay as they are when it becomes so. */
  isLong: () => boolean;
}

/** The same functions as long as the list is there, on what it shows when they are called: a row that did not change is not drawn again. */
export function useListActs(studies: readonly StudyView[], acts: ArrangeActs): ListActs {
  const shown = useRef(studies);
  const lastTouched = useRef<string | null>(null);
  useLayoutEffect(() => void (shown.current = studies));

  return useMemo(
    () => ({
      selectAll: (upload) => shown.current.forEach((study) => acts.selectStudy(study.id, upload)),
      select({ id, studyId }, upload, range) {
        const own = shown.current.find((study) => study.id === studyId)?.series ?? [];
        const ids = own.filter((one) => one.valid).map((one) => one.id);
        acts.selectSeries(range ? idsBetween(ids, lastTouched.current, id) : [id], upload);
        lastTouched.current = id;
      },
      extend({ dataset: { row = '', series } }, upload) {
        if (series === undefined) acts.selectStudy(row, upload);
        else acts.selectSeries([series], upload);
      },
      targetsOf: (seriesId) => moveTargetsOfSeries(shown.current, seriesId),
      isLong: () => isLongList(shown.current),
    }),
    [acts],
  );
}
