import { CONTOUR_TYPES, type Contour, type ContourType, type StructureRegion, type StructureSet } from '#model/overlays/structure-set.ts';
import type { ElementSet } from '#imaging/dicom/elements/sequences.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import { toColour } from './cielab.ts';
import type { OverlayContent } from './overlay-content.ts';
import { OverlayFault } from './overlay-fault.ts';
import { readReferences } from './read-references.ts';

/** Regions, their contours and their meaning stand in three sequences that share numbers. */
export function readStructureSet(content: OverlayContent): StructureSet {
  const { top, items } = content;
  const drawnByNumber = byRegion(content, TAG.ROIContourSequence);
  const observedByNumber = byRegion(content, TAG.RTROIObservationsSequence);
  return {
    kind: 'structures',
    label: content.text(top, TAG.StructureSetLabel),
    seriesUids: readSeriesUids(content),
    regions: items(top, TAG.StructureSetROISequence).map((item) => {
      const number = content.number(item, TAG.ROINumber) ?? 0;
      return readRegion(content, item, number, drawnByNumber.get(number) ?? [], observedByNumber.get(number)?.[0]);
    }),
  };
}

function byRegion(content: OverlayContent, tag: number): Map<number | null, ElementSet[]> {
  return Map.groupBy(content.items(content.top, tag), (item) => content.number(item, TAG.ReferencedROINumber));
}

function readSeriesUids({ top, items, text }: OverlayContent): string[] {
  return items(top, TAG.ReferencedFrameOfReferenceSequence)
    .flatMap((frame) => items(frame, TAG.RTReferencedStudySequence))
    .flatMap((study) => items(study, TAG.RTReferencedSeriesSequence))
    .map((series) => text(series, TAG.SeriesInstanceUID));
}

function readRegion(
  content: OverlayContent,
  item: ElementSet,
  number: number,
  drawn: readonly ElementSet[],
  observed: ElementSet | undefined,
): StructureRegion {
  const [first] = drawn;
  const rgb = first ? content.numbers(first, TAG.ROIDisplayColor) : [];
  return {
    number,
    name: content.text(item, TAG.ROIName),
    colour: rgb.length === 3 ? toColour(rgb) : null,
    interpretedType: observed ? content.text(observed, TAG.RTROIInterpretedType) : '',
    frameOfReference: content.text(item, TAG.ReferencedFrameOfReferenceUID),
    contours: drawn
      .flatMap((set) => content.items(set, TAG.ContourSequence))
      .map((contour) => readContour(content, contour))
      .filter(({ points }) => points.length > 0),
  };
}

function readContour(content: OverlayContent, item: ElementSet): Contour {
  const type = content.text(item, TAG.ContourGeometricType);
  if (!isContourType(type)) throw new OverlayFault('shape');
  const points = content.decimals(item, TAG.ContourData);
  const count = content.number(item, TAG.NumberOfContourPoints) ?? points.length / 3;
  // A list that is too long for its length field is cut off, and so is a contour.
  if (!Number.isInteger(count) || points.length !== count * 3) throw new OverlayFault('points-differ');
  return { type, points, references: readReferences(content, item, TAG.ContourImageSequence) };
}

function isContourType(text: string): text is ContourType {
  return (CONTOUR_TYPES as readonly string[]).includes(text);
}
