import { useMemo } from 'react';
import type { FormPlace } from '#contract/forms.ts';
import { useMeasure } from '#features/annotator/measure/measure-context.tsx';
import type { StudyMeasurement } from '#features/annotator/measure/measure-store.ts';
import { newDraft } from '#features/annotator/measure/pane-measuring.ts';
import type { SlicePlace } from '#features/annotator/measure/slice-place.ts';
import { isOpened } from '#features/annotator/station/series-store.ts';
import { useWorkstation } from '#features/annotator/workstation.ts';

/** Where a lesion, a series or a slice is that somebody adds now. */
export interface ShownPlaces {
  /** The series of the active pane; null: it shows none of this study. */
  series(): FormPlace | null;
  /** Its slice; null while the grid of the series is not known, or on a computed plane. */
  slice(): FormPlace | null;
  /** The current measurement if there is one, else the slice that is shown. */
  lesion(): FormPlace | null;
}

/** `typeOf`: the kind of files of a series. */
export function useShownPlaces(study: string, typeOf: (series: string) => 'dcm' | 'nii' | null): ShownPlaces {
  const { station, series, pictures } = useWorkstation();
  const { store, studyOf } = useMeasure();
  return useMemo(() => {
    const pane = () => {
      const { panes, active } = station.read();
      const at = panes[active];
      return at?.series != null && studyOf.get(at.series) === study ? { ...at, series: at.series } : null;
    };
    const slice = (): FormPlace | null => {
      const shown = pane();
      const open = shown === null ? null : series.peek(shown.series);
      if (shown?.show !== 'stored' || open === null || !isOpened(open.opened)) return null;
      const picture = pictures.peek(open.opened.id, shown.slice);
      const place = newDraft({ picture, open, type: typeOf(shown.series), study });
      return place === null || 'why' in place ? null : placeOn(place, null);
    };
    return {
      slice,
      series() {
        const shown = pane();
        return shown === null ? null : { series: shown.series, slice: null };
      },
      lesion() {
        const measured = store.find(store.read().current);
        return measured?.study === study ? placeOn(measured, middleOf(measured)) : slice();
      },
    };
  }, [station, series, pictures, store, studyOf, study, typeOf]);
}

function placeOn({ series, grid, slice, sop, frame }: SlicePlace, point: [number, number] | null): FormPlace {
  return { series, slice: { grid, number: slice, sop, frame, point } };
}

function middleOf({ points }: StudyMeasurement): [number, number] | null {
  if (points.length === 0) return null;
  const mean = (axis: 0 | 1): number => Number((points.reduce((sum, point) => sum + point[axis], 0) / points.length).toFixed(2));
  return [mean(0), mean(1)];
}

/** As a measurement names it; null: a whole series. */
export function slicePlaceOf({ series, slice }: FormPlace): SlicePlace | null {
  return slice && { series, grid: slice.grid, slice: slice.number, sop: slice.sop, frame: slice.frame };
}
