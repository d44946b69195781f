import { createContext } from 'react';
import type { SeriesView, StudyView } from '#model/upload-view.ts';

/** What the panel shows, and the slice that it begins with. */
export interface LookedAt {
  seriesId: string;
  slice: number;
}

/** Opens the panel on a series. */
export const LookAtContext = createContext<(lookedAt: LookedAt) => void>(() => undefined);

/** The series of which the server makes a volume at this moment, to be looked at (CALL-062; CONV-023); null: none. */
export const GeneratingContext = createContext<string | null>(null);

/** The series before or behind another one, over the borders of studies: all series of the page are one list. */
export function neighbourSeries(studies: readonly StudyView[], id: string, by: 1 | -1): SeriesView | undefined {
  const all = studies.flatMap((study) => study.series);
  const at = all.findIndex((series) => series.id === id);
  return at < 0 ? undefined : all[at + by];
}

/** The row of a series gets the focus back when its panel closes; the thumbnail in it where rows take none. False: there is no row. */
export function focusSeriesRow(seriesId: string): boolean {
  const row = document.querySelector<HTMLElement>(`[data-series="${CSS.escape(seriesId)}"]`);
  const target = row?.hasAttribute('tabindex') ? row : row?.querySelector<HTMLElement>('button, [tabindex]');
  target?.focus();
  target?.scrollIntoView({ block: 'nearest' });
  return target !== null && target !== undefined;
}
