import type { Series } from '#contract/study-detail.ts';

/** Films: modalities that are played. */
const FILMS: readonly string[] = ['XA', 'RF', 'US', 'IVUS', 'ES'];

/** Modalities of what is shown over images: segmentations, structure sets, reports and presentation states. */
const OVERLAYS: readonly string[] = ['SEG', 'RTSTRUCT', 'SR', 'PR'];

/** Series that can be opened, in the order of the study: those that panes show, and those that are drawn over them. */
export function completeSeries(series: readonly Series[]): { series: Series[]; overlays: Series[] } {
  const complete = series.filter(isComplete);
  return { series: complete.filter((one) => !isOverlay(one)), overlays: complete.filter(isOverlay) };
}

/** The server has all of its files and has read them: before that, nobody knows the order of its slices. */
function isComplete({ proved, files, reading }: Series): boolean {
  return files > 0 && proved >= files && reading !== null;
}

/** Images of the study are still on their way. */
export function areImagesComing(series: readonly Series[]): boolean {
  return series.some((one) => one.files > 0 && !isComplete(one) && !isOverlay(one));
}

function isOverlay({ modalityCode, type }: Series): boolean {
  return type === 'dcm' && OVERLAYS.includes(modalityCode);
}

/** What a study opens with: its reference series, or the first film of an angiography. */
export function firstSeries(series: readonly Series[], mode: 'case' | 'angiography'): Series | null {
  const film = mode === 'angiography' ? series.find(({ modalityCode }) => FILMS.includes(modalityCode)) : undefined;
  return film ?? series.find(({ ref_serie }) => ref_serie) ?? series.find(hasSlices) ?? series[0] ?? null;
}

export function isFilm({ modalityCode, reading }: Series): boolean {
  return FILMS.includes(modalityCode) || (reading?.facts?.frames ?? 1) > 1;
}

/** The slice that a series opens with: its middle, or the beginning of a film. */
export function firstSlice(series: Series): number {
  return isFilm(series) ? 0 : Math.floor((series.reading?.facts?.slices ?? series.cnt) / 2);
}

function hasSlices({ reading }: Series): boolean {
  return (reading?.facts?.slices ?? 0) > 0;
}
