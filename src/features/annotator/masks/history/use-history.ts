import { useEffect, useState } from 'react';
import type { MaskHistory } from '#workers/masks/types.ts';
import { useMask } from '#features/annotator/masks/masks-context.tsx';
import { useWorkstation } from '#features/annotator/workstation.ts';

export interface KnownHistory {
  history: MaskHistory | null;
  isFailed: boolean;
  /** When it was read, ms. */
  readAt: number;
}

/** The latest actions of the open segmentation; null until they are known, or if they could not be read. Read again whenever something was drawn. */
export function useHistory(most: number): KnownHistory {
  const { masks } = useWorkstation();
  const news = useMask((state) => state.news);
  const mask = useMask((state) => (state.status === 'open' ? state.mask : null));
  const [read, setRead] = useState<(KnownHistory & { of: typeof mask }) | null>(null);
  useEffect(() => {
    let isOver = false;
    if (mask === null) return;
    masks
      .historyOf(most)
      .then((history) => isOver || setRead({ of: mask, history, isFailed: false, readAt: Date.now() }))
      .catch((error: unknown) => {
        reportError(error);
        if (!isOver) setRead({ of: mask, history: null, isFailed: true, readAt: Date.now() });
      });
    return () => void (isOver = true);
  }, [masks, mask, news, most]);
  return read !== null && read.of === mask ? read : { history: null, isFailed: false, readAt: 0 };
}
