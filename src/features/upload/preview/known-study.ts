import { uidOrNone } from '#model/uploads/registration.ts';
import type { SeriesView, StudyView } from '#model/uploads/upload-view.ts';

/** What the server knows of a study that is being prepared. */
export interface KnownStudy {
  /** given (READ-016): CALL-049 returns something truthy (ODD-35). */
  exists: boolean;
  /** The team's newest copy; null if it has none. */
  uuid: string | null;
  /** Titles of the user's other teams that have it. */
  teams: readonly string[];
  /** Missing files of each series in this team. Series not listed came later, or are on the server, and were not checked. */
  missing: Readonly<Record<string, number>>;
}

/** skip: nothing is sent; missing: the selection is added to the existing study; anew: it is sent like any other. */
export type KnownChoice = 'skip' | 'missing' | 'anew';

/** The UID to ask for: de-identified studies may get another one, which is not known until then. '' asks nothing. */
export function askedUid({ id, facts, series }: Pick<StudyView, 'id' | 'facts' | 'series'>, isAnonymous: boolean): string {
  const made = series.find(({ homeStudyId, deidentified }) => homeStudyId === id && deidentified !== null)?.deidentified;
  return uidOrNone(isAnonymous ? (made?.sent.studyInstanceUid ?? '') : facts.studyInstanceUid);
}

export function knownChoice({ upload, joins }: Pick<StudyView, 'upload' | 'joins'>): KnownChoice {
  if (upload === false) return 'skip';
  return joins === null ? 'anew' : 'missing';
}

/** If some series exist completely and others do not; also after it was chosen, so that it can be undone. */
export function canAddMissing({ series, joins }: Pick<StudyView, 'series' | 'joins'>, known: KnownStudy): boolean {
  if (joins !== null) return true;
  if (known.uuid === null) return false;
  const valid = series.filter((one) => one.valid);
  return valid.some((one) => isWholeThere(one, known)) && valid.some((one) => !isWholeThere(one, known));
}

/** A series is sent completely or not at all: half of its slices would be a separate volume. */
export function seriesByWhereabouts({ series }: Pick<StudyView, 'series'>, known: KnownStudy): { there: string[]; missing: string[] } {
  const idsOf = (isThere: boolean) => series.filter((one) => one.valid && isWholeThere(one, known) === isThere).map(({ id }) => id);
  return { there: idsOf(true), missing: idsOf(false) };
}

/** Files that the team already has. */
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
