import type { Deidentification } from '#contract/deidentification.ts';
import { madeBy, type BurnedIn } from '#model/pictures/burned-in.ts';

/** What de-identification depends on: the team's settings, and the key for replacement UIDs and identifiers. */
export interface DeidentifyRules {
  settings: Deidentification;
  /** Hexadecimal. */
  key: string;
  /** Differs whenever the output would; does not reveal the key. */
  tag: string;
}

/** What was done with an element. */
export type Done = 'removed' | 'emptied' | 'replaced' | 'new-uid' | 'shifted' | 'cleaned' | 'kept';

/** Problems of a series' volumes caused by removed elements that a converter reads. */
export type ConversionNeed = 'mosaic' | 'diffusion' | 'scale' | 'order' | 'time' | 'pixels';

/** What was kept for converters, by vendor, and what of it had to be removed. */
export interface ForConversion {
  kept: { creator: string; elements: number }[];
  lost: ConversionNeed[];
}

export interface SuspiciousText {
  tag: number;
  text: string;
}

/**
 * Why a file cannot be de-identified: a DICOMDIR refers to byte positions in files; redaction boxes cannot be painted in compressed pixels
 * or unknown layouts; a compressed volume does not inflate as declared; the headers of the others cannot be walked to the end.
 */
export type DeidentifyRefusal =
  | 'directory'
  | 'header-too-long'
  | 'too-many-elements'
  | 'too-deep'
  | 'damaged'
  | 'stream-damaged'
  | BoxesRefusal;
export type BoxesRefusal = 'boxes-compressed' | 'boxes-layout';

/** It can be uploaded without its redaction boxes. */
export function isOfBoxes(refusal: DeidentifyRefusal | null): refusal is BoxesRefusal {
  return refusal === 'boxes-compressed' || refusal === 'boxes-layout';
}

/** What a series will be sent as, and what was done to it. All of this is for the user; the server gets only `sent`. */
export interface DeidentifiedSeries {
  files: number;
  /** A NIfTI volume has fields instead of attributes. */
  isVolume: boolean;
  /** Fields that were removed from volumes, and the number of files for each. Absent: not a volume. */
  taken?: TakenField[];
  /** For each attribute the number of its elements, and the name of the attribute if it has one. */
  done: { done: Done; tag: number; name: string; elements: number }[];
  /** Kept texts that could be taken for a name. */
  suspicious: SuspiciousText[];
  /**
   * Numbers of files whose images have burned-in text (as stated in the header, or likely because of their kind), files that a face can be
   * reconstructed from, and files with redaction boxes (absent: none).
   */
  pictures: { stated: number; likely: number; face: number; blackedOut?: number };
  /** Absent: made by an earlier version, which kept nothing for converters. */
  forConversion?: ForConversion;
  /** The values that the study and the series are registered with. */
  sent: SentFacts;
}

/** A field of a NIfTI header, or of the gzip file around it, with the name in its standard. */
export interface TakenField {
  field: string;
  name: string;
  files: number;
}

export interface SentFacts {
  studyInstanceUid: string;
  patientSex: string;
  studyDate: string;
  studyTime: string;
  seriesInstanceUid: string;
  seriesDescription: string;
}

export const NOTHING_SENT: SentFacts = {
  studyInstanceUid: '',
  patientSex: '',
  studyDate: '',
  studyTime: '',
  seriesInstanceUid: '',
  seriesDescription: '',
};

/** Whether a study is sent de-identified: the choice of the user, else the team's setting; yes if the setting is unknown here. */
export function leavesAnonymous(anonymize: boolean | null, rules: Pick<DeidentifyRules, 'settings'> | null): boolean {
  return anonymize ?? rules?.settings.usual ?? true;
}

/** The name in the team's list until the server has assigned a number (READ-019). */
export const ANONYMOUS = 'Anonymous';

/** What a list may show for a de-identified patient: with the number, without it, or nothing. */
export function isAnonymousName(name: string): boolean {
  return name === '' || name === ANONYMOUS || /^Anonymous \d{1,9}$/.test(name);
}

export type DeidentifyBlocker =
  /** This device does not know the team's settings. */
  | { why: 'rules-unknown'; studyIds: string[] }
  /** None of these can be de-identified. */
  | { why: 'cannot-deidentify'; seriesIds: string[] }
  /** Still in progress. */
  | { why: 'not-deidentified'; seriesIds: string[] };

interface SeriesToLeave {
  id: string;
  studyId: string;
  deidentifiedBy: string | null;
  burnedIn?: BurnedIn | null;
  keepsForConversion?: boolean;
  refusal: DeidentifyRefusal | null;
  /** Opened by the server, which de-identifies it after registration. */
  server?: object;
}

/** What prevents the de-identification of these series, if their studies are to be de-identified. */
export function deidentifyBlocker(
  studies: readonly { id: string; anonymize: boolean | null }[],
  selected: readonly SeriesToLeave[],
  rules: Pick<DeidentifyRules, 'settings' | 'tag'> | null,
): DeidentifyBlocker | null {
  const studyIds = studies.filter(({ anonymize }) => leavesAnonymous(anonymize, rules)).map(({ id }) => id);
  if (studyIds.length === 0) return null;
  if (rules === null) return { why: 'rules-unknown', studyIds };
  const own = selected.filter(({ studyId, server }) => studyIds.includes(studyId) && !server);
  const isDone = (series: SeriesToLeave): boolean => series.deidentifiedBy === madeBy(rules, series);
  const refused = own.filter((series) => isDone(series) && series.refusal !== null);
  if (refused.length > 0) return { why: 'cannot-deidentify', seriesIds: refused.map(({ id }) => id) };
  const open = own.filter((series) => !isDone(series));
  return open.length > 0 ? { why: 'not-deidentified', seriesIds: open.map(({ id }) => id) } : null;
}
