import type { Status } from '#model/status.ts';
import type { TransferPhase } from './transfer-phase.ts';
import type { UploadView } from './upload-view.ts';

/** An upload that is on this device and not completely on the server: the one on the upload page, or another. */
export interface WaitingUpload {
  id: string;
  /** `none`: not sent yet; `dropping`: cleared here, but the server has not been told. */
  phase: Exclude<TransferPhase, 'sent' | 'ended'>;
  /** Shown on the upload page. */
  isShown: boolean;
  /** From the legacy flow: the server sorts it, so its studies are unknown here. */
  isLegacy: boolean;
  /** Waiting since, ms: when Process was pressed, or when its first file arrived. */
  since: number;
  /** Patient name of its first study in DICOM form; null if it is not stored here any more. */
  patientName: string | null;
  studies: number;
  files: { total: number; proved: number; lost: number };
  bytes: { total: number; confirmed: number; proved: number };
  status: Status;
  halt: UploadView['halt'];
  waiting: UploadView['waiting'];
}
