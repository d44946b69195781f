import type { BatchFacts } from '#contract/batch.ts';
import type { SeriesFacts } from '#model/studies/study.ts';

/** JSON has only finite numbers: any other header value is left out. */
export function factsToWire(facts: SeriesFacts): BatchFacts {
  const { mr, frames } = facts;
  return {
    protocolName: facts.protocolName,
    bodyPartExamined: facts.bodyPartExamined,
    imageType: facts.imageType,
    SOPClassUID: facts.SOPClassUID,
    transferSyntaxUID: facts.transferSyntaxUID,
    ...(frames !== undefined && { frames }),
    bitsAllocated: orElse(facts.bitsAllocated, 0),
    bitsStored: orElse(facts.bitsStored, 0),
    samplesPerPixel: orElse(facts.samplesPerPixel, 1),
    pixelSpacing: whole(facts.pixelSpacing),
    imagerPixelSpacing: whole(facts.imagerPixelSpacing),
    tablePositionSpacing: orElse(facts.tablePositionSpacing, null),
    imageOrientationPatient: whole(facts.imageOrientationPatient),
    windowCenter: facts.windowCenter.filter(Number.isFinite),
    windowWidth: facts.windowWidth.filter(Number.isFinite),
    rescaleIntercept: orElse(facts.rescaleIntercept, 0),
    rescaleSlope: orElse(facts.rescaleSlope, 1),
    rescaleType: facts.rescaleType,
    cineRate: orElse(facts.cineRate, null),
    primaryAngle: orElse(facts.primaryAngle, null),
    secondaryAngle: orElse(facts.secondaryAngle, null),
    drawable: facts.drawable,
    ...(mr && {
      mr: {
        ...mr,
        echoTime: orElse(mr.echoTime, null),
        repetitionTime: orElse(mr.repetitionTime, null),
        bValues: mr.bValues.filter(Number.isFinite),
      },
    }),
  };
}

function orElse<Otherwise>(value: number | null, otherwise: Otherwise): number | Otherwise {
  return Number.isFinite(value) ? (value as number) : otherwise;
}

function whole(values: readonly number[] | null): number[] | null {
  return values?.every(Number.isFinite) ? [...values] : null;
}
