import type { Segment, Segmentation } from '#contract/segmentations.ts';
import { inSegmentOrder } from '#model/segment-order.ts';
import type { OutboxWrite, SegmentationStructure, SegmentationWrite, WriteOf } from '#localdb/schema.ts';

/** What the server has not received: that it exists, a change of it, or its deletion. */
export type SegmentWaits = 'number' | 'change' | 'deletion';

/** A segment with this user's later changes. The server gives number, title and colour; they are null until then. */
export interface ShownSegment extends Pick<Segment, 'uuid' | 'revision'> {
  id: number | null;
  sort: number | null;
  title: string | null;
  color: string | null;
  waits: SegmentWaits | null;
}

/** A segmentation with this user's later changes. */
export interface ShownSegmentation extends Pick<Segmentation, 'uuid' | 'user' | 'rbac_enabled' | 'roles' | 'may'> {
  /** Null until the server has received it. */
  id: number | null;
  structure: SegmentationStructure;
  segments: readonly ShownSegment[];
  /** `grid`: its hash; null until the server has created the mask. */
  mask: { series: string; grid: string | null } | null;
  sharingWaits: boolean;
  /** Segments may not overlap. */
  exclusive: boolean;
  exclusiveWaits: boolean;
  orderWaits: boolean;
}

/**
 * The segmentations of a study from the last answer, with this user's later changes applied in their order. What the server has received
 * meanwhile is not applied twice.
 */
export function shownSegmentations(
  study: string,
  answered: readonly Segmentation[],
  writes: readonly OutboxWrite[],
): readonly ShownSegmentation[] {
  return writes
    .filter((write) => isOfSegmentation(write))
    .filter((write) => write.study === study)
    .reduce(withWrite, answered.map(asAnswered));
}

/** While the server can be reached, a change takes a moment and is not marked. What has no number yet is, because its title is unknown. */
export function withoutBriefMarks(segmentations: readonly ShownSegmentation[]): readonly ShownSegmentation[] {
  return segmentations.map((segmentation) => ({
    ...segmentation,
    sharingWaits: false,
    exclusiveWaits: false,
    orderWaits: false,
    segments: segmentation.segments
      .filter(({ waits }) => waits !== 'deletion')
      .map((segment) => (segment.waits === 'change' ? { ...segment, waits: null } : segment)),
  }));
}

/** Deleted ones are no longer counted, and those without a number are counted apart. */
export function countSegments(segments: readonly ShownSegment[]): { known: number; waiting: number } {
  const waiting = segments.filter(({ waits }) => waits === 'number').length;
  return { known: segments.filter(({ waits }) => waits !== 'deletion').length - waiting, waiting };
}

export function isOfSegmentation(write: OutboxWrite): write is SegmentationWrite {
  return 'segmentation' in write;
}

/** Whether a write cannot be made without the refused one. */
export function needsWrite(write: OutboxWrite, refused: SegmentationWrite): boolean {
  if (!isOfSegmentation(write)) return false;
  if (refused.kind === 'segmentation') return write.segmentation === refused.segmentation && write.kind !== 'segmentation';
  return refused.kind === 'segment' && 'segment' in write && write.segment === refused.segment && write.kind !== 'segment';
}

function asAnswered({
  id,
  uuid,
  structure,
  user,
  rbac_enabled,
  exclusive = false,
  roles,
  mask,
  may,
  segments,
}: Segmentation): ShownSegmentation {
  return {
    ...{ id, uuid, structure, user, rbac_enabled, exclusive, roles, may },
    ...{ sharingWaits: false, exclusiveWaits: false, orderWaits: false },
    segments: segments.map((segment) => ({ ...segment, waits: null })),
    mask,
  };
}

function asWaiting({ segmentation: uuid, structure, exclusive = false }: WriteOf<'segmentation'>): ShownSegmentation {
  return {
    ...{ id: null, uuid, structure, user: null, rbac_enabled: true, exclusive, roles: {}, segments: [], mask: null },
    ...{ sharingWaits: false, exclusiveWaits: false, orderWaits: false },
    may: { edit: true, share: true, delete: false },
  };
}

function withWrite(segmentations: readonly ShownSegmentation[], write: SegmentationWrite): ShownSegmentation[] {
  const isKnown = segmentations.some(({ uuid }) => uuid === write.segmentation);
  if (write.kind === 'segmentation') return isKnown ? [...segmentations] : [...segmentations, asWaiting(write)];
  return segmentations.map((each) => (each.uuid === write.segmentation ? changed(each, write) : each));
}

function changed(segmentation: ShownSegmentation, write: Exclude<SegmentationWrite, WriteOf<'segmentation'>>): ShownSegmentation {
  switch (write.kind) {
    case 'segmentation-sharing':
      if (segmentation.rbac_enabled === write.on) return segmentation;
      return { ...segmentation, rbac_enabled: write.on, sharingWaits: true };
    case 'segmentation-overlap':
      if (segmentation.exclusive === write.exclusive) return segmentation;
      return { ...segmentation, exclusive: write.exclusive, exclusiveWaits: true };
    case 'segmentation-mask':
      return { ...segmentation, mask: segmentation.mask ?? { series: write.series, grid: null } };
    case 'segment-order': {
      const segments = inSegmentOrder(segmentation.segments, write.segments);
      const isSame = segments.every(({ uuid }, place) => uuid === segmentation.segments[place]?.uuid);
      return isSame ? segmentation : { ...segmentation, segments, orderWaits: true };
    }
    default:
      return { ...segmentation, segments: withSegmentWrite(segmentation.segments, write) };
  }
}

function withSegmentWrite(
  segments: readonly ShownSegment[],
  write: WriteOf<'segment' | 'segment-title' | 'segment-colour' | 'segment-deletion'>,
): readonly ShownSegment[] {
  if (write.kind === 'segment') {
    if (segments.some(({ uuid }) => uuid === write.segment)) return segments;
    return [...segments, { uuid: write.segment, id: null, sort: null, title: null, color: null, revision: 0, waits: 'number' }];
  }
  return segments.map((segment) => (segment.uuid === write.segment ? changedSegment(segment, write) : segment));
}

function changedSegment(segment: ShownSegment, write: WriteOf<'segment-title' | 'segment-colour' | 'segment-deletion'>): ShownSegment {
  if (write.kind === 'segment-deletion') return { ...segment, waits: 'deletion' };
  const value = write.kind === 'segment-title' ? { title: write.title } : { color: write.color };
  const isSame = write.kind === 'segment-title' ? segment.title === write.title : segment.color === write.color;
  return isSame ? segment : { ...segment, ...value, waits: segment.waits ?? 'change' };
}
