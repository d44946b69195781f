import type { ReactNode } from 'react';

/** What keys do with a task. */
export type TaskKey = 'approve' | 'send-back' | 'next-case';

/** A read of a campaign, and the version of a form that it fills in. */
export interface ReadOfCase {
  uuid: string;
  form: { uuid: string; version: number } | null;
}

export interface CaseForm {
  /** Why the case cannot be finished yet: `1 open`. Empty: it can. */
  missing: string;
  /** Completes the form; or shows what is open, and is false. */
  complete(): Promise<boolean>;
}

/** The task for which the study was opened. It belongs to another feature: `src/app` joins both. */
export interface CaseTask {
  /** Of the task; null for a read of a campaign. */
  uuid: string | null;
  /** In the header, in the place of the patient; absent: the patient. */
  heading?: ReactNode;
  /** At the end of the header. */
  facts?: ReactNode;
  /** Nothing that names the patient is shown. */
  isBlinded?: boolean;
  /** The read of a campaign. */
  read?: ReadOfCase;
  /** At the foot of the panel; `drawn`: the segmentation that is chosen there, if the user may draw on it. */
  foot(drawn: string | null, form: CaseForm): ReactNode;
  press(key: TaskKey): void;
}
