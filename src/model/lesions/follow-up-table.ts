import type { FollowedStudy, LesionState, Response } from '#contract/lesions.ts';
import type { MeasurementContent } from '#contract/measurements.ts';
import {
  changeInPercent,
  isMeasurable,
  MOST_TARGETS,
  nonTargetResponse,
  organsWithTooMany,
  overallResponse,
  sumOfDiameters,
  targetResponse,
  type Evaluated,
} from './recist.ts';
import type { ShownLesion } from './shown-follow-up.ts';

/** What the table needs of a measurement. */
export type LinkedMeasurement = Pick<MeasurementContent, 'kind' | 'measured' | 'series' | 'slice' | 'grid' | 'sop' | 'frame'> & {
  uuid: string;
};

/**
 * Why a lesion has no diameter in a study: nothing is linked; the measurement is deleted or has not arrived; measurements are still loading; it is in
 * pixels or on the detector, which is not compared with mm on the patient; it is no diameter.
 */
export type NotMeasured = 'nothing' | 'gone' | 'loading' | 'pixels' | 'detector' | 'no-diameter';

export interface LesionCell {
  /** UUID of the study. */
  study: string;
  state: LesionState | null;
  measurement: LinkedMeasurement | null;
  /** Rounded to 0.1; 0 if the lesion is absent; null: `why`. */
  mm: number | null;
  why: NotMeasured | null;
}

export interface LesionRow {
  lesion: ShownLesion;
  /** By column. */
  cells: readonly LesionCell[];
  /** Whole percent; null if one of both is not known, or the lesion was absent before. */
  sincePrior: number | null;
}

export interface FollowUpTable {
  /** Studies up to the one that is read, which is the last. In the others something is said of a lesion. */
  columns: readonly FollowedStudy[];
  targets: readonly LesionRow[];
  nonTargets: readonly LesionRow[];
  news: readonly LesionRow[];
  /** Of the target lesions, by column, in mm; null if one was not measured, or there are none. */
  sums: readonly (number | null)[];
  /** Column of the chosen study, or else of the first one with a target or non-target lesion; null: there is none, or the chosen one is later. */
  baseline: number | null;
  /** Column of the smallest sum before the study that is read. */
  smallest: number | null;
  sinceBaseline: number | null;
  sinceSmallest: number | null;
  /** Null at the baseline. */
  evaluated: Evaluated | null;
  /** What RECIST 1.1 gives; null at the baseline and without lesions. */
  suggested: Response | null;
  problems: readonly TableProblem[];
}

/** What the reader should know before relying on the table. */
export type TableProblem =
  | { problem: 'too-many-targets' }
  | { problem: 'too-many-in-organ'; organ: string }
  | { problem: 'not-measurable'; lesion: ShownLesion }
  | { problem: 'not-compared'; lesion: ShownLesion; study: FollowedStudy; why: 'pixels' | 'detector' | 'no-diameter' }
  | { problem: 'undated'; studies: number };

interface Source {
  /** UUID of the study that is read. */
  study: string;
  studies: readonly FollowedStudy[];
  lesions: readonly ShownLesion[];
  /** UUID of the study that somebody has chosen as the baseline; null: the first one with a lesion. */
  baseline: string | null;
  /** Measurements of a study; null: they are not known yet. */
  measurementsOf: (study: string) => readonly LinkedMeasurement[] | null;
}

/** The table of a follow-up, with the sums and the response that follow from it. */
export function followUpTable({ study, studies, lesions, baseline: asked, measurementsOf }: Source): FollowUpTable {
  const saidIn = new Set(lesions.flatMap(({ findings }) => findings.filter(saysSomething).map((finding) => finding.study)));
  // One that is not known, any more or on this device, is as if nobody had chosen.
  const chosen = studies.some(({ uuid }) => uuid === asked) ? asked : null;
  if (chosen !== null) saidIn.add(chosen);
  const { columns, undated } = columnsUpTo(study, studies, saidIn);
  const rows = lesions.map((lesion) => rowOf(lesion, columns, measurementsOf));
  const ofKind = (kind: ShownLesion['kind']) => rows.filter(({ lesion }) => lesion.kind === kind);
  const [targets, nonTargets, news] = [ofKind('target'), ofKind('non-target'), ofKind('new')];
  const last = columns.length - 1;
  const first = baselineColumn(chosen, columns, [...targets, ...nonTargets]);
  const baseline = first < 0 ? null : first;
  const sums = columns.map((_, at) => (targets.length === 0 ? null : sumOfDiameters(diametersAt(targets, at))));
  const smallest = smallestBefore(sums, first, last);
  const sumAt = (at: number | null): number | null => (at === null ? null : (sums[at] ?? null));
  const evaluated =
    baseline === null || baseline === last
      ? null
      : {
          target: targetResponse(diametersAt(targets, last), { baseline: sumAt(baseline), smallest: sumAt(smallest) }),
          nonTarget: nonTargetResponse(nonTargets.map(({ cells }) => stateOf(cells[last]!))),
          hasNew: news.some(({ cells }) => isNewAt(cells, baseline)),
        };
  const change = (from: number | null): number | null => {
    const [before, now] = [sumAt(from), sumAt(last)];
    return from === last || before === null || now === null ? null : changeInPercent(before, now);
  };
  return {
    ...{ columns, targets, nonTargets, news, sums, baseline, smallest, evaluated },
    ...{ sinceBaseline: change(baseline), sinceSmallest: change(smallest) },
    suggested: evaluated === null ? null : overallResponse(evaluated),
    problems: [...problemsOf(columns, targets, baseline), ...(undated > 0 ? [{ problem: 'undated' as const, studies: undated }] : [])],
  };
}

