import type { AcquisitionCode } from '#contract/acquisitions.ts';
import type { Acquisition } from '#contract/catalogues.ts';
import { codesOf, isCovered, type ChosenSeries, type ChosenStudy } from './catalogues.ts';

/** What Process asks of acquisitions beside what a pipeline needs (UPL2-035 to 039). Of a list that was never read nothing can be said to be missing. */

/**
 * UPL2-038, 039: a selected series has to have a code where its modality has some. NONE is one where a person says it; that nothing was
 * recognised is no answer. See docs/decisions/427-none-is-said-by-a-person.md.
 */
export function isAcquisitionMissing(series: ChosenSeries, acquisitions: readonly Acquisition[] | null): boolean {
  if (!series.upload || codesOf(acquisitions, series.facts.modalityCode).length === 0) return false;
  return series.acquisition === null || (series.acquisition.code === 'NONE' && series.acquisition.by !== 'person');
}

/** given (UPL2-035). */
const RECOMMENDED = ['T2W', 'DWI', 'ADC'] as const;

/** given (UPL2-035): of T2W, DWI and ADC those that an MR study with something selected lacks. What the team's list does not have is not missed. */
export function missingRecommended(study: ChosenStudy, acquisitions: readonly Acquisition[] | null): AcquisitionCode[] {
  if (study.modality !== 'MR' || !study.series.some(({ upload }) => upload)) return [];
  const known = codesOf(acquisitions, study.modality);
  return RECOMMENDED.filter((code) => known.includes(code) && !isCovered(study, code));
}

/** UPL2-036: the surest of the series that are of this acquisition and not selected. */
export function bestSeries<Series extends ChosenSeries & { valid: boolean }>(
  study: ChosenStudy<Series>,
  wanted: AcquisitionCode,
): Series | undefined {
  const scoreOf = ({ acquisition }: Series): number => acquisition?.score ?? 0;
  return study.series
    .filter(({ valid, acquisition }) => valid && acquisition?.code === wanted)
    .toSorted((a, b) => scoreOf(b) - scoreOf(a))[0];
}
