import { useSyncExternalStore } from 'react';
import { atMostEvery, PROGRESS_EVERY_MS } from '#localdb/at-most-every.ts';
import { unlessOutdated } from '#localdb/connection.ts';
import { LiveAnswer } from '#localdb/live-answer.ts';
import type { LocalDb, SeriesRow, UploadRow } from '#localdb/schema.ts';
import { isToBeSent } from '#model/transfer-phase.ts';
import { useOptionalOwn } from '#app/session/visit-context.tsx';
import type { LampState } from '#ui/Lamp.tsx';
import { formatBytes, formatCountOf, formatShare } from '#ui/format.ts';
import { TEXTS } from '#app/texts.ts';

/** What of this person waits on this device, over all uploads. Counted from the rows, so every place that shows it agrees. */
export interface WaitingWork {
  /** Studies on their way whose bytes are not all proved yet. */
  studiesSending: number;
  /** Of those, the ones whose sender waits out a pause, and for what: where it differs, what a person can end. */
  studiesPaused: number;
  pausedBy: string | null;
  /** Studies that stand still until a person tries again. */
  studiesFailed: number;
  /** Studies that were read here and not sent off yet. */
  studiesKept: number;
  /** Files that the server has not proved. */
  files: number;
  /** Bytes of what was sent off and has not ended, and those of them that the server has not acknowledged. */
  bytes: number;
  bytesLeft: number;
  needsSignIn: boolean;
  /** Studies that wait until the person may upload to this team again. */
  studiesWithoutRight: number;
}

export const NOTHING_WAITS: WaitingWork = {
  studiesSending: 0,
  studiesPaused: 0,
  pausedBy: null,
  studiesFailed: 0,
  studiesKept: 0,
  files: 0,
  bytes: 0,
  bytesLeft: 0,
  needsSignIn: false,
  studiesWithoutRight: 0,
};

/** Undefined while it is read. Many places of the frame show it: it is asked for once. */
export function useWaitingWork(): WaitingWork | undefined {
  const db = useOptionalOwn()?.db;
  const live = db === undefined ? NOBODYS : liveWorkOf(db);
  return useSyncExternalStore(live.subscribe, live.read);
}

const liveByDb = new WeakMap<LocalDb, LiveAnswer<WaitingWork | undefined>>();

function liveWorkOf(db: LocalDb): LiveAnswer<WaitingWork | undefined> {
  const live =
    liveByDb.get(db) ??
    new LiveAnswer(
      atMostEvery(
        () => PROGRESS_EVERY_MS,
        () => unlessOutdated(db, () => waitingWork(db)),
      ),
    );
  liveByDb.set(db, live);
  return live;
}

const NOBODYS = { subscribe: () => () => undefined, read: () => NOTHING_WAITS };

export async function waitingWork(db: LocalDb): Promise<WaitingWork> {
  const uploads = await db.uploads.where('phase').anyOf('none', 'queued', 'prepared', 'registered').toArray();
  const counts = await Promise.all(
    uploads.map(async (upload) => {
      const all = await db.series.where('uploadId').equals(upload.id).toArray();
      const series = seriesWaiting(all, upload);
      const going = upload.phase === 'none' ? [] : all.filter((row) => row.idx !== null);
      return {
        bytes: sum(going.map((row) => row.bytes)),
        bytesLeft: sum(going.map((row) => row.bytes - row.confirmedBytes)),
        stand: standOf(upload),
        pausedBy: pauseOf(upload),
        needsSignIn: upload.halt?.why === 'sign-in',
        needsRight: upload.halt?.why === 'rights',
        // An archive that goes to the server counts as one: nobody knows yet how many are in it.
        studies: new Set(series.map((row) => row.studyId)).size + (upload.phase === 'none' && isToBeSent(upload) ? 1 : 0),
        files: sum(series.map((row) => row.files - row.provedFiles)),
      };
    }),
  );
  const studiesThat = (stand: Stand) => sum(counts.filter((one) => one.stand === stand).map((one) => one.studies));
  const paused = counts.filter((one) => one.pausedBy !== null && one.studies > 0);
  return {
    studiesSending: studiesThat('sending'),
    studiesPaused: sum(paused.map((one) => one.studies)),
    pausedBy: (paused.find((one) => one.pausedBy === FULL) ?? paused[0])?.pausedBy ?? null,
    studiesFailed: studiesThat('failed'),
    studiesKept: studiesThat('kept'),
    files: sum(counts.map((one) => one.files)),
    bytes: sum(counts.map((one) => one.bytes)),
    bytesLeft: sum(counts.map((one) => one.bytesLeft)),
    needsSignIn: counts.some((one) => one.needsSignIn),
    studiesWithoutRight: sum(counts.filter((one) => one.needsRight).map((one) => one.studies)),
  };
}

