import { VisuallyHidden } from '@mantine/core';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { useAnnouncements } from './use-announcements.ts';

interface AnnouncerProps {
  view: UploadView | null | undefined;
  /** A note on the page says why the upload is stalled. */
  haltIsSaid?: boolean;
}

/** The live regions of an upload. They exist empty beforehand, because a region inserted with its text is not announced everywhere. */
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
