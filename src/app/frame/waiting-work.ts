import { useSyncExternalStore } from 'react';
import { t } from '#language/t.ts';
import { throttledQuery, PROGRESS_EVERY_MS } from '#localdb/throttled-query.ts';
import { unlessOutdated } from '#localdb/connection.ts';
import { LiveQuery } from '#localdb/live-query.ts';
import { countDrawn } from '#localdb/masks/drawn-here.ts';
import type { LocalDb, SeriesRow, UploadRow } from '#localdb/schema.ts';
import { isSortedHere } from '#localdb/upload/uploads.ts';
import { bytesOfArchives } from '#localdb/upload/server-archives.ts';
import { isToBeSent } from '#model/uploads/transfer-phase.ts';
import { useOptionalOwn } from '#app/session/visit-context.tsx';
import type { LampState } from '#ui/status/Lamp.tsx';
import { formatBytes, formatShare } from '#ui/format.ts';
import { amountText, countOf, NONE, sumOf, type Amount } from '#ui/upload/amount.ts';
import { TEXTS } from '#app/texts.ts';

/** Work of this user that waits on this device, over all uploads. Counted from the rows, so that every place shows the same figures. */
export interface WaitingWork {
  /** Being sent, not yet completely verified. */
  sending: Amount;
  /** Of those: paused by the sender. If the reasons differ, the one that the user can resolve. */
  paused: Amount;
  pausedBy: string | null;
  /** Stopped until the user retries. */
  failed: Amount;
  /** Read here and not yet sent. */
  kept: Amount;
  /** Of archives that the server opens or has opened: completely uploaded, and the user has to choose what to process. */
  toProcess: Amount;
  /** Files that the server has not verified. */
  files: number;
  /** Bytes of unfinished uploads, and how many of them the server has not acknowledged. */
  bytes: number;
  bytesLeft: number;
  needsSignIn: boolean;
  /** Small writes, and operations of masks, that the server has not received. */
  changes: number;
  /** Of those: operations of masks. */
  drawn: number;
  /** Wait until the user may upload to this team again. */
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
  changes: 0,
  drawn: 0,
  withoutRight: NONE,
};

/** Undefined while loading. Shared, because many places of the frame show it. */
export function useWaitingWork(): WaitingWork | undefined {
  const db = useOptionalOwn()?.db;
  const live = db === undefined ? NOBODYS : liveWorkOf(db);
  return useSyncExternalStore(live.subscribe, live.read);
}

const liveByDb = new WeakMap<LocalDb, LiveQuery<WaitingWork | undefined>>();

function liveWorkOf(db: LocalDb): LiveQuery<WaitingWork | undefined> {
  const live =
    liveByDb.get(db) ??
    new LiveQuery(
      throttledQuery(
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
  const drawn = await countDrawn(db);
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
    changes: (await db.outbox.count()) + drawn,
    drawn,
    withoutRight: amountOfParts(({ needsRight }) => needsRight),
  };
}

/** One upload, or the archives of an upload that the server opens or has opened, before Process. */
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

/** After Process: the series that are sent. */
function goingPart(upload: UploadRow, series: readonly SeriesRow[]): Part {
  const going = series.filter((row) => row.idx !== null);
  // Read from the few series, since there may be a hundred thousand files.
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

/** All files of a legacy upload, or of one into a file area, are one row, without a known study. */
function amountOf(upload: UploadRow, studies: number): Amount {
  return isSortedHere(upload) ? { studies, uploads: 0 } : { studies: 0, uploads: studies };
}

function studiesOf(series: readonly SeriesRow[]): Set<string> {
  return new Set(series.map((row) => row.studyId));
}

function unproved(series: readonly SeriesRow[]): number {
  return sum(series.map((row) => row.files - row.provedFiles));
}

/** Not being sent. */
const RESTS = { pausedBy: null, needsRight: false, files: 0, bytes: 0, bytesLeft: 0 };

/** Why the sender waits; null while it sends, or while the user has to act first. */
function movementOf({ halt, waiting }: UploadRow): Pick<Part, 'pausedBy' | 'needsRight'> {
  return { pausedBy: halt === null ? (waiting?.reason ?? null) : null, needsRight: halt?.why === 'rights' };
}

function goingStand({ halt }: UploadRow): 'failed' | 'sending' {
  return halt?.why === 'failed' ? 'failed' : 'sending';
}

/** Resolves when somebody frees up space. */
const FULL = 'storage_full';

const PAUSE_NOTES: Record<string, string> = {
  [FULL]: t('The server has no space left'),
  too_many: t('The server told this device to wait'),
  network: t('The network went away'),
  device: t('This device could not read what it keeps'),
};
const SERVER_NOTE = t('The server does not answer as it should');

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The lamp as a status (design.md §2). What the user has to do comes before the network, the network before the queue. */
export function lampOf(work: WaitingWork, reachable: boolean): { state: LampState; words: string; note: string | null } {
  const waiting = sumOf(work.sending, work.failed, work.kept);
  if (work.needsSignIn) return { state: 'halted', words: TEXTS.signInToContinue, note: waitText(work.sending) };
  if (countOf(work.withoutRight) > 0) return { state: 'halted', words: TEXTS.mayNotUploadShort, note: waitText(work.withoutRight) };
  if (countOf(work.failed) > 0)
    return { state: 'halted', words: t('{amount} failed', { amount: amountText(work.failed) }), note: t('Kept on this device') };
  if (!reachable)
    return { state: 'halted', words: TEXTS.offline, note: countOf(waiting) === 0 ? changesText(work.changes) : waitText(waiting) };
  const { paused, pausedBy } = work;
  if (pausedBy !== null && (pausedBy === FULL || countOf(paused) === countOf(work.sending))) {
    return { state: pausedBy === FULL ? 'halted' : 'waiting', words: waitText(paused), note: PAUSE_NOTES[pausedBy] ?? SERVER_NOTE };
  }
  if (countOf(work.sending) > 0)
    return { state: 'sending', words: t('Sending {amount}', { amount: amountText(work.sending) }), note: sentText(work) };
  if (countOf(work.kept) > 0)
    return { state: 'waiting', words: t('{amount} on this device', { amount: amountText(work.kept) }), note: t('Not sent yet') };
  if (countOf(work.toProcess) > 0) {
    return {
      state: 'waiting',
      words: t('{amount} on the server', { amount: amountText(work.toProcess) }),
      note: t('Not processed yet'),
    };
  }
  return { state: 'lit', words: TEXTS.allProved, note: TEXTS.nothingWaits };
}

export function waitText(amount: Amount): string {
  return `${amountText(amount)} ${countOf(amount) === 1 ? 'waits' : 'wait'} on this device`;
}

/** Named while there is no network; with one they take a moment. */
function changesText(changes: number): string {
  if (changes === 0) return TEXTS.nothingWaits;
  return t('{count, plural, one {# change waits on this device} other {# changes wait on this device}}', { count: changes });
}

function sentText({ bytes, bytesLeft }: WaitingWork): string | null {
  return bytes === 0 ? null : t('{share} · {size} left', { share: formatShare((bytes - bytesLeft) / bytes), size: formatBytes(bytesLeft) });
}

/** The progress that precedes the page title in the tab; null if there is none. */
export function titleProgress({ needsSignIn, withoutRight, sending, failed, bytes, bytesLeft }: WaitingWork): string | null {
  if (needsSignIn) return TEXTS.signInToContinue;
  if (countOf(withoutRight) + countOf(failed) > 0) return TEXTS.uploadStopped;
  return countOf(sending) === 0 || bytes === 0 ? null : formatShare((bytes - bytesLeft) / bytes);
}
