import { uidOrNone } from '#model/registration.ts';
import type { SeriesView, StudyView } from '#model/upload-view.ts';

/** What a server knows of a study that is being arranged. */
export interface KnownStudy {
  /** given (READ-016): CALL-049 answers something that is truthy (ODD-35). */
  exists: boolean;
  /** Of the newest that the team has; null where it has none. */
  uuid: string | null;
  /** Titles of other teams of this person that have it. */
  teams: readonly string[];
  /** Files of each series that this team does not have. One that is not among them came since, or lies on the server, and was not looked at. */
  missing: Readonly<Record<string, number>>;
}

/** skip: nothing of it goes; missing: what is selected becomes part of the study that is there; anew: it goes as any other. */
export type KnownChoice = 'skip' | 'missing' | 'anew';

/** Under which UID a server would have it: without names it may have another one, which is not known before it was made. '' asks nothing. */
export function askedUid({ id, facts, series }: Pick<StudyView, 'id' | 'facts' | 'series'>, isAnonymous: boolean): string {
  const made = series.find(({ homeStudyId, deidentified }) => homeStudyId === id && deidentified !== null)?.deidentified;
  return uidOrNone(isAnonymous ? (made?.sent.studyInstanceUid ?? '') : facts.studyInstanceUid);
}

export function knownChoice({ upload, joins }: Pick<StudyView, 'upload' | 'joins'>): KnownChoice {
  if (upload === false) return 'skip';
  return joins === null ? 'anew' : 'missing';
}

/** Where something is there whole and something else is not; and wherever it was chosen, so that it can be taken back. */
export function canAddMissing({ series, joins }: Pick<StudyView, 'series' | 'joins'>, known: KnownStudy): boolean {
  if (joins !== null) return true;
  if (known.uuid === null) return false;
  const valid = series.filter((one) => one.valid);
  return valid.some((one) => isWholeThere(one, known)) && valid.some((one) => !isWholeThere(one, known));
}

/** A series goes whole or not at all: half of its slices would be a volume of their own. */
export function seriesByWhereabouts({ series }: Pick<StudyView, 'series'>, known: KnownStudy): { there: string[]; missing: string[] } {
  const idsOf = (isThere: boolean) => series.filter((one) => one.valid && isWholeThere(one, known) === isThere).map(({ id }) => id);
  return { there: idsOf(true), missing: idsOf(false) };
}

/** Files that the team has already. */
export function filesThere({ series }: Pick<StudyView, 'series'>, known: KnownStudy): { there: number; total: number } {
  const total = series.reduce((sum, { files }) => sum + files.total, 0);
  return { there: total - series.reduce((sum, one) => sum + missingOf(one, known), 0), total };
}

function isWholeThere(series: Pick<SeriesView, 'id' | 'files'>, known: KnownStudy): boolean {
  return missingOf(series, known) === 0;
}

function missingOf({ id, files }: Pick<SeriesView, 'id' | 'files'>, known: KnownStudy): number {
  return Math.min(known.missing[id] ?? files.total, files.total);
}
