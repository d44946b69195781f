import { useEffect, useRef } from 'react';
import type { Reading } from '#features/campaigns/reading/use-reading.ts';
import type { OrganizedStudy } from '#features/segmentations/segmentation-writes.ts';
import type { ShownSegmentation } from '#features/segmentations/shown-segmentations.ts';
import type { SaveWrite } from '#features/segmentations/use-organize.ts';

/** Those that were made in the read; this device may still have others in its list. */
export function ofRead(
  all: readonly ShownSegmentation[],
  organized: OrganizedStudy | undefined,
  { isOfRead }: Pick<Reading, 'isOfRead'>,
): readonly ShownSegmentation[] {
  const stored = new Map(organized?.segmentations.map((one) => [one.uuid, one]));
  return all.filter(({ uuid }) => isOfRead(stored.get(uuid) ?? { uuid, user: null, created_at: null }));
}

/**
 * A read of a structure begins with an empty segmentation of it: whoever finds nothing has read the case as well. Only when the read is started first:
 * later, the list may not have arrived yet.
 */
export function useSegmentationOfRead(
  study: string,
  reading: Reading | null,
  segmentations: readonly ShownSegmentation[],
  save: SaveWrite,
): void {
  const begun = useRef<{ read: string; isFirst: boolean; isMade: boolean } | null>(null);
  const structure = reading?.list.campaign.structure ?? null;
  useEffect(() => {
    if (reading === null) return;
    const { read } = reading;
    if (begun.current?.read !== read.uuid) begun.current = { read: read.uuid, isFirst: read.started_at === null, isMade: false };
    const { isFirst, isMade } = begun.current;
    if (!isFirst || isMade || read.state !== 'started' || structure === null) return;
    begun.current.isMade = true;
    if (segmentations.some((one) => one.structure.slug === structure.slug)) return;
    save({ kind: 'segmentation', study, segmentation: crypto.randomUUID(), structure });
  }, [study, reading, structure, segmentations, save]);
}
