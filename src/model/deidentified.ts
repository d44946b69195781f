import type { Deidentification } from '#contract/deidentification.ts';
import { madeBy, type BurnedIn } from './burned-in.ts';

/** By what a device de-identifies: the settings of the team, and the key that makes what stands for UIDs and identifiers. */
export interface DeidentifyRules {
  settings: Deidentification;
  /** Hexadecimal. */
  key: string;
  /** Another one for each difference in what leaves; says nothing of the key. */
  tag: string;
}

/** What was done with an element. */
export type Done = 'removed' | 'emptied' | 'replaced' | 'new-uid' | 'shifted' | 'cleaned' | 'kept';

/** What is wrong with volumes of a series whose files lost what a converter reads. */
export type ConversionNeed = 'mosaic' | 'diffusion' | 'scale' | 'order' | 'time' | 'pixels';

/** What stayed for converters, by the maker that wrote it, and what of that had to go. */
export interface ForConversion {
  kept: { creator: string; elements: number }[];
  lost: ConversionNeed[];
}

export interface SuspiciousText {
  tag: number;
  text: string;
}

/**
 * Why nothing of a file may leave without names: a DICOMDIR points into files by bytes; boxes cannot be black in pixels that are compressed, or whose
 * layout is not known; what a volume is compressed to does not inflate to what it says; the others cannot be walked to the end of their header.
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

/** Without its boxes it may leave. */
export function isOfBoxes(refusal: DeidentifyRefusal | null): refusal is BoxesRefusal {
  return refusal === 'boxes-compressed' || refusal === 'boxes-layout';
}

/** What a series will leave as, and what was done for it: all of it for the person who sends it, none of it for a server but `sent`. */
export interface DeidentifiedSeries {
  files: number;
  /** A volume of NIfTI has fields in place of attributes. */
  isVolume: boolean;
  /** What was taken out of volumes, and of how many files. Absent: it is none. */
  taken?: TakenField[];
  /** By attribute, how many of its elements; the attribute's name where it has one. */
  done: { done: Done; tag: number; name: string; elements: number }[];
  /** Texts that stay, and that somebody may take for a name. */
  suspicious: SuspiciousText[];
  /** Files whose pictures have text in them (said by the device, likely by their kind), those of which a face can be made, and those with black
   * boxes (absent: none). */
  pictures: { stated: number; likely: number; face: number; blackedOut?: number };
  /** Absent: an earlier page has made it, which kept nothing for converters. */
  forConversion?: ForConversion;
  /** What its study and it are announced with. */
  sent: SentFacts;
}

/** A field of a NIfTI header, or of the gzip file around it, as its standard writes it. */
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

/** Whether a study leaves without names: as a person said, else as its team does it; strictly where that was never heard here. */
export function leavesAnonymous(anonymize: boolean | null, rules: Pick<DeidentifyRules, 'settings'> | null): boolean {
  return anonymize ?? rules?.settings.usual ?? true;
}

/** The name that the list of the team shows until its server has given a number (READ-019). */
export const ANONYMOUS = 'Anonymous';

/** What a list may show of a patient without a name: with the number, without it, or nothing. */
export function isAnonymousName(name: string): boolean {
  return name === '' || name === ANONYMOUS || /^Anonymous \d{1,9}$/.test(name);
}

export type DeidentifyHindrance =
  /** Nobody has told this device how its team wants it. */
  | { why: 'rules-unknown'; studyIds: string[] }
  /** Nothing of these may leave without names. */
  | { why: 'cannot-deidentify'; seriesIds: string[] }
  /** It is still being done. */
  | { why: 'not-deidentified'; seriesIds: string[] };

interface SeriesToLeave {
  id: string;
  studyId: string;
  deidentifiedBy: string | null;
  burnedIn?: BurnedIn | null;
  keepsForConversion?: boolean;
  refusal: DeidentifyRefusal | null;
  /** Opened by the server, which takes names out of it there once it was announced. */
  server?: object;
}

/** What stands between these series and leaving without names, where their studies are to. */
export function deidentifyHindrance(
  studies: readonly { id: string; anonymize: boolean | null }[],
  selected: readonly SeriesToLeave[],
  rules: Pick<DeidentifyRules, 'settings' | 'tag'> | null,
): DeidentifyHindrance | null {
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
