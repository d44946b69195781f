import { LIMITS } from '#contract/limits.ts';
import { CONSEQUENCES } from './consequences.ts';
import {
  ARCHIVE_LOST,
  DEVICE_AGAIN,
  haltOf,
  judgeFault,
  LONGEST_PAUSE_MS,
  quickPauseMs,
  SERVER_AGAIN,
  slowPauseMs,
  type Verdict,
} from './faults.ts';
import { Link } from './link.ts';
import { saveHalt } from './save-halt.ts';
import { sendChunks } from './send-chunks.ts';
import type { QueuedUpload, ServerAnswer, TransferPorts } from './ports.ts';

export type DrainOutcome =
  /** Nothing is left that could be sent without user action. */
  | { kind: 'empty' }
  /** Everything left is waiting out a fault. */
  | { kind: 'pausing'; until: number }
  /** Asked to stop; work is left. */
  | { kind: 'stopped' };

/**
 * Sends everything that is queued, one upload at a time, until nothing is left, everything waits, or `signal` asks to stop (then no new
 * chunk is started; those in flight finish). One caller at a time: the caller holds the lock of [Note: One sender]. Never throws because of
 * a network, a server or a full disk.
 */
export async function drain(ports: TransferPorts, signal: AbortSignal, options: { pausesAreOver?: boolean } = {}): Promise<DrainOutcome> {
  const tried = new Set<string>();
  const turn: Turn = { renewed: new Set(), startedOver: new Set(), link: new Link(), bearer: null };
  for (;;) {
    const uploads = await ports.store.uploadsToSend();
    if (uploads.length === 0) return { kind: 'empty' };
    if (signal.aborted) return { kind: 'stopped' };
    const now = ports.clock.now();
    const ready = uploads.find((upload) => isDue(upload, now) || (options.pausesAreOver === true && !tried.has(upload.id)));
    if (!ready) return { kind: 'pausing', until: Math.min(...uploads.map((upload) => upload.waiting?.until ?? now)) };
    tried.add(ready.id);
    const isWritten = await advance(ports, turn, ready, signal);
    // Otherwise it would be retried immediately, and forever.
    if (!isWritten) return { kind: 'pausing', until: ports.clock.now() + slowPauseMs(DEVICE_AGAIN, 1, ports.clock.random()) };
  }
}

/**
 * What was done for an upload in this turn since its last acknowledged chunk. Without this, a server that contradicts itself (it issues a token and
 * refuses it, or prepares a session and does not know it) would be asked in a loop without a pause.
 */
interface Turn {
  renewed: Set<string>;
  startedOver: Set<string>;
  link: Link;
  /** The sign-in under which the current step began. */
  bearer: string | null;
}

/** A pause longer than the maximum comes from a clock that jumped, so it counts as over. */
function isDue({ waiting }: QueuedUpload, now: number): boolean {
  return waiting === null || waiting.until <= now || waiting.until - now > LONGEST_PAUSE_MS * 2;
}

/**
 * Takes an upload as far as possible. Leaves it in a later phase, waiting, halted, or unchanged when asked to stop. False if this device could not
 * even store that the upload waits.
 */
async function advance(ports: TransferPorts, turn: Turn, upload: QueuedUpload, signal: AbortSignal): Promise<boolean> {
  turn.bearer = await ports.server.bearer();
  const verdict = await stepOf(ports, turn, upload, signal).catch((cause: unknown): Verdict => {
    // An unreadable row or a bug is reported, and only this upload waits. The ones after it continue.
    ports.report(cause);
    return DEVICE_AGAIN;
  });
  if (verdict === null) return true;
  if (upload.isForArea && verdict.kind === 'failed' && verdict.code === 'session_closed') return endTaken(ports, turn, upload, signal);
  return settle(ports, turn, upload, verdict).then(
    () => true,
    (cause: unknown) => {
      ports.report(cause);
      return false;
    },
  );
}

/** The server has ended the session of an upload into an area: with its last file, or because the work was given up. */
async function endTaken(ports: TransferPorts, turn: Turn, upload: QueuedUpload, signal: AbortSignal): Promise<boolean> {
  try {
    const verdict = await take(ports, upload, signal);
    if (verdict === null) await ports.store.saveSent(upload.id);
    else await settle(ports, turn, upload, verdict);
    return true;
  } catch (cause) {
    ports.report(cause);
    return false;
  }
}

/** One step of [Note: The life of an upload on its way to the server]; null when it succeeded. */
async function stepOf(ports: TransferPorts, turn: Turn, upload: QueuedUpload, signal: AbortSignal): Promise<Verdict | null> {
  switch (upload.phase) {
    case 'queued':
      return prepare(ports, upload, signal);
    case 'prepared':
      return register(ports, upload, signal);
    case 'registered':
      return send(ports, turn, upload, signal);
    case 'dropping':
      return drop(ports, upload, signal);
    case 'archive-waiting':
      return prepare(ports, upload, signal);
    case 'archive-sending':
      return sendArchives(ports, turn, upload, signal);
    case 'archive-reading':
    case 'none':
    case 'sent':
    case 'ended':
      return null;
  }
}

