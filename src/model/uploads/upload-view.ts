import type { BatchProblem } from '#contract/batch.ts';
import type { LeftOff } from '#contract/entities.ts';
import type { Recognition, SeriesAcquisition } from '#model/studies/acquisition.ts';
import type { SimilarFiles } from '#model/files/similar-files.ts';
import type { ArchiveProblem } from '#model/files/archive-problem.ts';
import type { BurnedIn } from '#model/pictures/burned-in.ts';
import type { DeidentifiedSeries, DeidentifyRefusal } from './deidentified.ts';
import type { Halt } from './halt.ts';
import type { PageState, Status } from '#model/status.ts';
import type { OpeningPhase } from './transfer-phase.ts';
import type { StudyName } from '#model/studies/study-name.ts';
import type { SeriesFacts, StudyFacts } from '#model/studies/study.ts';

/** The upload as shown on the page: decrypted from the local database and computed in one place, so that no two numbers contradict each other. */
export interface UploadView {
  id: string;
  state: PageState;
  started: number | null;
  studies: StudyView[];
  /** Files that are not uploaded, with the reason. */
  problems: ProblemView[];
  files: { total: number; proved: number; queued: number; lost: number };
  /**
   * Bytes of the selected series: to be sent, acknowledged by the server, verified by it; all bytes that are staged on this device; and those that
   * are kept although the server has everything.
   */
  bytes: { queued: number; confirmed: number; proved: number; onDevice: number; kept: number };
  /** When its copy expires, ms; null while the upload has not ended. */
  keptUntil: number | null;
  /** Why the upload is stopped; null while it continues or has nothing to do. */
  halt: Halt | null;
  waiting: { reason: string; until: number; tries: number } | null;
  /** Archives that the server opens, until their contents are on the page; null if there are none. */
  opening: OpeningView | null;
}

/** [Note: Archives that the server opens] */
export interface OpeningView {
  phase: OpeningPhase;
  archives: { fileId: string; name: string; bytes: number; isHere: boolean; mayBeTakenBack: boolean }[];
  bytes: { total: number; confirmed: number };
}

/** Its name is the one shown to users; `facts` has only the values of the files. */
export interface StudyView extends StudyName {
  id: string;
  facts: Omit<StudyFacts, 'patientName'>;
  modality: string;
  bodyPart: string | null;
  bodyPartBy: 'header' | 'person' | null;
  /** IDs. */
  labels: readonly number[];
  /** Code; null: none. */
  pipeline: string | null;
  /** Whether a server is asked to recognise its series now, or once it can be reached; null: neither. */
  recognising: 'asking' | 'waiting' | null;
  /** The choices that the server could not apply. */
  leftOff: readonly LeftOff[];
  /** UUID of the team's study that it joins; null: it is sent as a separate study. */
  joins: string | null;
  /** Sent de-identified; null: according to the team's setting. */
  anonymize: boolean | null;
  /** Replacement name with the number from the team's server; null until then. */
  anonymousName: string | null;
  /** true, false or 'indeterminate' by how many of its series are selected (UPL2-059). */
  upload: boolean | 'indeterminate';
  status: Status;
  series: SeriesView[];
  bytes: { total: number; selected: number; confirmed: number; proved: number };
}

export interface SeriesView {
  id: string;
  studyId: string;
  /** The study in the headers of its files, which differs from its study after a move. */
  homeStudyId: string;
  facts: SeriesFacts;
  /** See seriesNumber. Null while the user has left it empty. */
  number: number | null;
  /** The series of its study that the others are compared with. */
  isReference: boolean;
  /** The acquisition, recognised by this device or chosen by the user; null until recognition has run. */
  acquisition: SeriesAcquisition | null;
  /** What this device recognises, and why; also set if the user chose otherwise. */
  recognised: Recognition | null;
  /** What would be sent of it de-identified; null until it is made, and if it was refused. */
  deidentified: DeidentifiedSeries | null;
  /** The rules that were applied: see madeBy. */
  deidentifiedBy: string | null;
  /** The user's decision on text in its images; null: none. */
  burnedIn: BurnedIn | null;
  keepsForConversion: boolean;
  refusal: DeidentifyRefusal | null;
  /** ID of the project to which its study is added for this series; null: none. */
  project: number | null;
  /** Files of it that are similar to others of the upload but have different bytes. */
  alike: SimilarFiles;
  upload: boolean;
  valid: boolean;
  /** Slices that the slider steps through: frames of one instance or the number of instances. */
  slices: number;
  defaultSlice: number;
  status: Status;
  /** The reason for a failure, as a sentence; otherwise null. */
  message: string | null;
  files: { total: number; proved: number; lost: number };
  bytes: { total: number; confirmed: number; proved: number };
  /** Window of the slice that is shown first, from the middle instance. Null until it was drawn. */
  window: { center: number; width: number } | null;
  /** Where its files are stored (ENT-35): files that the server opened are on the server. */
  location: 'local' | 'server';
}

/**
 * Why a file is not uploaded. `lost-on-device`: the browser removed its bytes before the server had them. The upload resumes if the same file is
 * chosen again. `refused-at-door`: from versions before decision 109.
 */
export type FileProblem =
  | 'no-pixel-data'
  | 'dicom-directory'
  | 'empty'
  | 'not-dicom'
  | 'cut-off'
  | 'duplicate'
  | 'unsupported'
  | 'refused-at-door'
  | 'lost-on-device'
  | NiftiProblem
  | ArchiveProblem
  | ServerProblem;

/** A problem of a file that the server opened, with the server's code. */
export type ServerProblem = `server:${BatchProblem}`;

/** `unsupported`: complex numbers, sizes that no image has, and similar; `image-missing`: only the header of a pair. */
export type NiftiProblem = 'not-nifti' | 'nifti-no-slices' | 'nifti-image-missing' | 'nifti-unsupported';

export interface ProblemView {
  fileId: string;
  name: string;
  /** For a file in a folder or an archive: its path without the name and the last slash. */
  folder?: string;
  problem: FileProblem;
}
