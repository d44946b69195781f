import { phantomElements, phantomUid } from '#imaging/phantom/elements.ts';
import type { PhantomPlan, PhantomStudy } from '#imaging/phantom.ts';
import type { DicomElement } from '#imaging/dicom/write-dicom.ts';
import { TAG } from '#imaging/dicom/tags.ts';

/** An overlay of a series as an instance of the same study: patient, study, and a series of its own. */
export function instanceElements(
  plan: PhantomPlan,
  {
    modality,
    sopClassUid,
    seriesNumber,
    description,
  }: { modality: string; sopClassUid: string; seriesNumber: number; description: string },
): DicomElement[] {
  return [
    ...phantomElements(plan, 0).filter(({ tag }) => OF_STUDY.has(tag)),
    text(TAG.SOPClassUID, 'UI', sopClassUid),
    text(TAG.SOPInstanceUID, 'UI', phantomUid(plan.study, seriesNumber, modality)),
    text(TAG.Modality, 'CS', modality),
    text(TAG.SeriesDescription, 'LO', description),
    text(TAG.SeriesInstanceUID, 'UI', phantomUid(plan.study, seriesNumber)),
    numbers(TAG.SeriesNumber, 'IS', seriesNumber),
    numbers(TAG.InstanceNumber, 'IS', 1),
  ];
}

const OF_STUDY: ReadonlySet<number> = new Set([
  ...[TAG.SpecificCharacterSet, TAG.StudyDate, TAG.StudyTime, TAG.StudyDescription, TAG.StudyInstanceUID, TAG.Manufacturer],
  ...[TAG.PatientName, TAG.PatientID, TAG.PatientSex],
]);

/** The space of a study, for the slices of its series too: a phantom has it only where `PhantomRequest.elements` adds it. */
export function frameOfReferenceElement(study: PhantomStudy): DicomElement {
  return text(TAG.FrameOfReferenceUID, 'UI', frameOfReferenceUid(study));
}

export function frameOfReferenceUid(study: PhantomStudy): string {
  return phantomUid(study, 'frame of reference');
}

export function sliceUid({ study, seriesNumber }: PhantomPlan, slice: number): string {
  return phantomUid(study, seriesNumber, slice);
}

/** Names slices of the series. */
export function imageItems(plan: PhantomPlan, slices: readonly number[]): DicomElement[][] {
  return slices.map((slice) => [
    ...phantomElements(plan, slice)
      .filter(({ tag }) => tag === TAG.SOPClassUID)
      .map((element) => ({ ...element, tag: REFERENCED_SOP_CLASS_UID })),
    text(TAG.ReferencedSOPInstanceUID, 'UI', sliceUid(plan, slice)),
  ]);
}

const REFERENCED_SOP_CLASS_UID = 0x00081150;

export function allSlices({ slices }: PhantomPlan): number[] {
  return Array.from({ length: slices }, (_, slice) => slice);
}

/** Elements take the place of those with the same tag. */
export function replaced(elements: readonly DicomElement[], by: readonly DicomElement[]): DicomElement[] {
  return [...elements.filter(({ tag }) => !by.some((element) => element.tag === tag)), ...by];
}

export function text(tag: number, vr: string, value: string): DicomElement {
  return { tag, vr, value };
}

export function numbers(tag: number, vr: string, ...value: number[]): DicomElement {
  return { tag, vr, value };
}

export function sequence(tag: number, items: readonly (readonly DicomElement[])[]): DicomElement {
  return { tag, vr: 'SQ', value: { items } };
}

export type CodeWords = readonly [value: string, scheme: string, meaning: string];

export function code(tag: number, [value, scheme, meaning]: CodeWords, more: readonly DicomElement[] = []): DicomElement {
  const words = [text(TAG.CodeValue, 'SH', value), text(TAG.CodingSchemeDesignator, 'SH', scheme), text(TAG.CodeMeaning, 'LO', meaning)];
  return sequence(tag, [[...words, ...more]]);
}