type Stand = 'kept' | 'sending' | 'failed';

function standOf({ phase, halt }: Pick<UploadRow, 'phase' | 'halt'>): Stand {
  if (phase === 'none') return 'kept';
  return halt?.why === 'failed' ? 'failed' : 'sending';
}

/** What the sender gave as its reason to wait; null while it sends, or a person's turn is first. */
function pauseOf({ phase, halt, waiting }: UploadRow): string | null {
  return phase !== 'none' && halt === null ? (waiting?.reason ?? null) : null;
}

/** Heals when somebody makes room. */
const FULL = 'storage_full';

const PAUSE_NOTES: Record<string, string> = {
  [FULL]: 'The server has no room left',
  too_many: 'The server told this device to wait',
  network: 'The network went away',
  device: 'This device could not read what it keeps',
};
const SERVER_NOTE = 'The server does not answer as it should';

/** Of an upload on its way, the series that go and are not proved. Read from series, of which there are few; files may be a hundred thousand. */
function seriesWaiting(series: readonly SeriesRow[], { phase }: UploadRow): readonly SeriesRow[] {
  return phase === 'none' ? series : series.filter((row) => row.idx !== null && row.provedFiles < row.files);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The lamp as a status (design.md §2). A person's turn goes before the network's, the network's before the queue's. */
export function lampOf(work: WaitingWork, reachable: boolean): { state: LampState; words: string; note: string | null } {
  const waiting = work.studiesSending + work.studiesFailed + work.studiesKept;
  const studies = (count: number) => formatCountOf(count, 'study', 'studies');
  const wait = (count: number) => `${studies(count)} ${count === 1 ? 'waits' : 'wait'} on this device`;
  if (work.needsSignIn) return { state: 'halted', words: TEXTS.signInToContinue, note: wait(work.studiesSending) };
  if (work.studiesWithoutRight > 0) return { state: 'halted', words: TEXTS.mayNotUploadShort, note: wait(work.studiesWithoutRight) };
  if (work.studiesFailed > 0) return { state: 'halted', words: `${studies(work.studiesFailed)} failed`, note: 'Kept on this device' };
  if (!reachable) return { state: 'halted', words: TEXTS.offline, note: waiting === 0 ? TEXTS.nothingWaits : wait(waiting) };
  const { studiesPaused: paused, pausedBy } = work;
  if (pausedBy !== null && (pausedBy === FULL || paused === work.studiesSending)) {
    return { state: pausedBy === FULL ? 'halted' : 'waiting', words: wait(paused), note: PAUSE_NOTES[pausedBy] ?? SERVER_NOTE };
  }
  if (work.studiesSending > 0) return { state: 'sending', words: `Sending ${studies(work.studiesSending)}`, note: sentText(work) };
  if (work.studiesKept > 0) return { state: 'waiting', words: `${studies(work.studiesKept)} on this device`, note: 'Not sent yet' };
  return { state: 'lit', words: TEXTS.allProved, note: TEXTS.nothingWaits };
}

function sentText({ bytes, bytesLeft }: WaitingWork): string | null {
  return bytes === 0 ? null : `${formatShare((bytes - bytesLeft) / bytes)} · ${formatBytes(bytesLeft)} left`;
}

/** What the tab says before the title of the page; null when there is nothing to say. */
export function titleProgress({
  needsSignIn,
  studiesWithoutRight,
  studiesSending,
  studiesFailed,
  bytes,
  bytesLeft,
}: WaitingWork): string | null {
  if (needsSignIn) return TEXTS.signInToContinue;
  if (studiesWithoutRight > 0 || studiesFailed > 0) return TEXTS.uploadStopped;
  return studiesSending === 0 || bytes === 0 ? null : formatShare((bytes - bytesLeft) / bytes);
}
