import { type NoSlice, isNoSlice } from '#model/pictures/no-slice.ts';
import { readDicomHeader, type ReadHeader } from '#imaging/dicom/header/read-header.ts';
import { readOverlay } from '#imaging/dicom/overlays/read-overlay.ts';
import { readSegmentMask } from '#imaging/dicom/overlays/read-segment-mask.ts';
import { maskOutline } from '#model/overlays/mask-outline.ts';
import { layerOnPlane, maskOnPlane, type DrawnLayer, type MaskPlace } from '#model/overlays/overlay-on-plane.ts';
import { fromDisplayedArea } from '#model/overlays/displayed-area.ts';
import type { Line } from '#model/overlays/graphic.ts';
import { layersOf, type Overlay, type OverlayLayer } from '#model/overlays/overlay.ts';
import type { ImagePlane } from '#model/pictures/image-plane.ts';
import type { StackFile } from '#workers/series/dicom-stack.ts';
import { toNoSlice, type SeriesOpener } from '#workers/series/series-opener.ts';
import { nextMessageTask } from './next-message-task.ts';
import type { PlaneForOverlays } from './shown-plane.ts';
import type { LayerFacts, LayerOnPlane, OpenedOverlay, RefusedOverlay } from './types.ts';

interface OpenLayer {
  id: string;
  layer: OverlayLayer;
  overlay: Overlay;
  header: ReadHeader;
}

/** The overlays of the studies of a workstation. Their masks are read frame by frame, when a slice needs them. */
export class StudyOverlays {
  readonly #opener: Pick<SeriesOpener, 'files' | 'codecs'>;
  readonly #layers = new Map<string, readonly OpenLayer[]>();

  constructor(opener: Pick<SeriesOpener, 'files' | 'codecs'>) {
    this.#opener = opener;
  }

  /** One answer for each file of the series. */
  async open(seriesUuid: string): Promise<OpenedOverlay[] | NoSlice> {
    const files = await this.#opener.files(seriesUuid);
    if (isNoSlice(files)) return files;
    const [answers, layers]: [OpenedOverlay[], OpenLayer[]] = [[], []];
    for (const [index, file] of files.entries()) {
      const opened = await openFile(`${seriesUuid}/${index}`, file).catch((error: unknown) => refusalOf(toNoSlice(error)));
      if ('refused' in opened) answers.push(opened);
      else {
        const { overlay } = opened;
        const presentation = overlay.kind === 'presentation' ? { ...overlay, annotations: [] } : null;
        answers.push({ kind: overlay.kind, layers: factsById(opened.layers), presentation });
        layers.push(...opened.layers);
      }
    }
    this.#layers.set(seriesUuid, layers);
    return answers;
  }

  /** Layers of which there is nothing on the plane are left out. */
  async on(shown: PlaneForOverlays): Promise<LayerOnPlane[]> {
    const found = new Map<string, LayerOnPlane>();
    for (const open of [...this.#layers.values()].flat()) {
      const drawn = await this.#draw(open, shown);
      const before = found.get(open.id);
      if (before) found.set(open.id, { ...before, lines: [...before.lines, ...drawn.lines] });
      else if (drawn.lines.length > 0 || drawn.texts.length > 0 || drawn.problem !== null) found.set(open.id, drawn);
    }
    return [...found.values()];
  }

  async #draw({ id, layer, overlay, header }: OpenLayer, shown: PlaneForOverlays): Promise<LayerOnPlane> {
    const plane = shown.plane ?? withoutPlace(shown);
    const drawn = layerOnPlane(shown.plane === null ? marksOnly(layer) : layer, { ...shown, plane });
    const { lines, texts } = inPixels(drawn, overlay, shown);
    if (drawn.mask === null) return { id, lines, texts, problem: null };
    if (drawn.mask === 'other-grid' || overlay.kind !== 'segmentation') return { id, lines, texts, problem: 'other-grid' };
    // Otherwise requests for slices would wait until all masks are read.
    await nextMessageTask();
    const outline = await this.#maskLines({ overlay, header, segment: layer.number ?? 0 }, drawn.mask, plane);
    return outline === null ? { id, lines, texts, problem: 'unreadable' } : { id, lines: [...lines, ...outline], texts, problem: null };
  }

