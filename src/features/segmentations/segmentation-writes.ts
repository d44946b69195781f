import { callApi } from '#api/call-api.ts';
import type { ApiFailure, ApiResult } from '#api/result.ts';
import { CALLS, type AnswerOf, type Calls } from '#contract/calls.ts';
import type { Segment, Segmentation } from '#contract/segmentations.ts';
import { t } from '#language/t.ts';
import type { SegmentationWrite, WriteOf } from '#localdb/schema.ts';
import { failureText, renamedText, TEXTS } from './texts.ts';

export type OrganizedStudy = AnswerOf<Calls['organizedStudy']>;

/** What a write was answered with: the study as it is on the server now, and what is said. */
export interface SentWrite {
  withAnswer(organized: OrganizedStudy): OrganizedStudy;
  /** Null: the page shows it. */
  said: string | null;
}

/**
 * Everything is named by its UUID, so that it can be named before the server has given it a number. Each call states the wanted result and may be
 * repeated.
 */
export function sendSegmentationWrite(write: SegmentationWrite): Promise<ApiResult<SentWrite>> {
  const params = { uuid: write.study, segmentationId: write.segmentation };
  switch (write.kind) {
    case 'segmentation': {
      const body = { structure: write.structure.slug, rbac: 1, exclusive: write.exclusive ?? false, uuid: write.segmentation } as const;
      const call = callApi(CALLS.createSegmentation, { params: { uuid: write.study }, body, quiet: true });
      return sent(call, (made) => ({ withAnswer: (organized) => withSegmentation(organized, made), said: TEXTS.created }));
    }
    case 'segmentation-sharing': {
      const call = callApi(CALLS.shareSegmentation, { params, body: { rbac: write.on ? 1 : 0 }, quiet: true });
      return sent(call, (changed) => ({ withAnswer: (organized) => withSegmentation(organized, changed), said: null }));
    }
    case 'segmentation-overlap': {
      const call = callApi(CALLS.shareSegmentation, { params, body: { exclusive: write.exclusive }, quiet: true });
      return sent(call, (changed) => ({ withAnswer: (organized) => withSegmentation(organized, changed), said: null }));
    }
    case 'segmentation-mask': {
      const call = callApi(CALLS.createMask, { params: { ...params, uuid: write.series }, quiet: true });
      return sent(call, () => ({ withAnswer: (organized) => withMask(organized, write), said: TEXTS.maskCreated }));
    }
    case 'segment-order': {
      const call = callApi(CALLS.orderSegments, { params, body: { segments: [...write.segments] }, quiet: true });
      return sent(call, (changed) => ({ withAnswer: (organized) => withSegmentation(organized, changed), said: null }));
    }
    case 'segment': {
      const call = callApi(CALLS.createSegment, { params, body: { segment: { uuid: write.segment } }, quiet: true });
      return sent(call, segmentSent(TEXTS.segmentCreated));
    }
    case 'segment-title': {
      const path = { ...params, segmentId: write.segment };
      const call = callApi(CALLS.renameSegment, { params: path, body: { name: write.title }, quiet: true });
      return sent(call, (segment) => segmentSent(renamedText(segment.id))(segment));
    }
    case 'segment-colour': {
      const path = { ...params, segmentId: write.segment };
      return sent(
        callApi(CALLS.recolourSegment, { params: path, body: { color: write.color }, quiet: true }),
        segmentSent(TEXTS.recoloured),
      );
    }
    case 'segment-deletion':
      return sent(deleteSegment(write), segmentSent(TEXTS.segmentDeleted));
  }
}

async function deleteSegment({ study: uuid, segmentation: segmentationId, segment: segmentId }: WriteOf<'segment-deletion'>) {
  const deleted = await callApi(CALLS.deleteSegment, { params: { uuid, segmentationId, segmentId }, quiet: true });
  // SEG-014: only where something was drawn.
  if (!deleted.ok || deleted.value.data.revision === 0) return deleted;
  const params = { uuid, segmentationId, value: String(deleted.value.data.value) };
  const emptied = await callApi(CALLS.removeMaskValue, { params, quiet: true });
  return emptied.ok ? deleted : emptied;
}

