import { useEffect, useRef, useState } from 'react';
import type { UploadView } from '#model/upload-view.ts';
import { announcements } from './announcements.ts';

/** What the two live regions say now: the news since the view before. */
export function useAnnouncements(view: UploadView | null | undefined, haltIsSaid: boolean): { polite: string; assertive: string } {
  const before = useRef<UploadView | null>(null);
  const [spoken, setSpoken] = useState(SILENCE);
  useEffect(() => {
    const { polite, assertive } = view ? announcements(before.current, view, { haltIsSaid }) : { polite: [], assertive: [] };
    const isAnother = before.current?.id !== view?.id;
    before.current = view ?? null;
    // What was said of an upload goes with it: it may name a patient. What failed goes with the next news, so that it is heard when it fails again.
    if (polite.length + assertive.length > 0) setSpoken({ polite: sentences(polite), assertive: sentences(assertive) });
    else if (isAnother) setSpoken(SILENCE);
  }, [view, haltIsSaid]);
  return spoken;
}

const SILENCE = { polite: '', assertive: '' };

function sentences(news: readonly string[]): string {
  return news.length > 0 ? `${news.join('. ')}.` : '';
}
