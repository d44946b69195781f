import type { UploadView } from '#model/uploads/upload-view.ts';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import { TEXTS } from '#features/upload/texts.ts';

/** Verified in green, on the server in blue; the rest waits here. */
export function SentBar({ bytes }: Pick<UploadView, 'bytes'>) {
  const parts = [
    { amount: bytes.proved, tone: 'sure' },
    { amount: bytes.confirmed - bytes.proved, tone: 'moving' },
  ] as const;
  return <ProgressBar parts={parts} total={bytes.queued} label={TEXTS.sent} thick />;
}
