import type { RecognitionHeader } from '#model/studies/recognition-header.ts';
import type { SeriesFacts, SeriesMrScan } from '#model/studies/study.ts';
import { planeInWords, TERMS, says, wordsOf } from './words.ts';

/**
 * What the rules use of a series, and everything that is sent to a server (REC-031). The device's own rules use it as well, so that both give the
 * same result for the same series. Texts are reduced to the terms that they mention, and values that are not standard codes are left out.
 */
export function headerOf(facts: SeriesFacts): RecognitionHeader {
  const words = wordsOf([facts.seriesDescription, facts.protocolName]);
  return {
    modality: codeOf(facts.modalityCode) ?? '',
    imageType: codesOf(facts.imageType.map((value) => value.toUpperCase())),
    sopClass: /^1\.2\.840\.10008\.[\d.]{1,40}$/.test(facts.SOPClassUID) ? facts.SOPClassUID : '',
    orientation: facts.imageOrientationPatient?.every(Number.isFinite) ? [...facts.imageOrientationPatient] : null,
    isOneStack: facts.imageOrientationPatientEquals,
    images: Math.max(facts.frames ?? 0, facts.numberOfFrames, facts.cnt),
    sliceThickness: numberOf(facts.sliceThickness) ?? null,
    mr: mrOf(facts.mr),
    terms: TERMS.filter((term) => says(words, term)),
    plane: planeInWords(words),
  };
}

function mrOf(scan: SeriesMrScan = { echoTime: null, repetitionTime: null, bValues: [] }): RecognitionHeader['mr'] {
  const named = {
    acquisitionType: codeOf(scan.acquisitionType),
    sequenceName: codeOf(scan.sequenceName),
    inversionTime: numberOf(scan.inversionTime),
    echoTrainLength: numberOf(scan.echoTrainLength),
    contrast: codeOf(scan.contrast),
    component: codeOf(scan.component),
  };
  return {
    echoTime: numberOf(scan.echoTime) ?? null,
    repetitionTime: numberOf(scan.repetitionTime) ?? null,
    bValues: scan.bValues.filter(Number.isFinite).slice(0, 256),
    ...(scan.scanningSequence && { scanningSequence: codesOf(scan.scanningSequence) }),
    ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)),
  };
}

function codesOf(values: readonly string[]): string[] {
  return values.flatMap((value) => codeOf(value) ?? []).slice(0, 16);
}

function codeOf(value: string | undefined): string | undefined {
  return value !== undefined && /^[\w .*+/()-]{1,32}$/.test(value) ? value : undefined;
}

function numberOf(value: number | null | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
