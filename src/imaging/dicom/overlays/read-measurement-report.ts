import type { Code } from '#model/overlays/code.ts';
import type { MeasuredRegion, MeasuredValue, MeasurementGroup, MeasurementReport } from '#model/overlays/measurement-report.ts';
import type { ElementSet } from '#imaging/dicom/elements/sequences.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import type { OverlayContent } from './overlay-content.ts';
import { readCode } from './read-code.ts';
import { readGraphic } from './read-graphic.ts';
import { readReferences } from './read-references.ts';

/** The measurement groups of a report (PS3.16 TID 1500), wherever they are in it. Other content is not read. */
export function readMeasurementReport(content: OverlayContent): MeasurementReport {
  const report = reportOf(content);
  return {
    kind: 'measurements',
    title: readCode(content, content.top, TAG.ConceptNameCodeSequence),
    groups: report.below(content.top).flatMap((item) => (isNamed(report.name(item), MEASUREMENT_GROUP) ? [readGroup(report, item)] : [])),
  };
}

/** Content items: the nodes of the tree of PS3.3 C.17.3. */
interface Report {
  content: OverlayContent;
  type(item: ElementSet): string;
  name(item: ElementSet): Code | null;
  children(item: ElementSet): readonly ElementSet[];
  /** All below an item, from the top. */
  below(item: ElementSet): ElementSet[];
}

function reportOf(content: OverlayContent): Report {
  const report: Report = {
    content,
    type: (item) => content.text(item, TAG.ValueType),
    name: (item) => readCode(content, item, TAG.ConceptNameCodeSequence),
    children: (item) => content.items(item, TAG.ContentSequence).map((child) => referencedItem(content, child) ?? child),
    below: (item) => content.items(item, TAG.ContentSequence).flatMap((child) => [child, ...report.below(child)]),
  };
  return report;
}

/** An item may stand for another, by its way from the top: each number counts from 1, the first is that of the report itself (PS3.3 C.17.3.2.5). */
function referencedItem(content: OverlayContent, item: ElementSet): ElementSet | null {
  const [, ...way] = content.numbers(item, TAG.ReferencedContentItemIdentifier);
  if (way.length === 0) return null;
  return way.reduce<ElementSet | null>((set, place) => set && (content.items(set, TAG.ContentSequence)[place - 1] ?? null), content.top);
}

/** Concepts by their values in the coding schemes that files use for them. */
const MEASUREMENT_GROUP = ['DCM 125007'];
const TRACKING_ID = ['DCM 112039'];
const TRACKING_UID = ['DCM 112040'];
const FINDING = ['DCM 121071'];
const FINDING_SITE = ['SCT 363698007', 'SRT G-C0E3', 'SNM3 G-C0E3', '99SDM G-C0E3'];

function isNamed(code: Code | null, concept: readonly string[]): boolean {
  return code !== null && concept.includes(`${code.scheme} ${code.value}`);
}

function readGroup(report: Report, group: ElementSet): MeasurementGroup {
  const { content } = report;
  const children = report.children(group);
  const named = (concept: readonly string[]) => children.filter((item) => isNamed(report.name(item), concept));
  const textOf = (concept: readonly string[], tag: number) => named(concept).map((item) => content.text(item, tag))[0] ?? '';
  const codesOf = (concept: readonly string[]) => named(concept).flatMap((item) => readCode(content, item, TAG.ConceptCodeSequence) ?? []);
  return {
    trackingId: textOf(TRACKING_ID, TAG.TextValue),
    trackingUid: textOf(TRACKING_UID, TAG.UID),
    finding: codesOf(FINDING)[0] ?? null,
    sites: codesOf(FINDING_SITE),
    values: children.filter((item) => report.type(item) === 'NUM').flatMap((item) => readValue(report, item) ?? []),
    regions: children.flatMap((item) => readRegion(report, item) ?? []),
    segments: children.flatMap((item) => readSegments(content, item)),
  };
}

/** Null for a measurement that was not possible: its sequence is empty. */
function readValue(report: Report, item: ElementSet): MeasuredValue | null {
  const { content } = report;
  const [measured] = content.items(item, TAG.MeasuredValueSequence);
  const value = measured ? content.number(measured, TAG.NumericValue) : null;
  if (!measured || value === null) return null;
  return {
    name: report.name(item),
    value,
    unit: readCode(content, measured, TAG.MeasurementUnitsCodeSequence),
    regions: report.children(item).flatMap((child) => readRegion(report, child) ?? []),
  };
}

function readRegion(report: Report, item: ElementSet): MeasuredRegion | null {
  const { content } = report;
  switch (report.type(item)) {
    case 'SCOORD': {
      const images = report.children(item).filter((child) => report.type(child) === 'IMAGE');
      const references = images.flatMap((image) => readReferences(content, image, TAG.ReferencedSOPSequence));
      return { space: 'image', graphic: readGraphic(content, item, 2), references };
    }
    case 'SCOORD3D':
      return {
        space: 'patient',
        graphic: readGraphic(content, item, 3),
        frameOfReference: content.text(item, TAG.ReferencedFrameOfReferenceUID),
      };
    default:
      return null;
  }
}

function readSegments(content: OverlayContent, item: ElementSet): { sop: string; segment: number }[] {
  return content.items(item, TAG.ReferencedSOPSequence).flatMap((image) => {
    const sop = content.text(image, TAG.ReferencedSOPInstanceUID);
    return content.numbers(image, TAG.ReferencedSegmentNumber).map((segment) => ({ sop, segment }));
  });
}
