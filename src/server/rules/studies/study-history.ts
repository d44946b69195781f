import { dateToWire } from '#contract/dates.ts';
import type { Expression, SqlBool } from 'kysely';
import type { CallName } from '#contract/calls.ts';
import { LIMITS } from '#contract/limits.ts';
import type { HistoryEntry, HistoryKind, StudyHistory } from '#contract/study-history.ts';
import type { Reader } from '#server/db/database.ts';
import { HISTORY_SENTENCES, HISTORY_SERVER } from '#model/studies/history-sentences.ts';
import { Refusal, type Member } from '#server/rules/context.ts';
import { tasksOf } from '#server/rules/tasks/tasks.ts';
import { hasWord, searchWords } from './name-search.ts';
import { requireStudyRow } from './studies.ts';
import { toSearched } from './studies-search.ts';

/** A record matches if its call is one of these, or the name of its person has the word. */
interface SearchedWord {
  calls: readonly string[];
  isIn(name: Expression<string>): Expression<SqlBool>;
}

/** The audit trail, as the history needs it. */
export interface TrailOfStudy {
  /** Successful calls, newest first. */
  records(
    db: Reader,
    asked: {
      study: string;
      teamId: number;
      calls: readonly string[];
      ownCalls: readonly string[];
      userId: number;
      patientCalls: readonly string[];
      patients: readonly string[];
      words: readonly SearchedWord[];
      before: number | undefined;
      limit: number;
    },
  ): Promise<{ seq: number; at: number; call: string; user_id: number | null; name: string | null; address: string }[]>;
  timeOf(db: Reader, seq: number): Promise<number | undefined>;
}

type Kinds = Partial<Record<CallName, HistoryKind>>;

const CHANGES: Kinds = {
  attachLabel: 'label_added',
  detachLabel: 'label_removed',
  saveStudyProject: 'projects_changed',
  changeProjectStudies: 'projects_changed',
  changeStudies: 'selection_changed',
  assignTasks: 'task_assigned',
  createInfer: 'inference_asked',
  download: 'downloaded',
  deleteStudy: 'deleted',
  deleteStudies: 'deleted',
  restoreStudies: 'restored',
};
const CHANGES_OF_DATASETS: Kinds = { changeDatasetStudies: 'dataset_changed' };
/** A segmentation that is not shared is nobody else's business, and a record does not say which one it was. */
const CHANGES_OF_SEGMENTATIONS: Kinds = { createSegmentation: 'segmentation_created', deleteSegmentation: 'segmentation_deleted' };
/** Their subject is a patient, not a study. */
const CHANGES_OF_PATIENT: Kinds = { mergePatients: 'patient_merged', splitPatient: 'patient_split' };
const VIEWS: Kinds = { study: 'viewed', originalFile: 'viewed', volumeFile: 'viewed', volumeBricks: 'viewed' };

const ALL_KINDS: Kinds = { ...CHANGES, ...CHANGES_OF_DATASETS, ...CHANGES_OF_SEGMENTATIONS, ...CHANGES_OF_PATIENT, ...VIEWS };

/**
 * PCALL-46. What people did comes from the audit trail. What came with an upload, what the server did with it, and what reviews
 * decided, is not a call about the study: it comes from the rows. A page holds the records after `before`, and the events of their time. Who opened the study, and network addresses,
 * are for readers of the trail.
 */
export async function studyHistory(
  db: Reader,
  caller: Member,
  uuid: string,
  { before, views, search = '' }: { before?: number | undefined; views?: '1' | undefined; search?: string | undefined },
  trail: TrailOfStudy,
): Promise<StudyHistory> {
  const study = await requireStudyRow(db, caller, uuid);
  const readsTrail = caller.permissions.has('r:log-session');
  if (views !== undefined && !readsTrail) throw new Refusal('not_allowed');
  const kinds: Kinds = {
    ...CHANGES,
    ...(caller.permissions.has('r:datasets') && CHANGES_OF_DATASETS),
    ...(readsTrail && CHANGES_OF_SEGMENTATIONS),
    ...(views !== undefined && VIEWS),
  };
  const words = searchWords(search);
  const found = await trail.records(db, {
    ...{ study: study.uuid, teamId: caller.teamId, before, limit: LIMITS.historyPerPage + 1 },
    ...{ calls: Object.keys(kinds), ownCalls: Object.keys(CHANGES_OF_SEGMENTATIONS), userId: caller.userId },
    patientCalls: Object.keys(CHANGES_OF_PATIENT),
    patients: await patientsOf(db, study.patient_id),
    words: words.map((word) => ({
      calls: Object.keys(ALL_KINDS).filter((call) => isSaid(word, kindOf(call))),
      isIn: (name) => hasWord(name, word),
    })),
  });
  const records = found.slice(0, LIMITS.historyPerPage);
  const isLast = found.length === records.length;
  const from = isLast ? Number.NEGATIVE_INFINITY : records.at(-1)!.at;
  const to = before === undefined ? Number.POSITIVE_INFINITY : ((await trail.timeOf(db, before)) ?? Number.NEGATIVE_INFINITY);
  const entries = [
    ...records.map(({ seq, at, call, user_id, name, address }) => ({
      ...{ at, id: `record-${seq}`, kind: kindOf(call), counts: null },
      user: user_id === null ? null : { id: user_id, name },
      record: readsTrail ? { seq, address } : null,
    })),
    ...[...(await eventsOf(db, study.id)), ...(await decisionsOn(db, caller, study.id))].filter(
      (event) => event.at >= from && event.at < to && words.every((word) => isAbout(word, event)),
    ),
  ];
  const data = entries
    .toSorted((a, b) => b.at - a.at)
    .map(({ at, ...entry }): HistoryEntry => ({ ...entry, created_at: dateToWire(new Date(at)) }));
  return { data, next: isLast ? null : records.at(-1)!.seq };
}