async function prepare(ports: TransferPorts, upload: QueuedUpload, signal: AbortSignal): Promise<Verdict | null> {
  const prepared = await attempt(ports, upload, signal, () => ports.server.prepare(upload));
  if (!prepared.ok) return prepared.verdict;
  // Before the first chunk, so that the server never takes its files for a study.
  const refused = upload.isForArea ? await take(ports, upload, signal) : null;
  if (refused !== null) return refused;
  await ports.store.savePrepared(upload.id, prepared.value.upload_token);
  return null;
}

/** [Note: Uploads into an area]. Null: the server takes its files, or has them all. */
async function take(ports: TransferPorts, upload: QueuedUpload, signal: AbortSignal): Promise<Verdict | null> {
  const target = await ports.store.areaTarget(upload.id);
  if (target === null) return null;
  const taken = await attempt(ports, upload, signal, () => ports.server.takeUpload({ ...target, session: upload.id }));
  if (!taken.ok) return taken.verdict;
  const { state } = taken.value.work;
  return state === 'failed' || state === 'cancelled' ? { kind: 'failed', code: 'work_ended', message: '' } : null;
}

async function register(ports: TransferPorts, upload: QueuedUpload, signal: AbortSignal): Promise<Verdict | null> {
  // PWA-32: if Process was pressed offline, the replacement names are requested before registration.
  const unnamed = await ports.store.unnamedStudies(upload.id);
  if (unnamed.length > 0) {
    const named = await attempt(ports, upload, signal, () => ports.server.anonymiseNames(unnamed));
    if (!named.ok) return named.verdict;
    await ports.store.saveAnonymousNames(upload.id, named.value.a);
  }
  for (;;) {
    const study = await ports.store.nextUnregistered(upload.id);
    if (!study) break;
    const registered = await attempt(ports, upload, signal, () => ports.server.registerStudy(study));
    if (!registered.ok) return registered.verdict;
    await ports.store.saveRegistered(upload.id, study.study.id, registered.value);
    if (signal.aborted) return null;
  }
  await ports.store.saveAllRegistered(upload.id);
  return null;
}

/** `sent`: no chunk is waiting. */
async function sendWaiting(ports: TransferPorts, turn: Turn, upload: QueuedUpload, signal: AbortSignal): Promise<Verdict | null | 'sent'> {
  const askedAt = ports.clock.elapsed();
  const status = await attempt(ports, upload, signal, () => ports.server.status(upload));
  turn.link.answered(ports.clock.elapsed() - askedAt);
  if (!status.ok) return renewed(ports, turn, upload, status.verdict, signal);
  await ports.store.reconcile(upload.id, status.value);
  const { fault, acknowledged } = await sendChunks(ports, turn.link, upload, signal);
  if (acknowledged > 0) {
    turn.renewed.delete(upload.id);
    turn.startedOver.delete(upload.id);
  }
  if (fault) return renewed(ports, turn, upload, fault, signal);
  return signal.aborted ? null : 'sent';
}

async function send(ports: TransferPorts, turn: Turn, upload: QueuedUpload, signal: AbortSignal): Promise<Verdict | null> {
  const sent = await sendWaiting(ports, turn, upload, signal);
  if (sent !== 'sent') return sent;
  if (!(await ports.store.allProved(upload.id))) {
    // Every chunk is acknowledged but a file is incomplete on the server: compare again after a pause instead of looping.
    const waits = (await ports.store.waitingChunks(upload.id)).length > 0;
    return waits ? null : SERVER_AGAIN;
  }
  const refused = await (upload.isForArea ? take(ports, upload, signal) : convert(ports, upload, signal));
  if (refused) return renewed(ports, turn, upload, refused, signal);
  await ports.store.saveSent(upload.id);
  return null;
}

/** Requests the conversion of each series, with as many parallel calls as there are lanes for chunks. Returns the verdict that ends it early. */
async function convert(ports: TransferPorts, upload: QueuedUpload, signal: AbortSignal): Promise<Verdict | null> {
  const series = (await ports.store.seriesToConvert(upload.id)).values();
  let refused: Verdict | null = null;
  const lane = async (): Promise<void> => {
    for (const body of series) {
      if (refused !== null) return;
      const accepted = await attempt(ports, upload, signal, () => ports.server.convertSeries(upload, body));
      // CONV-007: a call that fails does not stop the upload; the server queued the conversion itself when it verified the last file.
      // A series that is already on the server has its files moved by this call: without it there is nothing to convert.
      if (!accepted.ok && (accepted.verdict.kind === 'again' || body.location === 'server')) refused ??= accepted.verdict;
    }
  };
  await Promise.all(Array.from({ length: LIMITS.lanes }, lane));
  return refused;
}

