import { createContext } from 'react';
import type { SeriesView, StudyView } from '#model/uploads/upload-view.ts';

/** The series in the panel, and its initial slice. */
export interface PanelSeries {
  seriesId: string;
  slice: number;
}

/** Opens the panel on a series. */
export const OpenPanelContext = createContext<(panelSeries: PanelSeries) => void>(() => undefined);

/** The id of the series in the panel; null: closed. */
export const PanelSeriesContext = createContext<string | null>(null);

/** The series for which the server is making a volume for viewing (CALL-062; CONV-023); null: none. */
export const GeneratingContext = createContext<string | null>(null);

/** The previous or next series, across studies: all series of the page are one list. */
export function neighbourSeries(studies: readonly StudyView[], id: string, by: 1 | -1): SeriesView | undefined {
  const all = studies.flatMap((study) => study.series);
  const at = all.findIndex((series) => series.id === id);
  return at < 0 ? undefined : all[at + by];
}

/** Returns the focus to the row of a series, or to the thumbnail in it if rows cannot have the focus. False: there is no row. */
export function focusSeriesRow(seriesId: string): boolean {
  const row = document.querySelector<HTMLElement>(`[data-series="${CSS.escape(seriesId)}"]`);
  const target = row?.hasAttribute('tabindex') ? row : row?.querySelector<HTMLElement>('button, [tabindex]');
  target?.focus();
  target?.scrollIntoView({ block: 'nearest' });
  return target !== null && target !== undefined;
}