const kindOf = (call: string): HistoryKind => ALL_KINDS[call as CallName]!;

const isSaid = (word: string, kind: HistoryKind): boolean =>
  toSearched(HISTORY_SENTENCES[kind].replaceAll(/[{}]/g, '')).includes(toSearched(word));

const isAbout = (word: string, { kind, user, reason = '' }: Pick<Event, 'kind' | 'user' | 'reason'>): boolean =>
  isSaid(word, kind) ||
  toSearched(reason).includes(toSearched(word)) ||
  toSearched((user === null ? HISTORY_SERVER : user.name) ?? '').includes(toSearched(word));

/** Of the patient of the study, and of those that became part of it. */
async function patientsOf(db: Reader, patientId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('patient')
    .select('uuid')
    .where((eb) => eb.or([eb('id', '=', patientId), eb('merged_into', '=', patientId)]))
    .execute();
  return rows.map(({ uuid }) => uuid);
}

type Event = Omit<HistoryEntry, 'created_at'> & { at: number };

/** For each upload that brought series into the study: when it arrived, was verified and was converted. */
async function eventsOf(db: Reader, studyId: number): Promise<Event[]> {
  const uploads = await db
    .selectFrom('series')
    .innerJoin('upload', 'upload.id', 'series.upload_id')
    .leftJoin('user', 'user.id', 'upload.user_id')
    .select(['upload.id', 'upload.sent_at', 'upload.user_id', 'user.name'])
    .select((eb) => [
      eb.fn.min<number>('series.created_at').as('began'),
      eb.fn.countAll<number>().as('series'),
      eb.fn.sum<number>('series.file_count').as('files'),
      eb.fn.sum<number>('series.proved_files').as('verified'),
    ])
    .where('series.study_id', '=', studyId)
    .groupBy(['upload.id', 'upload.sent_at', 'upload.user_id', 'user.name'])
    .orderBy('upload.id')
    .execute();
  const conversions = await db
    .selectFrom('volume')
    .innerJoin('series', 'series.id', 'volume.series_id')
    .select('series.upload_id')
    .select((eb) => [
      eb.fn.max<number>('volume.created_at').as('at'),
      eb.fn.countAll<number>().as('volumes'),
      eb.fn.count<number>('volume.series_id').distinct().as('series'),
    ])
    .where('series.study_id', '=', studyId)
    .groupBy('series.upload_id')
    .execute();
  return [
    ...uploads.flatMap(({ id, sent_at, user_id, name, began, series, files, verified }): Event[] => [
      {
        ...{ id: `arrived-${id}`, kind: 'arrived', at: began, user: { id: user_id, name }, record: null },
        counts: { series, files, volumes: 0 },
      },
      ...(sent_at === null
        ? []
        : [serverEvent({ id: `verified-${id}`, kind: 'verified', at: sent_at, counts: { series, files: verified, volumes: 0 } })]),
    ]),
    ...conversions.map(({ upload_id, at, volumes, series }) =>
      serverEvent({ id: `converted-${upload_id}`, kind: 'converted', at, counts: { series, files: 0, volumes } }),
    ),
  ];
}

/** What reviews decided. They are seen as the tasks of the study are: a blinded reader sees none of others ([Note: Blinded reads]). */
async function decisionsOn(db: Reader, caller: Member, studyId: number): Promise<Event[]> {
  const moves = await tasksOf(db, caller)
    .innerJoin('task_move', 'task_move.task_id', 'task.id')
    .leftJoin('user', 'user.id', 'task_move.user_id')
    .select(['task_move.id', 'task_move.created_at', 'task_move.decision', 'task_move.reason', 'task_move.user_id', 'user.name'])
    .where('task.study_id', '=', studyId)
    .where('task.kind', '=', 'review')
    .where('task_move.act', '=', 'finish')
    .where('task_move.decision', 'is not', null)
    .orderBy('task_move.id')
    .execute();
  return moves.map(({ id, created_at, decision, reason, user_id, name }): Event => ({
    ...{ id: `decision-${id}`, at: created_at, user: user_id === null ? null : { id: user_id, name }, counts: null, record: null },
    ...(decision === 'changes' ? { kind: 'review_changes', reason } : { kind: 'review_accepted' }),
  }));
}

function serverEvent(event: Pick<Event, 'id' | 'kind' | 'at' | 'counts'>): Event {
  return { ...event, user: null, record: null };
}
