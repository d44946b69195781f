import type { Code } from '#model/overlays/code.ts';
import type { MeasuredRegion, MeasuredValue, MeasurementGroup, MeasurementReport } from '#model/overlays/measurement-report.ts';
import type { ElementSet } from '#imaging/dicom/elements/sequences.ts';
import { HEADER_LIMITS } from '#imaging/dicom/limits.ts';
import { TAG } from '#imaging/dicom/tags.ts';
import type { OverlayContent } from './overlay-content.ts';
import { OverlayFault } from './overlay-fault.ts';
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
  let left: number = HEADER_LIMITS.items;
  const report: Report = {
    content,
    type: (item) => content.text(item, TAG.ValueType),
    name: (item) => readCode(content, item, TAG.ConceptNameCodeSequence),
    children: (item) => {
      const items = content.items(item, TAG.ContentSequence);
      left -= items.length;
      // A file of references to one long list would otherwise be read for minutes.
      if (left < 0) throw new OverlayFault('too-many-elements');
      return items.map((child) => referencedItem(content, child) ?? child);
    },
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

/** A concept by its codes in the schemes that files use for it, and by its meaning. */
interface Concept {
  codes: readonly string[];
  meaning: string;
}

const MEASUREMENT_GROUP: Concept = { codes: ['DCM 125007'], meaning: 'measurement group' };
const TRACKING_ID: Concept = { codes: ['DCM 112039'], meaning: 'tracking identifier' };
const TRACKING_UID: Concept = { codes: ['DCM 112040'], meaning: 'tracking unique identifier' };
const DERIVATION: Concept = { codes: ['DCM 121401'], meaning: 'derivation' };
const FINDING: Concept = { codes: ['DCM 121071'], meaning: 'finding' };
const FINDING_SITE: Concept = { codes: ['SCT 363698007', 'SRT G-C0E3', 'SNM3 G-C0E3', '99SDM G-C0E3'], meaning: 'finding site' };

/** Cleaning of structured content empties values that look like the number of a case, as those of many codes do: then the meaning counts. */
function isNamed(code: Code | null, { codes, meaning }: Concept): boolean {
  if (code === null) return false;
  return code.value === '' ? code.meaning.toLowerCase() === meaning : codes.includes(`${code.scheme} ${code.value}`);
}

function readGroup(report: Report, group: ElementSet): MeasurementGroup {
  const { content } = report;
  const children = report.children(group);
  const named = (concept: Concept) => children.filter((item) => isNamed(report.name(item), concept));
  const textOf = (concept: Concept, tag: number) => named(concept).map((item) => content.text(item, tag))[0] ?? '';
  const codesOf = (concept: Concept) => named(concept).flatMap((item) => readCode(content, item, TAG.ConceptCodeSequence) ?? []);
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
  const children = report.children(item);
  const derivation = children.find((child) => isNamed(report.name(child), DERIVATION));
  return {
    name: report.name(item),
    derivation: derivation ? readCode(content, derivation, TAG.ConceptCodeSequence) : null,
    value,
    unit: readCode(content, measured, TAG.MeasurementUnitsCodeSequence),
    regions: children.flatMap((child) => readRegion(report, child) ?? []),
  };
}

function readRegion({ content, type, children }: Report, item: ElementSet): MeasuredRegion | null {
  const dimensions = DIMENSIONS[type(item)];
  const graphic = dimensions && readGraphic(content, item, dimensions);
  if (!graphic) return null;
  if (dimensions === 3) return { space: 'patient', graphic, frameOfReference: content.text(item, TAG.ReferencedFrameOfReferenceUID) };
  const images = children(item).filter((child) => type(child) === 'IMAGE');
  return { space: 'image', graphic, references: images.flatMap((image) => readReferences(content, image, TAG.ReferencedSOPSequence)) };
}

const DIMENSIONS: Readonly<Record<string, 2 | 3>> = { SCOORD: 2, SCOORD3D: 3 };

function readSegments(content: OverlayContent, item: ElementSet): { sop: string; segment: number }[] {
  return content.items(item, TAG.ReferencedSOPSequence).flatMap((image) => {
    const sop = content.text(image, TAG.ReferencedSOPInstanceUID);
    return content.numbers(image, TAG.ReferencedSegmentNumber).map((segment) => ({ sop, segment }));
  });
}
