/**
 * [Note: The life of a legacy upload]
 *
 * Files are sent unchanged, and the server opens and sorts them. Names and order are given (LEG-011 to 016).
 *
 * | step       | means                                                  | leaves by                                                     |
 * |------------|--------------------------------------------------------|---------------------------------------------------------------|
 * | ready      | files are chosen and copied onto this device           | `upload`: the user starts the upload → uploading              |
 * | uploading  | they are being sent: [Note: The life of an upload …]   | `sent`: every file is verified → uploaded                     |
 * | uploaded   | the server reads them                                  | `read`: it reports what it found → sorted                     |
 * | sorted     | the user chooses series and body parts                 | `process` → converting; `unlock`: with a password → uploaded  |
 * | converting | the server converts                                    | `ended`: every checked series has converted or failed → organize |
 * | organize   | the cases are shown                                    | `finish` → done                                               |
 * | done       | nothing is left to do                                  | (closed, or files for the next one)                           |
 *
 * `forgotten` leads from any step between `sent` and `ended` back to uploading: the server no longer knows the session (it was restored from an
 * older backup). Closing deletes the upload in any step.
 */
const LEGACY_STEPS = ['ready', 'uploading', 'uploaded', 'sorted', 'converting', 'organize', 'done'] as const;
export type LegacyStep = (typeof LEGACY_STEPS)[number];

export type LegacyEvent = 'upload' | 'sent' | 'read' | 'unlock' | 'process' | 'ended' | 'finish' | 'forgotten';

const MOVES: Record<LegacyStep, Partial<Record<LegacyEvent, LegacyStep>>> = {
  ready: { upload: 'uploading' },
  uploading: { sent: 'uploaded', forgotten: 'uploading' },
  uploaded: { read: 'sorted', forgotten: 'uploading' },
  sorted: { process: 'converting', unlock: 'uploaded', forgotten: 'uploading' },
  converting: { ended: 'organize', forgotten: 'uploading' },
  organize: { finish: 'done' },
  done: {},
};

/** The step after an event. Null if the event has no meaning in this step (it came late or twice) and must change nothing. */
export function nextLegacyStep(step: LegacyStep, event: LegacyEvent): LegacyStep | null {
  return MOVES[step][event] ?? null;
}

/** given (LEG-036): closing the tab needs confirmation, except in ready and done. */
export function isLeavingAsked(step: LegacyStep): boolean {
  return step !== 'ready' && step !== 'done';
}

interface SortedSeries {
  upload_id: string;
  cnt: number;
  numberOfFrames: number;
  imageOrientationPatientEquals: boolean;
}

interface SortedStudy {
  uuid: string;
  exists: boolean;
  series: readonly SortedSeries[];
}

/** given (LEG-024): more than 1 slice of equal image orientation, or more than 1 frame. */
export function mayConvert({ cnt, numberOfFrames, imageOrientationPatientEquals }: Omit<SortedSeries, 'upload_id'>): boolean {
  return (cnt > 1 && imageOrientationPatientEquals) || numberOfFrames > 1;
}

/** The user's choices for the sorted series. */
export interface LegacyChoice {
  /** `upload_id` of series. */
  checked: readonly string[];
  /** Slug of a category by `uuid` of a study. */
  bodyParts: Readonly<Record<string, string>>;
}

/** The initial choice: everything that may be converted, except studies that the team already has. */
export function firstChoice(studies: readonly SortedStudy[]): LegacyChoice {
  const fresh = studies.filter(({ exists }) => !exists);
  return { checked: fresh.flatMap(({ series }) => series.filter(mayConvert).map((each) => each.upload_id)), bodyParts: {} };
}

export type CheckedChoice =
  | { ok: true; studies: { uuid: string; bodyPart: string }[]; series: { uuid: string; upload_id: string }[] }
  | { ok: false; why: 'nothing-selected' }
  | { ok: false; why: 'missing-bodypart'; studyUuids: string[] };

/** LEG-025, 026. `categories`: body parts that the team knows. Null if they were never loaded; then the server decides. */
export function checkChoice(
  studies: readonly SortedStudy[],
  { checked, bodyParts }: LegacyChoice,
  categories: ReadonlySet<string> | null,
): CheckedChoice {
  const isChecked = new Set(checked);
  const series = studies.flatMap(({ uuid, series: all }) =>
    all.filter((each) => isChecked.has(each.upload_id) && mayConvert(each)).map(({ upload_id }) => ({ uuid, upload_id })),
  );
  if (series.length === 0) return { ok: false, why: 'nothing-selected' };
  const going = [...new Set(series.map(({ uuid }) => uuid))];
  const known = going.map((uuid) => ({ uuid, bodyPart: bodyParts[uuid] ?? '' }));
  const missing = known.filter(({ bodyPart }) => bodyPart === '' || (categories !== null && !categories.has(bodyPart)));
  if (missing.length > 0) return { ok: false, why: 'missing-bodypart', studyUuids: missing.map(({ uuid }) => uuid) };
  return { ok: true, studies: known, series };
}

interface Case {
  status: 'converted' | 'error' | null;
  sub: readonly unknown[];
}

/** Series whose conversion has ended, successfully or not. */
export function endedSeries(cases: readonly Case[]): number {
  return cases.filter(({ status }) => status !== null).reduce((sum, { sub }) => sum + sub.length, 0);
}