/** -1: there is none, or the chosen one is not before the study that is read. */
function baselineColumn(chosen: string | null, columns: readonly FollowedStudy[], rows: readonly LesionRow[]): number {
  if (chosen !== null) return columns.findIndex(({ uuid }) => uuid === chosen);
  return columns.findIndex((_, at) => rows.some(({ cells }) => cells[at]!.why !== 'nothing'));
}

const saysSomething = ({ measurement, state }: { measurement: string | null; state: LesionState | null }): boolean =>
  measurement !== null || state !== null;

/** In the order of their dates. A study without a date is neither before nor after another one. */
function columnsUpTo(study: string, studies: readonly FollowedStudy[], saidIn: ReadonlySet<string>) {
  const read = studies.find(({ uuid }) => uuid === study);
  if (read === undefined) return { columns: [], undated: 0 };
  const others = studies.filter((each) => each !== read && saidIn.has(each.uuid));
  const isBefore = (each: FollowedStudy) =>
    each.studyDate !== '' && (each.studyDate < read.studyDate || (each.studyDate === read.studyDate && each.id < read.id));
  const before = others.filter(isBefore).toSorted((a, b) => a.studyDate.localeCompare(b.studyDate) || a.id - b.id);
  const undated = read.studyDate === '' ? others.length : others.filter(({ studyDate }) => studyDate === '').length;
  return { columns: [...before, read], undated };
}

function rowOf(lesion: ShownLesion, columns: readonly FollowedStudy[], measurementsOf: Source['measurementsOf']): LesionRow {
  const cells = columns.map(({ uuid }) => cellOf(lesion, uuid, measurementsOf));
  const [prior, now] = [cells.at(-2)?.mm ?? null, cells.at(-1)?.mm ?? null];
  return { lesion, cells, sincePrior: prior === null || now === null ? null : changeInPercent(prior, now) };
}

function cellOf(lesion: ShownLesion, study: string, measurementsOf: Source['measurementsOf']): LesionCell {
  const finding = lesion.findings.find((each) => each.study === study);
  const state = finding?.state ?? null;
  if (finding === undefined || !saysSomething(finding)) return { study, state: null, measurement: null, mm: null, why: 'nothing' };
  if (finding.measurement === null) {
    const mm = state === 'absent' ? 0 : null;
    // What was only observed has no diameter, and says something nevertheless.
    return { study, state, measurement: null, mm, why: mm === 0 ? null : 'no-diameter' };
  }
  const list = measurementsOf(study);
  const measurement = list?.find(({ uuid }) => uuid === finding.measurement) ?? null;
  if (measurement === null) return { study, state, measurement, mm: null, why: list === null ? 'loading' : 'gone' };
  const { scale } = measurement.measured;
  const diameter = diameterOf(measurement, lesion.node);
  if (diameter === null || scale !== 'patient')
    return { study, state, measurement, mm: null, why: diameter === null || scale === 'patient' ? 'no-diameter' : scale };
  return { study, state, measurement, mm: Math.round(diameter * 10) / 10, why: null };
}

/** The longest diameter, of a node the short axis; a single length is the one that was meant. In the unit of the measurement. */
export function diameterOf({ kind, measured: { values } }: Pick<LinkedMeasurement, 'kind' | 'measured'>, node: boolean): number | null {
  if (kind === 'length') return values.length ?? null;
  if (kind === 'bidirectional') return (node ? values.shortAxis : values.longAxis) ?? null;
  return null;
}

const diametersAt = (rows: readonly LesionRow[], at: number) =>
  rows.map(({ lesion: { node }, cells }) => ({ mm: cells[at]?.mm ?? null, node }));

/** A lesion that was measured is present. */
const stateOf = ({ state, measurement }: LesionCell): LesionState | null => state ?? (measurement === null ? null : 'present');

/** First seen after the baseline, and not gone in the last study. */
function isNewAt(cells: readonly LesionCell[], baseline: number): boolean {
  const states = cells.map(stateOf);
  const isThere = (state: LesionState | null) => state === 'present' || state === 'progression';
  return states.at(-1) !== 'absent' && states.some((state, at) => at > baseline && isThere(state));
}

function smallestBefore(sums: readonly (number | null)[], first: number, last: number): number | null {
  if (first < 0) return null;
  let found: number | null = null;
  for (let at = first; at < last; at += 1) {
    const sum = sums[at] ?? null;
    // Of equal sums the latest, which is the prior where it can be.
    if (sum !== null && (found === null || sum <= sums[found]!)) found = at;
  }
  return found;
}

function problemsOf(columns: readonly FollowedStudy[], targets: readonly LesionRow[], baseline: number | null): TableProblem[] {
  const lesions = targets.map(({ lesion }) => lesion);
  const small =
    baseline === null ? [] : targets.filter(({ lesion, cells }) => !isMeasurable({ mm: cells[baseline]!.mm, node: lesion.node }));
  return [
    ...(targets.length > MOST_TARGETS ? [{ problem: 'too-many-targets' as const }] : []),
    ...organsWithTooMany(lesions).map((organ) => ({ problem: 'too-many-in-organ' as const, organ })),
    ...small.map(({ lesion }) => ({ problem: 'not-measurable' as const, lesion })),
    ...targets.flatMap(({ lesion, cells }) =>
      cells.flatMap(({ why, measurement }, at) => {
        const isCompared = measurement === null || (why !== 'pixels' && why !== 'detector' && why !== 'no-diameter');
        return isCompared ? [] : [{ problem: 'not-compared' as const, lesion, study: columns[at]!, why }];
      }),
    ),
  ];
}
