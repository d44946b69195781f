import type { UploadProgress } from '#contract/entities.ts';
import type { Status } from '#model/status.ts';

const STATUS_OF_PROGRESS: Record<UploadProgress, Status> = {
  sending: 'sending',
  proved: 'verified',
  converting: 'converting',
  converted: 'converted',
  failed: 'failed',
};

/** The word that people see for the progress on the wire. */
export function uploadStatus(progress: UploadProgress): Status {
  return STATUS_OF_PROGRESS[progress];
}
