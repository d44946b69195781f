import { t } from '#language/t.ts';
import { patientToVoxel, sliceSpaceOf, voxelSpaceOf } from '#model/grids/voxel-space.ts';
import { pointOf } from '#model/pictures/image-plane.ts';
import { length } from '#model/pictures/vector.ts';
import { isMoving, keyOf, type ShownPicture } from '#features/annotator/overlays/overlay-store.ts';
import type { OpenSeries } from '#features/annotator/station/series-store.ts';
import { isSameSpace } from '#features/annotator/station/ways.ts';
import { noPlanesText } from '#features/annotator/texts.ts';
import type { Picture, PlaneOfSeries, StoredSlice } from '#workers/voxels/types.ts';
import type { MaskState, OpenMask, Target } from './mask-store.ts';
import { bySliceText, hiddenText, lockedText, MASK_TEXTS, nameOf, refusedText, statusText } from './mask-texts.ts';
import type { MaskTool } from './mask-tools.ts';

type Why = { why: string };

/** A slice or plane on which the segments of a mask can be shown; null: they are elsewhere, or it is not known where it is. */
export function whereShown(
  { source, series }: OpenMask,
  open: OpenSeries,
  { of, picture }: ShownPicture,
  frame: string,
): PlaneOfSeries | null {
  if (isMoving(picture)) return null;
  if (of.series === series && isStored(picture)) return open.gridHash === source.gridHash ? { slice: picture.slice } : null;
  if (picture.plane === null || source.grid.noVolume !== null) return null;
  const isSame = isSameSpace({ series, frameOfReference: frame }, { series: of.series!, frameOfReference: open.frameOfReference });
  return isSame ? { plane: picture.plane } : null;
}

/** What a tool draws on in a pane, or why it cannot; null without a picture. */
export function targetOf(
  state: MaskState,
  { at, shown, open, frame }: { at: number; shown: ShownPicture | null; open: OpenSeries | null; frame: string },
  tool: MaskTool,
): Target | Why | null {
  if (shown === null || open === null) return null;
  const segment = segmentOf(state);
  if ('why' in segment) return segment;
  const { source, series } = state.mask!;
  const { picture } = shown;
  const isOwn = shown.of.series === series && isStored(picture);
  const { shape } = state.options;
  const isBrush = tool === 'brush' || tool === 'eraser';
  if (!isOwn && (tool === 'polygon' || (isBrush && shape === 'disc'))) return { why: elsewhereText(tool) };
  if ('mmPerPixel' in picture) return { why: t('A picture along a path is bent. Draw on the slices of the segmentation, or on a plane.') };
  if (!isOwn && picture.plane === null)
    return { why: t('This picture has no place in the patient. Draw on the slices of the segmentation.') };
  const slice = isOwn ? sliceInGrid(open, picture.slice, source.gridHash) : null;
  if (slice !== null && typeof slice === 'object') return slice;
  const where = isOwn ? { slice: picture.slice } : whereShown(state.mask!, open, shown, frame);
  if (where === null) return { why: t('This picture is of another space than the segmentation.') };
  const space = voxelSpaceOf(source.grid);
  if ((tool === 'clicks' || tool === 'scribble') && (space === null || source.grid.noVolume !== null))
    return { why: refusedText('no-volume') };
  if (space === null && isBrush && shape === 'sphere') return { why: bySliceText(source.grid.noVolume!) };
  const pixelMm = isOwn ? spacingOf(source.grid, slice!) : { width: length(picture.plane!.right), height: length(picture.plane!.below) };
  if (isBrush && pixelMm === null) return { why: t('The distance of the pixels is not known. Draw with the polygon.') };
  const limited = !isBrush ? { within: null, isAllowed: null } : withinOf(state, picture);
  if ('why' in limited) return limited;
  const toVoxel = space && patientToVoxel(space);
  return {
    ...{ pane: at, key: keyOf(shown.of), where, pixelMm, ...limited },
    width: picture.frame.columns,
    height: picture.frame.rows,
    toVoxel: ({ x, y }) => (isOwn ? [x, y, slice!] : toVoxel!(pointOf(picture.plane!, x, y))),
  };
}

/** The segment that is drawn, or why there is none. */
export function segmentOf({ status, mask, mayEdit, segments, current, locked, hidden, earlier }: MaskState): Why | { uuid: string } {
  const why = statusText(status);
  if (why !== null) return { why };
  if (mask === null) return { why: t('Choose a segmentation, and the series that it is drawn on.') };
  if (!mayEdit) return { why: MASK_TEXTS.readOnly };
  if (earlier !== null) return { why: refusedText('earlier') };
  const segment = segments.find(({ uuid }) => uuid === current);
  if (segment === undefined) return { why: MASK_TEXTS.noSegments };
  const name = nameOf(segment.title);
  if (locked.has(segment.uuid)) return { why: lockedText(name) };
  return hidden.has(segment.uuid) ? { why: hiddenText(name) } : segment;
}

function elsewhereText(tool: MaskTool): string {
  return tool === 'polygon'
    ? t('Polygons are drawn on the slices of the series that the segmentation is on.')
    : t('A disc is drawn on the slices of the series that the segmentation is on. A sphere can be painted here.');
}

/** Slices are named by the grid: without it nobody knows which is which. */
function sliceInGrid({ gridHash, gridSlices, noPlanes, bricks }: OpenSeries, slice: number, own: string): number | Why {
  const inGrid = gridSlices?.[slice];
  if (gridHash !== null && gridHash !== own) return { why: statusText('grid')! };
  if (gridHash !== null && inGrid !== undefined) return inGrid;
  if (bricks?.fits === false) return { why: noPlanesText('too-large') };
  return { why: noPlanes === null ? t('Drawing starts when all slices have been read.') : noPlanesText(noPlanes) };
}

function spacingOf(grid: OpenMask['source']['grid'], slice: number): Target['pixelMm'] {
  const steps = sliceSpaceOf(grid, slice)?.steps;
  return steps ? { width: length(steps[0]), height: length(steps[1]) } : null;
}

/** The range as tools take it, and the stored values of the picture that are in it. */
function withinOf({ options: { range } }: MaskState, { frame, look, isCoarse }: Picture): Why | Pick<Target, 'within' | 'isAllowed'> {
  if (!range.isOn) return { within: null, isAllowed: null };
  if (frame.kind !== 'grey') return { why: t('This series is in colour: there is no range of values.') };
  if (isCoarse) return { why: t('Values wait for the full resolution of this slice.') };
  const stored = [range.low, range.high].map((value) => (value - look.rescaleIntercept) / look.rescaleSlope);
  // A value at the end of the range is in it, whatever was rounded.
  const [low, high] = [Math.min(...stored) - ROUNDING, Math.max(...stored) + ROUNDING];
  const { samples } = frame;
  return { within: { low: range.low, high: range.high }, isAllowed: (at) => samples[at]! >= low && samples[at]! <= high };
}

/** As the worker has it: a part of a stored step. */
const ROUNDING = 1e-6;

const isStored = (picture: ShownPicture['picture']): picture is StoredSlice => 'facts' in picture;
