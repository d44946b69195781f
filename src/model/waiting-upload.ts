import type { Status } from './status.ts';
import type { TransferPhase } from './transfer-phase.ts';
import type { UploadView } from './upload-view.ts';

/** An upload that is on this device and not wholly on the server: the one that the upload page shows, or another. */
export interface WaitingUpload {
  id: string;
  /** `none`: not sent yet; `dropping`: cleared here, and the server is still to be told. */
  phase: Exclude<TransferPhase, 'sent' | 'ended'>;
  /** The upload page shows this one. */
  isShown: boolean;
  /** Of the legacy flow: the server is to sort it, so nobody here knows its studies. */
  isLegacy: boolean;
  /** Since when, ms: when Process was pressed, before that when its first file came. */
  since: number;
  /** Patient's name of its first study as DICOM writes it; null where nothing of it is left here. */
  patientName: string | null;
  studies: number;
  files: { total: number; proved: number; lost: number };
  bytes: { total: number; confirmed: number; proved: number };
  status: Status;
  halt: UploadView['halt'];
  waiting: UploadView['waiting'];
}
