import { graphicLines, type Line } from './graphic.ts';
import type { ImageReference } from './image-reference.ts';
import type { MeasuredRegion, MeasurementGroup, MeasurementReport } from './measurement-report.ts';
import type { Annotation, AnnotationUnit, PresentationState } from './presentation-state.ts';
import { captionOfGroup, measuredText } from './measured-text.ts';
import type { SegmentFrame, Segmentation } from './segmentation.ts';
import type { StructureRegion, StructureSet } from './structure-set.ts';

/** What arrived in a study to be shown over its images. */
export type Overlay = Segmentation | StructureSet | MeasurementReport | PresentationState;
export type OverlayKind = Overlay['kind'];

/** What instances of this SOP class are as an overlay; null: none. The files of the other instances need not be opened. */
export function overlayKind(sopClassUid: string): OverlayKind | null {
  return KINDS[sopClassUid] ?? null;
}

const STORAGE = '1.2.840.10008.5.1.4.1.1.';

const KINDS: Readonly<Record<string, OverlayKind>> = {
  // Segmentation, label map segmentation.
  [`${STORAGE}66.4`]: 'segmentation',
  [`${STORAGE}66.7`]: 'segmentation',
  [`${STORAGE}481.3`]: 'structures',
  // SR: basic text, enhanced, comprehensive, comprehensive 3D, extensible.
  [`${STORAGE}88.11`]: 'measurements',
  [`${STORAGE}88.22`]: 'measurements',
  [`${STORAGE}88.33`]: 'measurements',
  [`${STORAGE}88.34`]: 'measurements',
  [`${STORAGE}88.35`]: 'measurements',
  // Presentation states of grey and of colour images.
  [`${STORAGE}11.1`]: 'presentation',
  [`${STORAGE}11.2`]: 'presentation',
};

/** What is shown or hidden as one: a segment, a region of a structure set, a group of measurements, a graphic layer. */
export interface OverlayLayer {
  name: string;
  /** Of the segment or region, and of the measurements in their report; null for graphics. */
  number: number | null;
  /** What is written beside its lines: number and first value of a measurement. Empty for others. */
  caption: string;
  /** What was measured: all values with their names. */
  values: readonly string[];
  /** `#RRGGBB`; null: the viewer chooses one. */
  colour: string | null;
  /** In mm, in patient coordinates. */
  outlines: readonly Outline[];
  /** On certain images, in their pixels. */
  marks: readonly Mark[];
  texts: readonly MarkedText[];
  /** Slices of a segment; its voxels are read when one is shown. */
  masks: readonly SegmentFrame[];
  /** Of outlines and masks; empty if unknown. */
  frameOfReference: string;
}

export interface Outline extends Line {
  references: readonly ImageReference[];
}

export interface Mark extends Line {
  unit: AnnotationUnit;
  references: readonly ImageReference[];
}

export interface MarkedText {
  text: string;
  x: number;
  y: number;
  unit: AnnotationUnit;
  references: readonly ImageReference[];
}

/** In the order in which they are drawn. Segments that overlap keep a layer each. */
export function layersOf(overlay: Overlay): OverlayLayer[] {
  switch (overlay.kind) {
    case 'segmentation':
      return layersOfSegmentation(overlay);
    case 'structures':
      return overlay.regions.map(layerOfRegion);
    case 'measurements':
      return overlay.groups.flatMap((group, index) => layersOfGroup(group, index + 1));
    case 'presentation':
      return layersOfPresentation(overlay);
  }
}

const EMPTY_LAYER: OverlayLayer = {
  name: '',
  number: null,
  caption: '',
  values: [],
  colour: null,
  outlines: [],
  marks: [],
  texts: [],
  masks: [],
  frameOfReference: '',
};

/** The frames of a label map have all segments. */
function layersOfSegmentation({ segments, frames, frameOfReference }: Segmentation): OverlayLayer[] {
  const bySegment = Map.groupBy(frames, ({ segment }) => segment);
  return segments.map(({ number, label, colour }) => {
    const masks = bySegment.get(null) ?? bySegment.get(number) ?? [];
    return { ...EMPTY_LAYER, name: label, colour, number, masks, frameOfReference };
  });
}

function layerOfRegion({ number, name, colour, contours, frameOfReference }: StructureRegion): OverlayLayer {
  const outlines = contours.map(({ type, points, references }) => ({ points, isClosed: type.startsWith('CLOSED'), references }));
  return { ...EMPTY_LAYER, number, name, colour, outlines, frameOfReference };
}

/** One for what is marked on images, and one for each frame of reference in which something is marked. */
function layersOfGroup(group: MeasurementGroup, number: number): OverlayLayer[] {
  const { trackingId, finding, regions, values } = group;
  const name = finding?.meaning || trackingId;
  const caption = captionOfGroup(group, number);
  const all = [...regions, ...values.flatMap((value) => value.regions)];
  return [...Map.groupBy(all, (region) => (region.space === 'patient' ? region.frameOfReference : null))].map(
    ([frameOfReference, together]) => ({
      ...EMPTY_LAYER,
      ...{ name, number, caption },
      values: values.map(measuredText),
      outlines: together.flatMap(outlinesOf),
      marks: together.flatMap(marksOf),
      frameOfReference: frameOfReference ?? '',
    }),
  );
}

function outlinesOf(region: MeasuredRegion): Outline[] {
  return region.space === 'patient' ? graphicLines(region.graphic, 3).map((line) => ({ ...line, references: [] })) : [];
}

function marksOf(region: MeasuredRegion): Mark[] {
  if (region.space === 'patient') return [];
  return graphicLines(region.graphic, 2).map((line) => ({ ...line, unit: 'image', references: region.references }));
}

/** Annotations may name a layer that the presentation state does not list: it is drawn last. */
function layersOfPresentation({ layers, annotations, references }: PresentationState): OverlayLayer[] {
  const byLayer = Map.groupBy(annotations, ({ layer }) => layer);
  const listed = new Map(layers.map(({ name, colour }) => [name, colour]));
  return [...new Set([...listed.keys(), ...byLayer.keys()])].map((name) => {
    const own = byLayer.get(name) ?? [];
    const of = (annotation: Annotation) => (annotation.references.length > 0 ? annotation.references : references);
    return {
      ...EMPTY_LAYER,
      name,
      colour: listed.get(name) ?? null,
      marks: own.flatMap((annotation) =>
        annotation.graphics.flatMap(({ graphic, unit }) =>
          graphicLines(graphic, 2).map((line) => ({ ...line, unit, references: of(annotation) })),
        ),
      ),
      texts: own.flatMap((annotation) => annotation.texts.map((text) => ({ ...text, references: of(annotation) }))),
    };
  });
}
