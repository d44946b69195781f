import { useEffect, useRef } from 'react';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { TEXTS } from '#features/upload/texts.ts';
import { showDone } from '#ui/toasts.ts';

/** given (UPL2-070): shown once, when the upload ends on this page; reloading the finished page does not show it. */
export function useFinishedToast(view: UploadView | null | undefined): void {
  const before = useRef<{ id: string; state: UploadView['state'] } | null>(null);
  const [id, state] = [view?.id, view?.state];
  useEffect(() => {
    const ended = state === 'finished' && before.current?.id === id && before.current?.state !== 'finished';
    before.current = id !== undefined && state !== undefined ? { id, state } : null;
    if (ended) showDone(TEXTS.finished);
  }, [id, state]);
}
