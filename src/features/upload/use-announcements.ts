import { useEffect, useRef, useState } from 'react';
import type { UploadView } from '#model/upload-view.ts';
import { announcements } from './announcements.ts';

/** What the live region says now: the news since the view before. */
export function useAnnouncements(view: UploadView | null | undefined): string {
  const before = useRef<UploadView | null>(null);
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    const news = view ? announcements(before.current, view) : [];
    before.current = view ?? null;
    if (news.length > 0) setSpoken(`${news.join('. ')}.`);
  }, [view]);
  return spoken;
}
