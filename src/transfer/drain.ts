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
  /** Nothing is left that could be sent without a person. */
  | { kind: 'empty' }
  /** Everything that is left waits out a fault. */
  | { kind: 'pausing'; until: number }
  /** Asked to stop; work is left. */
  | { kind: 'stopped' };

/**
 * Sends everything that is queued, an upload at a time, until nothing is left, everything waits, or `signal` asks to stop (no new chunk
 * is begun then; those on their way end). One caller at a time: who drains holds the lock of [Note: One sender]. Never throws for what a
 * network, a server or a full disk can do.
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
    // Otherwise it would be asked again at once, and for ever.
    if (!isWritten) return { kind: 'pausing', until: ports.clock.now() + slowPauseMs(DEVICE_AGAIN, 1, ports.clock.random()) };
  }
}

/**
 * What was done for an upload in this turn and no chunk was acknowledged since. A server that contradicts itself (it gives a token and
 * refuses it, it prepares a session and does not know it) would otherwise be asked in a circle without a pause.
 */
interface Turn {
  renewed: Set<string>;
  startedOver: Set<string>;
  link: Link;
  /** In whose name the step of now began. */
  bearer: string | null;
}

/** A pause that reaches further than the longest one comes from a clock that jumped: it is over. */
function isDue({ waiting }: QueuedUpload, now: number): boolean {
  return waiting === null || waiting.until <= now || waiting.until - now > LONGEST_PAUSE_MS * 2;
}

/**
 * Takes one upload as far as it goes now; leaves it in a later phase, waiting, halted, or where it was when asked to stop. False when this device
 * could not even write down that it waits.
 */
async function advance(ports: TransferPorts, turn: Turn, upload: QueuedUpload, signal: AbortSignal): Promise<boolean> {
  turn.bearer = await ports.server.bearer();
  const verdict = await stepOf(ports, turn, upload, signal).catch((cause: unknown): Verdict => {
    // A row that cannot be read, or a bug: told to whoever collects bugs, and only this upload waits. Those behind it go on.
    ports.report(cause);
    return DEVICE_AGAIN;
  });
  if (verdict === null) return true;
  return settle(ports, turn, upload, verdict).then(
    () => true,
    (cause: unknown) => {
      ports.report(cause);
      return false;
    },
  );
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
  await ports.store.savePrepared(upload.id, prepared.value.upload_token);
  return null;
}

async function register(ports: TransferPorts, upload: QueuedUpload, signal: AbortSignal): Promise<Verdict | null> {
  // PWA-32: pressed with no network, names are given before anything is told.
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

/** `sent`: no chunk waits any more. */
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
    // Every chunk is acknowledged and yet a file is not whole there: compare again, after a pause, instead of turning in a circle.
    const waits = (await ports.store.waitingChunks(upload.id)).length > 0;
    return waits ? null : SERVER_AGAIN;
  }
  for (const series of await ports.store.seriesToConvert(upload.id)) {
    const accepted = await attempt(ports, upload, signal, () => ports.server.convertSeries(upload, series));
    // CONV-007: a call that fails makes the flow go on; the server queued the conversion itself when the last file was proved.
    // Of what lies on the server this very call moves the files: without it there is nothing to convert.
    if (!accepted.ok && (accepted.verdict.kind === 'again' || series.location === 'server')) {
      return renewed(ports, turn, upload, accepted.verdict, signal);
    }
  }
  await ports.store.saveSent(upload.id);
  return null;
}

/** [Note: Archives that the server opens] Every archive proved, then the server is told to open them. */
async function sendArchives(ports: TransferPorts, turn: Turn, upload: QueuedUpload, signal: AbortSignal): Promise<Verdict | null> {
  const sent = await sendWaiting(ports, turn, upload, signal);
  if (sent !== 'sent') return sent;
  const there = await ports.store.archivesOnServer(upload.id);
  if (there === 'lost') return ARCHIVE_LOST;
  if (there === 'some') return (await ports.store.waitingChunks(upload.id)).length > 0 ? null : SERVER_AGAIN;
  // A person may have taken one back while the others went.
  const now = (await ports.store.uploadsToSend()).find(({ id }) => id === upload.id);
  if (now?.phase !== 'archive-sending') return null;
  const begun = await attempt(ports, upload, signal, () => ports.server.sortOnServer(now));
  if (!begun.ok) return renewed(ports, turn, upload, begun.verdict, signal);
  await ports.store.saveReading(upload.id);
  return null;
}

/** PWA-38. Under the upload token; where that has ended the sign-in may do the same, and without one it waits for the next. */
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
 * A 401 may mean that only the upload token ended: the sign-in gives a new one. What is left of the verdict afterwards. A new token that is refused
 * before a chunk went under it is the server's contradiction, or one that ended as well: it is tried again after a pause. Only a server that gives
 * no token asks for a sign-in.
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

/** Writes down what a verdict means for the upload: [Note: What a fault does to an upload]. */
async function settle(ports: TransferPorts, turn: Turn, upload: QueuedUpload, verdict: Verdict): Promise<void> {
  const current = (await ports.store.uploadsToSend()).find(({ id }) => id === upload.id);
  // Cleared while the answer was on its way: the fault is one of a phase that is over.
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
 * Makes a call, with the five quick tries where the fault allows them. Safe because every call can be made twice. An upload that waits has used
 * them up: it looks once whether the fault is over.
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
