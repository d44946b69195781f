import type { Segment, SegmentFrame, Segmentation } from '#model/overlays/segmentation.ts';
import type { ElementSet } from '#imaging/dicom/elements/sequences.ts';
import { sextuple, triple } from '#imaging/dicom/header/functional-groups.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import { cielabToColour } from './cielab.ts';
import type { OverlayContent } from './overlay-content.ts';
import { OverlayFault } from './overlay-fault.ts';
import { readCode, readCodes } from './read-code.ts';
import { readReferences } from './read-references.ts';

/** A segmentation without its masks, which read-segment-mask.ts reads. */
export function readSegmentation(content: OverlayContent, description: InstanceDescription): Segmentation {
  const { top, text, items } = content;
  const type = TYPES[text(top, TAG.SegmentationType)];
  if (!type) throw new OverlayFault('segmentation-type');
  const segments = items(top, TAG.SegmentSequence).map((item) => readSegment(content, item));
  return {
    kind: 'segmentation',
    type,
    fractionalType: text(top, TAG.SegmentationFractionalType),
    fullValue: type === 'fractional' ? content.number(top, TAG.MaximumFractionalValue) || HIGHEST_FRACTION : 1,
    label: text(top, TAG.ContentLabel),
    description: text(top, TAG.ContentDescription),
    seriesUids: items(top, TAG.ReferencedSeriesSequence).map((item) => text(item, TAG.SeriesInstanceUID)),
    frameOfReference: description.frameOfReferenceUid ?? '',
    segments,
    frames: readFrames(content, description, type === 'labelmap' ? null : new Set(segments.map(({ number }) => number))),
  };
}

const TYPES: Readonly<Record<string, Segmentation['type']>> = { BINARY: 'binary', FRACTIONAL: 'fractional', LABELMAP: 'labelmap' };
/** Of 8 bits, where a file does not say it. */
const HIGHEST_FRACTION = 255;

function readSegment(content: OverlayContent, item: ElementSet): Segment {
  const { text } = content;
  const region = content.items(item, TAG.AnatomicRegionSequence)[0];
  const type = content.items(item, TAG.SegmentedPropertyTypeCodeSequence)[0];
  return {
    number: content.number(item, TAG.SegmentNumber) ?? 0,
    label: text(item, TAG.SegmentLabel),
    description: text(item, TAG.SegmentDescription),
    category: readCode(content, item, TAG.SegmentedPropertyCategoryCodeSequence),
    type: readCode(content, item, TAG.SegmentedPropertyTypeCodeSequence),
    typeModifiers: type ? readCodes(content, type, TAG.SegmentedPropertyTypeModifierCodeSequence) : [],
    region: readCode(content, item, TAG.AnatomicRegionSequence),
    regionModifiers: region ? readCodes(content, region, TAG.AnatomicRegionModifierSequence) : [],
    colour: cielabToColour(content.numbers(item, TAG.RecommendedDisplayCIELabValue)),
    algorithmType: text(item, TAG.SegmentAlgorithmType),
    algorithmName: text(item, TAG.SegmentAlgorithmName),
    trackingId: text(item, TAG.TrackingID),
    trackingUid: text(item, TAG.TrackingUID),
  };
}

/** `segments`: their numbers; null for a label map, in which frames name none. */
function readFrames(
  content: OverlayContent,
  { numberOfFrames, rows, columns }: InstanceDescription,
  segments: ReadonlySet<number> | null,
): SegmentFrame[] {
  const [shared] = content.items(content.top, TAG.SharedFunctionalGroupsSequence);
  const own = content.items(content.top, TAG.PerFrameFunctionalGroupsSequence);
  if (own.length !== numberOfFrames) throw new OverlayFault('frames-differ');
  return own.map((groups, frame) => {
    /** The first item of a functional group, of the frame or of all frames (PS3.3 C.7.6.16). */
    const group = (tag: number): ElementSet => content.items(groups, tag)[0] ?? (shared && content.items(shared, tag)[0]) ?? EMPTY_SET;
    const measures = group(TAG.PixelMeasuresSequence);
    const [betweenRows, betweenColumns] = content.numbers(measures, TAG.PixelSpacing);
    return {
      frame,
      segment: segments && segmentOf(content.number(group(TAG.SegmentIdentificationSequence), TAG.ReferencedSegmentNumber), segments),
      ...{ columns, rows },
      position: triple(content.numbers(group(TAG.PlanePositionSequence), TAG.ImagePositionPatient)),
      orientation: sextuple(content.numbers(group(TAG.PlaneOrientationSequence), TAG.ImageOrientationPatient)),
      spacing: betweenRows && betweenColumns ? [betweenColumns, betweenRows] : null,
      sliceSpacing: content.number(measures, TAG.SpacingBetweenSlices) ?? content.number(measures, TAG.SliceThickness),
      references: readReferences(content, group(TAG.DerivationImageSequence), TAG.SourceImageSequence),
    };
  });
}

const EMPTY_SET: ElementSet = { get: () => undefined };

function segmentOf(number: number | null, segments: ReadonlySet<number>): number {
  if (number === null || !segments.has(number)) throw new OverlayFault('no-such-segment');
  return number;
}
