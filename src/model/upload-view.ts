import type { PageState, Status } from './status.ts';
import type { SeriesFacts, StudyFacts } from './study.ts';

/** The upload as the page shows it: opened from the local database, computed in one place so that two numbers never disagree. */
export interface UploadView {
  id: string;
  state: PageState;
  started: number | null;
  studies: StudyView[];
  /** Files that stay behind, with the reason. */
  problems: ProblemView[];
  files: { total: number; proved: number; queued: number };
  /** Bytes of the selected series: to send, acknowledged by the server, proved by it; and all that is staged on this device. */
  bytes: { queued: number; confirmed: number; proved: number; onDevice: number };
  /** Why nothing moves, for the person; null while it moves or has nothing to do. */
  halt: { why: 'sign-in' } | { why: 'failed'; code: string; message: string } | null;
  waiting: { reason: string; until: number; tries: number } | null;
}

export interface StudyView {
  id: string;
  facts: StudyFacts;
  modality: string;
  bodyPart: string | null;
  bodyPartBy: 'header' | 'person' | null;
  /** true, false or 'indeterminate' by how many of its series are selected (UPL2-059). */
  upload: boolean | 'indeterminate';
  status: Status;
  series: SeriesView[];
  bytes: { total: number; selected: number; confirmed: number; proved: number };
}

export interface SeriesView {
  id: string;
  studyId: string;
  facts: SeriesFacts;
  upload: boolean;
  valid: boolean;
  /** Slices that the slider walks: frames of one instance or the number of instances. */
  slices: number;
  defaultSlice: number;
  status: Status;
  /** Why it failed, in a sentence; null otherwise. */
  message: string | null;
  files: { total: number; proved: number };
  bytes: { total: number; confirmed: number; proved: number };
  /** The window of the slice that is shown first: the middle instance's. Null until it was drawn. */
  window: { center: number; width: number } | null;
}

/** Why a file stays behind. */
export type FileProblem = 'no-pixel-data' | 'not-dicom' | 'cut-off' | 'duplicate' | 'unsupported';

export interface ProblemView {
  fileId: string;
  name: string;
  problem: FileProblem;
}
