import type { AcquisitionCode } from '#contract/acquisitions.ts';
import type { Acquisition } from '#contract/catalogues.ts';
import { codesOf, isCovered, type ChosenSeries, type ChosenStudy } from './catalogues.ts';

/**
 * What Process checks about acquisitions, in addition to the requirements of a pipeline (UPL2-035 to 039). If a list was never loaded, nothing
 * counts as missing.
 */

/**
 * UPL2-038, 039: a selected series must have a code if its modality has any. NONE counts only if the user chose it, not if nothing was
 * recognised. See docs/decisions/427-acquisition-none.md.
 */
export function isAcquisitionMissing(series: ChosenSeries, acquisitions: readonly Acquisition[] | null): boolean {
  if (!series.upload || codesOf(acquisitions, series.facts.modalityCode).length === 0) return false;
  return series.acquisition === null || (series.acquisition.code === 'NONE' && series.acquisition.by !== 'person');
}

/** given (UPL2-035). */
const RECOMMENDED = ['T2W', 'DWI', 'ADC'] as const;

/**
 * given (UPL2-035): those of T2W, DWI and ADC that an MR study with selected series lacks. Acquisitions outside the team's list are not required.
 */
export function missingRecommended(study: ChosenStudy, acquisitions: readonly Acquisition[] | null): AcquisitionCode[] {
  if (study.modality !== 'MR' || !study.series.some(({ upload }) => upload)) return [];
  const known = codesOf(acquisitions, study.modality);
  return RECOMMENDED.filter((code) => known.includes(code) && !isCovered(study, code));
}

/** UPL2-036: the most certain series of this acquisition that is not selected. */
export function bestSeries<Series extends ChosenSeries & { valid: boolean }>(
  study: ChosenStudy<Series>,
  wanted: AcquisitionCode,
): Series | undefined {
  const scoreOf = ({ acquisition }: Series): number => acquisition?.score ?? 0;
  return study.series
    .filter(({ valid, acquisition }) => valid && acquisition?.code === wanted)
    .toSorted((a, b) => scoreOf(b) - scoreOf(a))[0];
}
