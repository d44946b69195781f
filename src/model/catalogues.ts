import type { AcquisitionCode } from '#contract/acquisitions.ts';
import type { Acquisition, Pipeline } from '#contract/catalogues.ts';
import type { SeriesAcquisition } from './acquisition.ts';

/**
 * What may be chosen, and what a pipeline lacks. The lists are the team's, as this device read them last; null: it never has.
 */

export interface ChosenSeries {
  upload: boolean;
  acquisition: SeriesAcquisition | null;
  facts: { modalityCode: string };
}

export interface ChosenStudy<Series extends ChosenSeries = ChosenSeries> {
  modality: string;
  /** Code. */
  pipeline: string | null;
  series: readonly Series[];
}

/** given (UPL2-024): what a series of this modality may be of, in the order of the list. */
export function codesOf(acquisitions: readonly Acquisition[] | null, modalityCode: string): AcquisitionCode[] {
  const wanted = modalityCode.trim().toUpperCase();
  return (acquisitions ?? []).filter(({ modality }) => modality === wanted).map(({ code }) => code);
}

/** given (UPL2-041). */
export function pipelinesOf(pipelines: readonly Pipeline[] | null, modality: string): Pipeline[] {
  return (pipelines ?? []).filter(({ modality_code }) => modality_code === modality);
}

/** given (UPL2-040): what the pipeline of a study needs and none of its selected series is. */
export function missingOfPipeline(study: ChosenStudy, pipelines: readonly Pipeline[] | null): AcquisitionCode[] {
  const pipeline = pipelinesOf(pipelines, study.modality).find(({ code }) => code === study.pipeline);
  const needed = pipeline?.acquisitions.map(({ code }) => code) ?? [];
  return needed.filter((code) => !isCovered(study, code));
}

/** By a series that goes. */
export function isCovered({ series }: ChosenStudy, code: AcquisitionCode): boolean {
  return series.some(({ upload, acquisition }) => upload && acquisition?.code === code);
}
