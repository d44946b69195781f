import type { SeriesFile } from '#contract/study-detail.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { appendToObject, begunObject, beginObject, keepObject, type ObjectToKeep } from '#localdb/kept-copies/offline-objects.ts';
import { OF_MODELS } from '#localdb/kept-copies/kept-models.ts';
import type { KeptKey, LocalDb } from '#localdb/schema.ts';
import { SEGMENT_BYTES } from '#localdb/files/segment.ts';
import type { PinFailure } from '#model/offline/pin-state.ts';
import type { Clock } from '#transfer/ports.ts';
import { readReceivedBytes } from './read-received-bytes.ts';
import type { Answer, StoredObject, StudyServer } from './study-server.ts';

export interface KeepPorts {
  db: LocalDb;
  device: DeviceKey;
  server: StudyServer;
  clock: Clock;
  /** Keeps ONNX Runtime on the device; false if it cannot be fetched. */
  keepRuntime(): Promise<boolean>;
}

/** What prevents a study from being kept. */
export type Trouble = Pick<PinFailure, 'why' | 'status'> & { retryAfterMs?: number };

/**
 * `stopped`: an upload needs the connection, the page closes, or the study was unpinned. What has arrived is kept, and the next turn continues
 * after it.
 */
export type Fetched<T> = { end: 'fetched'; value: T } | { end: 'stopped' } | { end: 'trouble'; trouble: Trouble };

export type ObjectOfStudy = StoredObject & { size: number };

export async function keepWhole({ db, device, clock }: KeepPorts, object: ObjectToKeep, bytes: Blob): Promise<Fetched<null>> {
  if ((await keepObject(db, device, object, bytes, { now: clock.now() })) === 'no-room') return NO_ROOM;
  return DONE;
}

/** Resumes where an earlier turn, page or browser session was interrupted. A model is kept for the study, and for others that need it. */
export async function fetchObject(ports: KeepPorts, studyUuid: string, wanted: ObjectOfStudy, signal: AbortSignal): Promise<Fetched<null>> {
  const { db, device, clock } = ports;
  const { size } = wanted;
  const key = keyOf(wanted);
  const kept = wanted.kind === 'model' ? { key, studyUuid: OF_MODELS, neededBy: studyUuid } : { key, studyUuid };
  // An empty file has no range to request.
  if (size === 0) return keepWhole(ports, { ...kept, tag: null }, new Blob([]));
  for (let restarts = 0; restarts < MOST_RESTARTS;) {
    if (signal.aborted || !(await db.pins.get(studyUuid))) return STOPPED;
    const offset = (await begunObject(db, device, key))?.keptBytes ?? 0;
    const length = Math.min(SEGMENT_BYTES, size - offset);
    const coming = fetched(await ports.server.bytes(wanted, { offset, length }, signal).catch(orStopped(signal)));
    if (coming.end !== 'fetched') return coming;
    const { tag, body } = coming.value;
    const object = await beginObject(db, device, { ...kept, tag, size }, { now: clock.now() });
    if (object === 'no-room' || object.keptBytes !== offset) {
      await body.cancel().catch(() => undefined);
      if (object === 'no-room') return NO_ROOM;
      // The content has changed since the download began.
      restarts += 1;
      continue;
    }
    const bytes = await readReceivedBytes(body, length, clock, signal);
    const added = bytes.length === 0 ? 'kept' : await appendToObject(db, device, object.id, offset, bytes, { now: clock.now() });
    if (added === 'no-room') return NO_ROOM;
    if (added === 'moved-on') return STOPPED;
    if (offset + bytes.length === size) return DONE;
    if (bytes.length < length) return signal.aborted ? STOPPED : trouble('network', null);
  }
  return trouble('server', null);
}

/** A server whose content changes with every request is not retried forever. */
const MOST_RESTARTS = 3;

/** A server may not postpone the next request for longer than this. */
const LONGEST_ASKED_MS = 60 * 60_000;

export const DONE = { end: 'fetched', value: null } as const;
export const NO_FILES: Fetched<SeriesFile[]> = { end: 'fetched', value: [] };
export const STOPPED = { end: 'stopped' } as const;
export const NO_ROOM = trouble('room', null);

export function trouble(
  why: Trouble['why'],
  status: number | null,
  retryAfterMs: number | null = null,
): { end: 'trouble'; trouble: Trouble } {
  const asked = Math.min(retryAfterMs ?? 0, LONGEST_ASKED_MS);
  return { end: 'trouble', trouble: { why, status, ...(asked > 0 && { retryAfterMs: asked }) } };
}

export function fetched<T>(answer: Answer<T> | null): Fetched<T> {
  if (answer === null) return STOPPED;
  if (answer.ok) return { end: 'fetched', value: answer.value };
  const { retryAfterMs = null } = answer;
  return answer.kind === 'network' ? trouble('network', null, retryAfterMs) : trouble(whyOf(answer.status), answer.status, retryAfterMs);
}

function whyOf(status: number): Trouble['why'] {
  if (status === 401) return 'sign-in';
  if (status === 403) return 'refused';
  return status === 404 ? 'gone' : 'server';
}

/** An abort by this page is not a failure. */
export function orStopped(signal: AbortSignal): (error: unknown) => null {
  return (error) => {
    if (signal.aborted) return null;
    throw error;
  };
}

export function keyOf({ kind, id }: StoredObject): KeptKey {
  return `${kind}:${id}`;
}
