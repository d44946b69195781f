import { useEffect, useRef, useState } from 'react';
import type { UploadView } from '#model/upload-view.ts';
import { announcements } from './announcements.ts';

/** What the live region says now: the news since the view before. */
export function useAnnouncements(view: UploadView | null | undefined): string {
  const before = useRef<UploadView | null>(null);
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    const news = view ? announcements(before.current, view) : [];
    const isAnother = before.current?.id !== view?.id;
    before.current = view ?? null;
    // What was said of an upload goes with it: it may name a patient.
    if (news.length > 0) setSpoken(`${news.join('. ')}.`);
    else if (isAnother) setSpoken('');
  }, [view]);
  return spoken;
}
