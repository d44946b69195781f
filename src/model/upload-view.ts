import type { BatchProblem } from '#contract/batch.ts';
import type { LeftOff } from '#contract/entities.ts';
import type { Recognition, SeriesAcquisition } from './acquisition.ts';
import type { Alike } from './alike.ts';
import type { ArchiveProblem } from './archive-problem.ts';
import type { BurnedIn } from './burned-in.ts';
import type { DeidentifiedSeries, DeidentifyRefusal } from './deidentified.ts';
import type { Halt } from './halt.ts';
import type { PageState, Status } from './status.ts';
import type { OpeningPhase } from './transfer-phase.ts';
import type { StudyName } from './study-name.ts';
import type { SeriesFacts, StudyFacts } from './study.ts';

/** The upload as the page shows it: opened from the local database, computed in one place so that two numbers never disagree. */
export interface UploadView {
  id: string;
  state: PageState;
  started: number | null;
  studies: StudyView[];
  /** Files that stay behind, with the reason. */
  problems: ProblemView[];
  files: { total: number; proved: number; queued: number; lost: number };
  /**
   * Bytes of the selected series: to send, acknowledged by the server, proved by it; all that is staged on this device; and what of that is
   * kept although the server has all that goes.
   */
  bytes: { queued: number; confirmed: number; proved: number; onDevice: number; kept: number };
  /** Until when it is kept, ms; null while the upload has not ended. */
  keptUntil: number | null;
  /** Why nothing moves, for the person; null while it moves or has nothing to do. */
  halt: Halt | null;
  waiting: { reason: string; until: number; tries: number } | null;
  /** Archives that the server opens, until what is in them is on the page; null where there are none under way. */
  opening: OpeningView | null;
}

/** [Note: Archives that the server opens] */
export interface OpeningView {
  phase: OpeningPhase;
  archives: { fileId: string; name: string; bytes: number; isHere: boolean; mayBeTakenBack: boolean }[];
  bytes: { total: number; confirmed: number };
}

/** Its name is the one for people; `facts` has only what the files say. */
export interface StudyView extends StudyName {
  id: string;
  facts: Omit<StudyFacts, 'patientName'>;
  modality: string;
  bodyPart: string | null;
  bodyPartBy: 'header' | 'person' | null;
  /** Ids. */
  labels: readonly number[];
  /** Code; null: none. */
  pipeline: string | null;
  /** A server is being asked what its series are, or will be once it can be reached; null: neither. */
  recognising: 'asking' | 'waiting' | null;
  /** What of it the server could not take. */
  leftOff: readonly LeftOff[];
  /** UUID of the study of the team that it is to become part of; null: it goes as a study of its own. */
  joins: string | null;
  /** Leaves without names; null: as the team does it. */
  anonymize: boolean | null;
  /** As the team's server has numbered it; null until then. */
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
  /** The study that its files name: another one after a move. */
  homeStudyId: string;
  facts: SeriesFacts;
  /** See seriesNumber: null while a person has left it open. */
  number: number | null;
  /** The series of its study that the others are compared with. */
  isReference: boolean;
  /** What it is taken for: by this device, or by the person; null until somebody has looked. */
  acquisition: SeriesAcquisition | null;
  /** What this device takes it for, and why; also where the person chose otherwise. */
  recognised: Recognition | null;
  /** What it leaves as without names; null while nobody has looked, and where it was refused. */
  deidentified: DeidentifiedSeries | null;
  /** By what that was done: see madeBy. */
  deidentifiedBy: string | null;
  /** What a person said of text in its pictures; null: nothing. */
  burnedIn: BurnedIn | null;
  keepsForConversion: boolean;
  refusal: DeidentifyRefusal | null;
  /** Id of the project that its study goes into for its sake; null: none. */
  project: number | null;
  /** Files of it that are like another of the upload, and have other bytes. */
  alike: Alike;
  upload: boolean;
  valid: boolean;
  /** Slices that the slider walks: frames of one instance or the number of instances. */
  slices: number;
  defaultSlice: number;
  status: Status;
  /** Why it failed, in a sentence; null otherwise. */
  message: string | null;
  files: { total: number; proved: number; lost: number };
  bytes: { total: number; confirmed: number; proved: number };
  /** The window of the slice that is shown first: the middle instance's. Null until it was drawn. */
  window: { center: number; width: number } | null;
  /** Where its files lie (ENT-35): on the server is what was opened there. */
  location: 'local' | 'server';
}

/**
 * Why a file stays behind. `lost-on-device`: the browser removed its bytes before the server had them; the same file, chosen again, goes on
 * where it stopped. `refused-at-door`: a row that versions before decision 109 left.
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

/** Of what the server opened: the server's word for it. */
export type ServerProblem = `server:${BatchProblem}`;

/** `unsupported`: complex numbers, sizes that no image has, and the like; `image-missing`: the header of a pair, alone. */
export type NiftiProblem = 'not-nifti' | 'nifti-no-slices' | 'nifti-image-missing' | 'nifti-unsupported';

export interface ProblemView {
  fileId: string;
  name: string;
  /** Of a file of a folder or an archive: what stands before its name, without the last slash. */
  folder?: string;
  problem: FileProblem;
}
