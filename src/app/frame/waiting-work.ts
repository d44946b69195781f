import { useLiveQuery } from 'dexie-react-hooks';
import type { LocalDb } from '#localdb/schema.ts';
import { useOptionalOwn } from '#app/session/visit-context.tsx';
import type { LampState } from '#ui/Lamp.tsx';
import { formatCountOf } from '#ui/format.ts';
import { TEXTS } from '#app/texts.ts';

/** What of this person waits on this device, over all uploads. Counted from the rows, so every place that shows it agrees. */
export interface WaitingWork {
  /** Studies whose bytes are not all proved yet. */
  studiesSending: number;
  /** Studies that were read here and not sent off yet. */
  studiesKept: number;
  /** Files that the server has not proved. */
  files: number;
  needsSignIn: boolean;
}

export const NOTHING_WAITS: WaitingWork = { studiesSending: 0, studiesKept: 0, files: 0, needsSignIn: false };

/** Undefined while it is read. */
export function useWaitingWork(): WaitingWork | undefined {
  const db = useOptionalOwn()?.db;
  return useLiveQuery(async () => (db === undefined ? NOTHING_WAITS : waitingWork(db)), [db]);
}

export async function waitingWork(db: LocalDb): Promise<WaitingWork> {
  const uploads = await db.uploads.where('phase').anyOf('none', 'queued', 'prepared', 'registered').toArray();
  const counts = await Promise.all(
    uploads.map(async (upload) => ({
      isSending: upload.phase !== 'none',
      needsSignIn: upload.halt?.why === 'sign-in',
      studies: await db.studies.where('uploadId').equals(upload.id).count(),
      files: await filesWaiting(db, upload.id, upload.phase !== 'none'),
    })),
  );
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    studiesSending: sum(counts.filter((one) => one.isSending).map((one) => one.studies)),
    studiesKept: sum(counts.filter((one) => !one.isSending).map((one) => one.studies)),
    files: sum(counts.map((one) => one.files)),
    needsSignIn: counts.some((one) => one.needsSignIn),
  };
}

/** From the rows of the series, of which there are few; an upload may have a hundred thousand files. */
async function filesWaiting(db: LocalDb, uploadId: string, isSending: boolean): Promise<number> {
  const series = await db.series.where('uploadId').equals(uploadId).toArray();
  return series.filter((row) => !isSending || row.idx !== null).reduce((sum, row) => sum + row.files - row.provedFiles, 0);
}

/** The lamp as a status (design.md §2). A person's turn goes before the network's, the network's before the queue's. */
export function lampOf(work: WaitingWork, reachable: boolean): { state: LampState; words: string; note: string | null } {
  const waiting = work.studiesSending + work.studiesKept;
  const studies = (count: number) => formatCountOf(count, 'study', 'studies');
  if (work.needsSignIn)
    return { state: 'halted', words: TEXTS.signInToContinue, note: `${studies(work.studiesSending)} wait on this device` };
  if (!reachable) {
    return {
      state: 'halted',
      words: TEXTS.offline,
      note: waiting === 0 ? TEXTS.nothingWaits : `${studies(waiting)} ${waiting === 1 ? 'waits' : 'wait'} on this device`,
    };
  }
  if (work.studiesSending > 0) return { state: 'sending', words: `Sending ${studies(work.studiesSending)}`, note: null };
  if (work.studiesKept > 0) return { state: 'waiting', words: `${studies(work.studiesKept)} on this device`, note: 'Not sent yet' };
  return { state: 'lit', words: TEXTS.allProved, note: TEXTS.nothingWaits };
}