  /** Null if it cannot be read. A fraction counts from a half. */
  async #maskLines(
    { overlay, header, segment }: { overlay: Overlay & { kind: 'segmentation' }; header: ReadHeader; segment: number },
    place: MaskPlace,
    plane: ImagePlane,
  ): Promise<Line[] | null> {
    try {
      const mask = await readSegmentMask(header, overlay, { frame: place.frame.frame, segment }, this.#opener.codecs);
      if (!mask.ok) return null;
      return maskOutline(maskOnPlane(mask.values, place, plane), plane.width, plane.height, Math.max(1, overlay.fullValue / 2));
    } catch (error) {
      // The bytes did not arrive, or were deleted; anything else is thrown again.
      toNoSlice(error);
      return null;
    }
  }
}

async function openFile(id: string, file: StackFile): Promise<{ overlay: Overlay; layers: OpenLayer[] } | RefusedOverlay> {
  const source = await file.open();
  if (isNoSlice(source)) return refusalOf(source);
  const header = await readDicomHeader(source);
  if (!header.ok) return { refused: 'damaged' };
  const overlay = await readOverlay(header);
  if ('refused' in overlay) return overlay;
  return { overlay, layers: layersOf(overlay).map((layer, index) => ({ id: `${id}/${placeOf(layer, index)}`, layer, overlay, header })) };
}

/** Measurements on images and in space are two layers of one number, which are shown and hidden together. */
function placeOf({ caption, number }: OverlayLayer, index: number): number {
  return caption === '' ? index : (number ?? index);
}

function refusalOf({ noPicture }: NoSlice): RefusedOverlay {
  return { refused: noPicture === 'gone' || noPicture === 'unreachable' ? noPicture : 'no-access' };
}

function factsById(layers: readonly OpenLayer[]): LayerFacts[] {
  return [...Map.groupBy(layers.map(factsOf), ({ id }) => id).values()].map((same) => ({
    ...same[0]!,
    count: same.reduce((sum, { count }) => sum + count, 0),
  }));
}

function factsOf({ id, layer }: OpenLayer): LayerFacts {
  const { name, number, caption, values, colour, masks, outlines, marks, texts } = layer;
  return { id, name, number, caption, values, colour, count: masks.length + outlines.length + marks.length + texts.length };
}

function withoutPlace({ width, height }: PlaneForOverlays): ImagePlane {
  return { width, height, origin: [0, 0, 0], right: [1, 0, 0], below: [0, 1, 0] };
}

/** Of a slice without a place: what is on its pixels. */
function marksOnly(layer: OverlayLayer): OverlayLayer {
  return { ...layer, outlines: [], masks: layer.masks.map((mask) => ({ ...mask, position: null })) };
}

/** Parts of the displayed area become pixels: the picture is not laid out as the presentation state says until somebody asks for it. */
function inPixels({ lines, texts }: DrawnLayer, overlay: Overlay, shown: PlaneForOverlays): Pick<LayerOnPlane, 'lines' | 'texts'> {
  const toPixel =
    overlay.kind === 'presentation' && shown.image !== null
      ? fromDisplayedArea(overlay, shown.image, shown)
      : (x: number, y: number) => [x, y] as const;
  const pixelsOf = (points: Float64Array): Float64Array => {
    const pixels = new Float64Array(points.length);
    for (let at = 0; at < points.length; at += 2) pixels.set(toPixel(points[at]!, points[at + 1]!), at);
    return pixels;
  };
  return {
    lines: lines.map(({ points, isClosed, unit }) => ({ points: unit === 'image' ? points : pixelsOf(points), isClosed })),
    texts: texts.map(({ text, x, y, unit }) => {
      const [left, top] = unit === 'image' ? [x, y] : toPixel(x, y);
      return { text, x: left, y: top };
    }),
  };
}
