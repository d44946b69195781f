import type { AcquisitionCode } from '#contract/acquisitions.ts';
import type { Acquisition, Pipeline } from '#contract/catalogues.ts';
import type { SeriesAcquisition } from './acquisition.ts';

/** What can be chosen, and what a pipeline lacks. The lists are those of the team, as last loaded on this device; null: never loaded. */

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

/** given (UPL2-024): the acquisitions that a series of this modality can have, in the order of the list. */
export function codesOf(acquisitions: readonly Acquisition[] | null, modalityCode: string): AcquisitionCode[] {
  const wanted = modalityCode.trim().toUpperCase();
  return (acquisitions ?? []).filter(({ modality }) => modality === wanted).map(({ code }) => code);
}

/** given (UPL2-041). */
export function pipelinesOf(pipelines: readonly Pipeline[] | null, modality: string): Pipeline[] {
  return (pipelines ?? []).filter(({ modality_code }) => modality_code === modality);
}

/** given (UPL2-040): the acquisitions that the pipeline of a study requires and none of its selected series has. */
export function missingOfPipeline(study: ChosenStudy, pipelines: readonly Pipeline[] | null): AcquisitionCode[] {
  const pipeline = pipelinesOf(pipelines, study.modality).find(({ code }) => code === study.pipeline);
  const needed = pipeline?.acquisitions.map(({ code }) => code) ?? [];
  return needed.filter((code) => !isCovered(study, code));
}

/** Whether a selected series has it. */
export function isCovered({ series }: ChosenStudy, code: AcquisitionCode): boolean {
  return series.some(({ upload, acquisition }) => upload && acquisition?.code === code);
}
