import { VisuallyHidden } from '@mantine/core';
import type { UploadView } from '#model/upload-view.ts';
import { useAnnouncements } from './use-announcements.ts';

/** The live regions of an upload. They stand there empty before anything is said: one that comes with its words is not heard everywhere. */
export function Announcer({ view }: { view: UploadView | null | undefined }) {
  const { polite, assertive } = useAnnouncements(view);
  return (
    <>
      <VisuallyHidden role="status" aria-live="polite">
        {polite}
      </VisuallyHidden>
      <VisuallyHidden role="alert">{assertive}</VisuallyHidden>
    </>
  );
}
