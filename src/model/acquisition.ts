import type { AcquisitionCode } from '#contract/acquisitions.ts';

/** What a series is taken for, and who says so (REC-017 to 028). */
export interface SeriesAcquisition {
  code: AcquisitionCode;
  /** 0 to 1 of what was recognised, and 0 for NONE; 1.1 of what a person has chosen (REC-023). */
  score: number;
  by: 'device' | 'person';
}

/** What this device recognises from the headers of a series, with the words that say why: those that speak for it first. */
export interface Recognition {
  code: AcquisitionCode;
  score: number;
  reasons: string[];
}
