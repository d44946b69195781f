import type { Series } from '#contract/study-detail.ts';
import type { Suv } from '#contract/suv.ts';

/** Of a PET series: what uptake is computed with, why it is not, or that the server has not read it yet. Null: it is no PET series. */
export function knownSuv({ modalityCode, type, reading }: Series): Suv | 'not-read' | null {
  if (modalityCode !== 'PT' || type !== 'dcm') return null;
  return reading?.facts?.suv ?? 'not-read';
}

export const hasFactors = (suv: Suv | 'not-read'): suv is Extract<Suv, { rule: string }> => suv !== 'not-read' && 'rule' in suv;
