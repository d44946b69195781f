import type { Series } from '#contract/study-detail.ts';
import type { CommentDraft } from '#model/comments/comment-draft.ts';
import { sliceOf } from '#features/annotator/measure/slice-place.ts';
import { useMaskPanel } from '#features/annotator/masks/masks-context.tsx';
import { sliceText } from '#features/annotator/texts.ts';
import { useOpenSeries, useStation } from '#features/annotator/workstation.ts';
import { t } from '#language/t.ts';
import { COMMENT_TEXTS } from './texts.ts';

type Place = Pick<CommentDraft, 'pin' | 'segmentation' | 'segment'>;

/** What a thread is about, in words. */
export function PlaceText({ place: { pin, segmentation, segment }, series }: { place: Place; series: readonly Series[] }) {
  const open = useOpenSeries(pin?.series ?? null);
  const activeSeries = useStation(({ panes, active }) => panes[active]?.series);
  const { segmentations } = useMaskPanel();
  const of = series.find(({ uuid }) => uuid === pin?.series);
  const slices = open?.slices || of?.reading?.facts?.slices;
  const drawn = segmentations.list?.find(({ uuid }) => uuid === segmentation);
  const parts = [
    pin !== null && of !== undefined && activeSeries !== pin.series && t('Series {number}', { number: of.seriesNumber }),
    pin !== null && (slices ? sliceText(sliceOf(pin, open) + 1, slices) : t('Slice {number}', { number: sliceOf(pin, open) + 1 })),
    pin !== null && pin.point === null && COMMENT_TEXTS.wholeSlice,
    drawn !== undefined && (drawn.segments.find(({ uuid }) => uuid === segment)?.title ?? drawn.structure.title),
    pin === null && segmentation === null && COMMENT_TEXTS.study,
  ].filter((part) => part !== false);
  return parts.join(' · ');
}
