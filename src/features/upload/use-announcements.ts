import { useEffect, useRef, useState } from 'react';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { announcements } from './announcements.ts';

/** The text of the two live regions: the changes since the previous view. */
export function useAnnouncements(view: UploadView | null | undefined, haltIsSaid: boolean): { polite: string; assertive: string } {
  const before = useRef<UploadView | null>(null);
  const [spoken, setSpoken] = useState(SILENCE);
  useEffect(() => {
    const { polite, assertive } = view ? announcements(before.current, view, { haltIsSaid }) : { polite: [], assertive: [] };
    const isAnother = before.current?.id !== view?.id;
    before.current = view ?? null;
    // Announcements end with their upload, because they may name a patient. A failure is cleared by the next one, so that it is announced
    // again.
    if (polite.length + assertive.length > 0) setSpoken({ polite: sentences(polite), assertive: sentences(assertive) });
    else if (isAnother) setSpoken(SILENCE);
  }, [view, haltIsSaid]);
  return spoken;
}

const SILENCE = { polite: '', assertive: '' };

function sentences(news: readonly string[]): string {
  return news.length > 0 ? `${news.join('. ')}.` : '';
}