async function sent<T>(call: Promise<ApiResult<{ data: T }>>, toSent: (data: T) => SentWrite): Promise<ApiResult<SentWrite>> {
  const answer = await call;
  return answer.ok ? { ok: true, value: toSent(answer.value.data) } : answer;
}

const segmentSent =
  (said: string) =>
  (segment: Segment): SentWrite => ({ withAnswer: (organized) => withSegment(organized, segment), said });

/** The study with a segmentation as the server answered. */
function withSegmentation(organized: OrganizedStudy, segmentation: Segmentation): OrganizedStudy {
  const { segmentations } = organized;
  const isKnown = segmentations.some(({ uuid }) => uuid === segmentation.uuid);
  return {
    ...organized,
    segmentations: isKnown
      ? segmentations.map((each) => (each.uuid === segmentation.uuid ? segmentation : each))
      : [...segmentations, segmentation],
  };
}

/** The study with a segment as the server answered. A deleted one is not listed. */
function withSegment(organized: OrganizedStudy, segment: Segment): OrganizedStudy {
  const segmentation = organized.segmentations.find(({ id }) => id === segment.segmentation_id);
  if (segmentation === undefined) return organized;
  const others = segmentation.segments.filter(({ uuid }) => uuid !== segment.uuid);
  const segments = segment.deleted_at === null ? [...others, segment].toSorted((a, b) => a.sort - b.sort) : others;
  return withSegmentation(organized, { ...segmentation, segments, item_count: segments.length });
}

/** The study with a mask on the grid of a series, if this device knows that grid. */
function withMask(organized: OrganizedStudy, { segmentation: uuid, series }: WriteOf<'segmentation-mask'>): OrganizedStudy {
  const segmentation = organized.segmentations.find((each) => each.uuid === uuid);
  const grid = organized.series.find((each) => each.uuid === series)?.reading?.grid?.hash;
  if (segmentation === undefined || segmentation.mask !== null || grid === undefined) return organized;
  return withSegmentation(organized, { ...segmentation, mask: { series, grid } });
}

/** What is undone, why, and what else goes with it. */
export function refusedSegmentationText(failure: ApiFailure, write: SegmentationWrite, lost: number): string {
  // The only thing in it that the server does not know.
  const isStructureGone = write.kind === 'segmentation' && failure.kind === 'refused' && failure.code === 'invalid';
  const isDrawn = write.kind === 'segmentation-overlap' && failure.kind === 'refused' && failure.code === 'conflict';
  const why = isStructureGone ? TEXTS.structureGone : isDrawn ? TEXTS.overlapDrawn : failureText(failure);
  return [refusedFact(write, lost > 0), why, TEXTS.asOnServer].join(' ');
}

function refusedFact(write: SegmentationWrite, hasLostOthers: boolean): string {
  switch (write.kind) {
    case 'segmentation':
      return hasLostOthers
        ? t('The segmentation “{title}” was not created, and nothing that was added to it.', { title: write.structure.title })
        : t('The segmentation “{title}” was not created.', { title: write.structure.title });
    case 'segmentation-sharing':
      return write.on ? t('The segmentation was not shared.') : t('The segmentation was not made private.');
    case 'segmentation-overlap':
      return t('Whether its segments may overlap was not changed.');
    case 'segmentation-mask':
      return t('The mask was not created.');
    case 'segment-order':
      return t('The order of the segments was not changed.');
    case 'segment':
      return hasLostOthers ? t('A new segment was not created, and its changes are undone.') : t('A new segment was not created.');
    case 'segment-title':
      return t('The segment was not renamed to “{title}”.', { title: write.title });
    case 'segment-colour':
      return t('The colour of the segment was not changed.');
    case 'segment-deletion':
      return t('The segment was not deleted.');
  }
}