/** [Note: Archives that the server opens] Once every archive is verified, the server is asked to open them. */
async function sendArchives(ports: TransferPorts, turn: Turn, upload: QueuedUpload, signal: AbortSignal): Promise<Verdict | null> {
  const sent = await sendWaiting(ports, turn, upload, signal);
  if (sent !== 'sent') return sent;
  const there = await ports.store.archivesOnServer(upload.id);
  if (there === 'lost') return ARCHIVE_LOST;
  if (there === 'some') return (await ports.store.waitingChunks(upload.id)).length > 0 ? null : SERVER_AGAIN;
  // The user may have withdrawn one while the others were sent.
  const now = (await ports.store.uploadsToSend()).find(({ id }) => id === upload.id);
  if (now?.phase !== 'archive-sending') return null;
  const begun = await attempt(ports, upload, signal, () => ports.server.sortOnServer(now));
  if (!begun.ok) return renewed(ports, turn, upload, begun.verdict, signal);
  await ports.store.saveReading(upload.id);
  return null;
}

/** PWA-38. Uses the upload token. If that has ended, the sign-in may drop the upload too; without a sign-in it waits for the next one. */
async function drop(ports: TransferPorts, upload: QueuedUpload, signal: AbortSignal): Promise<Verdict | null> {
  let dropped = await attempt(ports, upload, signal, () => ports.server.drop(upload));
  if (!dropped.ok && dropped.verdict.kind === 'sign-in' && upload.uploadToken !== null) {
    dropped = await attempt(ports, upload, signal, () => ports.server.drop({ ...upload, uploadToken: null }));
  }
  if (!dropped.ok) return dropped.verdict;
  await ports.store.removeDropped(upload.id);
  return null;
}

/**
 * A 401 may mean that only the upload token has ended: the sign-in gets a new one. Returns what is left of the verdict. If a new token is refused
 * before a chunk was sent with it, the server contradicts itself or that token has ended as well, so it is tried again after a pause. A sign-in is
 * required only if the server issues no token.
 */
async function renewed(
  ports: TransferPorts,
  turn: Turn,
  upload: QueuedUpload,
  verdict: Verdict,
  signal: AbortSignal,
): Promise<Verdict | null> {
  if (verdict.kind !== 'sign-in') return verdict;
  if (turn.renewed.delete(upload.id)) return SERVER_AGAIN;
  const fresh = await attempt(ports, upload, signal, () => ports.server.prepare(upload));
  if (!fresh.ok) return fresh.verdict;
  turn.renewed.add(upload.id);
  await ports.store.savePrepared(upload.id, fresh.value.upload_token);
  return null;
}

/** Stores what a verdict means for the upload: [Note: What a fault does to an upload]. */
async function settle(ports: TransferPorts, turn: Turn, upload: QueuedUpload, verdict: Verdict): Promise<void> {
  const current = (await ports.store.uploadsToSend()).find(({ id }) => id === upload.id);
  // Cleared during the request: the fault belongs to a phase that is over.
  if (current?.phase !== upload.phase) return;
  const { store, clock } = ports;
  switch (CONSEQUENCES[upload.phase][verdict.kind]) {
    case 'wait': {
      const tries = (current.waiting?.tries ?? 0) + 1;
      const again = verdict.kind === 'again' ? verdict : SERVER_AGAIN;
      return store.saveWaiting(upload.id, {
        reason: again.reason,
        until: clock.now() + slowPauseMs(again, tries, clock.random()),
        tries,
      });
    }
    case 'sign-in':
      await saveHalt(ports, upload.id, haltOf(verdict), turn.bearer);
      return;
    case 'rights':
    case 'failed':
      return store.saveHalt(upload.id, haltOf(verdict));
    case 'begin-anew':
      if (turn.startedOver.has(upload.id)) return settle(ports, turn, upload, SERVER_AGAIN);
      turn.startedOver.add(upload.id);
      return store.saveForgotten(upload.id, upload.phase);
    case 'gone':
      return store.removeDropped(upload.id);
    case 'ask-later':
    case 'impossible':
  }
}

/**
 * Makes a call, with five quick tries if the fault allows them. Safe because every call can be repeated. An upload that waits has used up its quick
 * tries and makes one attempt.
 */
async function attempt<T>(
  { clock }: TransferPorts,
  upload: QueuedUpload,
  signal: AbortSignal,
  call: () => Promise<ServerAnswer<T>>,
): Promise<{ ok: true; value: T } | { ok: false; verdict: Verdict }> {
  const mostTries = upload.waiting === null ? LIMITS.quickTries : 0;
  for (let tries = 1; ; tries += 1) {
    const answer = await call();
    if (answer.ok) return answer;
    const verdict = judgeFault(answer);
    if (verdict.kind !== 'again' || !verdict.quick || tries > mostTries || signal.aborted) return { ok: false, verdict };
    await clock.pause(verdict.afterMs ?? quickPauseMs(tries, clock.random()), signal);
  }
}
