import { useSyncExternalStore } from 'react';
import { atMostEvery, PROGRESS_EVERY_MS } from '#localdb/at-most-every.ts';
import { unlessOutdated } from '#localdb/connection.ts';
import { LiveAnswer } from '#localdb/live-answer.ts';
import type { LocalDb, SeriesRow, UploadRow } from '#localdb/schema.ts';
import { bytesOfArchives } from '#localdb/server-archives.ts';
import { isToBeSent } from '#model/transfer-phase.ts';
import { useOptionalOwn } from '#app/session/visit-context.tsx';
import type { LampState } from '#ui/Lamp.tsx';
import { formatBytes, formatShare } from '#ui/format.ts';
import { amountText, countOf, NONE, sumOf, type Amount } from '#ui/upload/amount.ts';
import { TEXTS } from '#app/texts.ts';

/** What of this person waits on this device, over all uploads. Counted from the rows, so every place that shows it agrees. */
export interface WaitingWork {
  /** On their way, not all of their bytes proved yet. */
  sending: Amount;
  /** Of those, what its sender waits out a pause with, and for what: where it differs, what a person can end. */
  paused: Amount;
  pausedBy: string | null;
  /** Stand still until a person tries again. */
  failed: Amount;
  /** Were read here and not sent off yet. */
  kept: Amount;
  /** Of archives that the server opens or has opened: all bytes are there, and a person has to say what goes. */
  toProcess: Amount;
  /** Files that the server has not proved. */
  files: number;
  /** Bytes of what was sent off and has not ended, and those of them that the server has not acknowledged. */
  bytes: number;
  bytesLeft: number;
  needsSignIn: boolean;
  /** Wait until the person may upload to this team again. */
  withoutRight: Amount;
}

export const NOTHING_WAITS: WaitingWork = {
  sending: NONE,
  paused: NONE,
  pausedBy: null,
  failed: NONE,
  kept: NONE,
  toProcess: NONE,
  files: 0,
  bytes: 0,
  bytesLeft: 0,
  needsSignIn: false,
  withoutRight: NONE,
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
  const counts = (await Promise.all(uploads.map((upload) => partsOf(db, upload)))).flat();
  const amountOfParts = (isMeant: (part: Part) => boolean) => sumOf(...counts.filter(isMeant).map(({ amount }) => amount));
  const isPaused = ({ pausedBy, amount }: Part) => pausedBy !== null && countOf(amount) > 0;
  const paused = counts.filter(isPaused);
  return {
    sending: amountOfParts(({ stand }) => stand === 'sending'),
    paused: amountOfParts(isPaused),
    pausedBy: (paused.find((one) => one.pausedBy === FULL) ?? paused[0])?.pausedBy ?? null,
    failed: amountOfParts(({ stand }) => stand === 'failed'),
    kept: amountOfParts(({ stand }) => stand === 'kept'),
    toProcess: amountOfParts(({ stand }) => stand === 'to-process'),
    files: sum(counts.map((one) => one.files)),
    bytes: sum(counts.map((one) => one.bytes)),
    bytesLeft: sum(counts.map((one) => one.bytesLeft)),
    needsSignIn: uploads.some(({ halt }) => halt?.why === 'sign-in'),
    withoutRight: amountOfParts(({ needsRight }) => needsRight),
  };
}

/** An upload is one part; what the server opens or has opened of it, before Process, is another. */
interface Part {
  stand: 'kept' | 'sending' | 'failed' | 'to-process';
  amount: Amount;
  pausedBy: string | null;
  needsRight: boolean;
  files: number;
  bytes: number;
  bytesLeft: number;
}

async function partsOf(db: LocalDb, upload: UploadRow): Promise<Part[]> {
  const series = await db.series.where('uploadId').equals(upload.id).toArray();
  if (upload.phase !== 'none') return [goingPart(upload, series)];
  const [there, here] = [series.filter(({ server }) => server), series.filter(({ server }) => !server)];
  const ofHere = studiesOf(here);
  const opened = [...studiesOf(there)].filter((id) => !ofHere.has(id)).length;
  const archives = upload.opening ? [await archivesPart(db, upload)] : [];
  return [
    { ...RESTS, stand: 'kept', amount: amountOf(upload, ofHere.size), files: unproved(here) },
    { ...RESTS, stand: 'to-process', amount: { studies: opened, uploads: 0 } },
    ...archives,
  ];
}

