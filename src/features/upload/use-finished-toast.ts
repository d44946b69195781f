import { useEffect, useRef } from 'react';
import type { UploadView } from '#model/upload-view.ts';
import { TEXTS } from './texts.ts';
import { showNews } from './toasts.ts';

/** given (UPL2-070): said once, to whoever sees the upload end; a reload of the finished page says nothing. */
export function useFinishedToast(view: UploadView | null | undefined): void {
  const before = useRef<{ id: string; state: UploadView['state'] } | null>(null);
  const [id, state] = [view?.id, view?.state];
  useEffect(() => {
    const ended = state === 'finished' && before.current?.id === id && before.current?.state !== 'finished';
    before.current = id !== undefined && state !== undefined ? { id, state } : null;
    if (ended) showNews(TEXTS.finished);
  }, [id, state]);
}
