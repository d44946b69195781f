import { VisuallyHidden } from '@mantine/core';
import type { UploadView } from '#model/upload-view.ts';
import { useAnnouncements } from './use-announcements.ts';

interface AnnouncerProps {
  view: UploadView | null | undefined;
  /** A note of the page says why the upload stands still. */
  haltIsSaid?: boolean;
}

/** The live regions of an upload. They stand there empty before anything is said: one that comes with its words is not heard everywhere. */
export function Announcer({ view, haltIsSaid = false }: AnnouncerProps) {
  const { polite, assertive } = useAnnouncements(view, haltIsSaid);
  return (
    <>
      <VisuallyHidden role="status" aria-live="polite">
        {polite}
      </VisuallyHidden>
      <VisuallyHidden role="alert">{assertive}</VisuallyHidden>
    </>
  );
}