/** After Process: the series that go. */
function goingPart(upload: UploadRow, series: readonly SeriesRow[]): Part {
  const going = series.filter((row) => row.idx !== null);
  // Read from series, of which there are few; files may be a hundred thousand.
  const waiting = going.filter((row) => row.provedFiles < row.files);
  return {
    stand: goingStand(upload),
    amount: amountOf(upload, studiesOf(waiting).size),
    ...movementOf(upload),
    files: unproved(waiting),
    bytes: sum(going.map((row) => row.bytes)),
    bytesLeft: sum(going.map((row) => row.bytes - row.confirmedBytes)),
  };
}

async function archivesPart(db: LocalDb, upload: UploadRow): Promise<Part> {
  const amount = { studies: 0, uploads: 1 };
  if (!isToBeSent(upload)) return { ...RESTS, stand: 'to-process', amount };
  const { total, confirmed } = await bytesOfArchives(db, upload.id);
  return { ...RESTS, stand: goingStand(upload), amount, ...movementOf(upload), bytes: total, bytesLeft: total - confirmed };
}

/** All files of a legacy upload are one row, of no study that anybody knows. */
function amountOf({ legacy }: UploadRow, studies: number): Amount {
  return legacy === undefined ? { studies, uploads: 0 } : { studies: 0, uploads: studies };
}

function studiesOf(series: readonly SeriesRow[]): Set<string> {
  return new Set(series.map((row) => row.studyId));
}

function unproved(series: readonly SeriesRow[]): number {
  return sum(series.map((row) => row.files - row.provedFiles));
}

/** Nothing of it is on its way. */
const RESTS = { pausedBy: null, needsRight: false, files: 0, bytes: 0, bytesLeft: 0 };

/** What the sender gave as its reason to wait; null while it sends, or a person's turn is first. */
function movementOf({ halt, waiting }: UploadRow): Pick<Part, 'pausedBy' | 'needsRight'> {
  return { pausedBy: halt === null ? (waiting?.reason ?? null) : null, needsRight: halt?.why === 'rights' };
}

function goingStand({ halt }: UploadRow): 'failed' | 'sending' {
  return halt?.why === 'failed' ? 'failed' : 'sending';
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The lamp as a status (design.md §2). A person's turn goes before the network's, the network's before the queue's. */
export function lampOf(work: WaitingWork, reachable: boolean): { state: LampState; words: string; note: string | null } {
  const waiting = sumOf(work.sending, work.failed, work.kept);
  if (work.needsSignIn) return { state: 'halted', words: TEXTS.signInToContinue, note: waitText(work.sending) };
  if (countOf(work.withoutRight) > 0) return { state: 'halted', words: TEXTS.mayNotUploadShort, note: waitText(work.withoutRight) };
  if (countOf(work.failed) > 0) return { state: 'halted', words: `${amountText(work.failed)} failed`, note: 'Kept on this device' };
  if (!reachable) return { state: 'halted', words: TEXTS.offline, note: countOf(waiting) === 0 ? TEXTS.nothingWaits : waitText(waiting) };
  const { paused, pausedBy } = work;
  if (pausedBy !== null && (pausedBy === FULL || countOf(paused) === countOf(work.sending))) {
    return { state: pausedBy === FULL ? 'halted' : 'waiting', words: waitText(paused), note: PAUSE_NOTES[pausedBy] ?? SERVER_NOTE };
  }
  if (countOf(work.sending) > 0) return { state: 'sending', words: `Sending ${amountText(work.sending)}`, note: sentText(work) };
  if (countOf(work.kept) > 0) return { state: 'waiting', words: `${amountText(work.kept)} on this device`, note: 'Not sent yet' };
  if (countOf(work.toProcess) > 0) {
    return { state: 'waiting', words: `${amountText(work.toProcess)} on the server`, note: 'Not processed yet' };
  }
  return { state: 'lit', words: TEXTS.allProved, note: TEXTS.nothingWaits };
}

export function waitText(amount: Amount): string {
  return `${amountText(amount)} ${countOf(amount) === 1 ? 'waits' : 'wait'} on this device`;
}

function sentText({ bytes, bytesLeft }: WaitingWork): string | null {
  return bytes === 0 ? null : `${formatShare((bytes - bytesLeft) / bytes)} · ${formatBytes(bytesLeft)} left`;
}

/** What the tab says before the title of the page; null when there is nothing to say. */
export function titleProgress({ needsSignIn, withoutRight, sending, failed, bytes, bytesLeft }: WaitingWork): string | null {
  if (needsSignIn) return TEXTS.signInToContinue;
  if (countOf(withoutRight) + countOf(failed) > 0) return TEXTS.uploadStopped;
  return countOf(sending) === 0 || bytes === 0 ? null : formatShare((bytes - bytesLeft) / bytes);
}
