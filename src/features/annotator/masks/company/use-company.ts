import { useEffect, useSyncExternalStore } from 'react';
import { maskCompany, type OtherFollower } from '#sync/mask-company.ts';
import { useMask } from '#features/annotator/masks/masks-context.tsx';
import { useStation, useWorkstation } from '#features/annotator/workstation.ts';

/** Who else has the open mask open. */
export function useOthers(): readonly OtherFollower[] {
  const segmentation = useMask(({ mask }) => mask?.source.segmentation ?? null);
  return useSyncExternalStore(maskCompany.subscribe, () => maskCompany.others(segmentation));
}

/** Tells the others on which slice of the mask this page is, and where its pen is. */
export function useTellOthers(): void {
  const { masks, series } = useWorkstation();
  const segmentation = useMask(({ mask }) => mask?.source.segmentation ?? null);
  const maskSeries = useMask(({ mask }) => mask?.series ?? null);
  const onServer = useMask(({ news }) => news?.onServer ?? 0);
  const shown = useStation(({ panes, active }) => {
    const pane = panes[active];
    return pane?.show === 'stored' && pane.series === maskSeries ? pane.slice : null;
  });
  useEffect(() => {
    if (segmentation === null || maskSeries === null) return;
    const tell = (): void => {
      const slice = shown === null ? undefined : series.peek(maskSeries)?.gridSlices?.[shown];
      maskCompany.setPlace(segmentation, slice ?? null);
    };
    tell();
    // Which slice of the grid it is may only be known once all are read.
    const stop = series.subscribe(tell);
    return () => {
      stop();
      maskCompany.setPlace(segmentation, null);
    };
  }, [series, segmentation, maskSeries, shown]);
  useEffect(() => {
    masks.whenPen((pen) => {
      if (segmentation !== null) maskCompany.draw({ segmentation, ...pen });
    });
    return () => masks.whenPen(() => undefined);
  }, [masks, segmentation]);
  useEffect(() => {
    if (segmentation !== null) maskCompany.arrived(segmentation);
  }, [segmentation, onServer]);
}
