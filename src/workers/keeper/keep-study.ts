import type { Series, Volume } from '#contract/study-detail.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import {
  appendToObject,
  begunObject,
  beginObject,
  dropOthersOfStudy,
  keepObject,
  keptKeys,
  type ObjectToKeep,
} from '#localdb/kept-copies/offline-objects.ts';
import { movePin } from '#localdb/kept-copies/pins.ts';
import type { KeptKey, LocalDb } from '#localdb/schema.ts';
import { SEGMENT_BYTES } from '#localdb/files/segment.ts';
import { pinPause, type PinFailure } from '#model/offline/pin-state.ts';
import type { Clock } from '#transfer/ports.ts';
import { readReceivedBytes } from './read-received-bytes.ts';
import type { Answer, StudyServer } from './study-server.ts';

export interface KeepPorts {
  db: LocalDb;
  device: DeviceKey;
  server: StudyServer;
  clock: Clock;
}

/** What prevents a study from being kept. */
type Trouble = Pick<PinFailure, 'why' | 'status'> & { retryAfterMs?: number };

/**
 * `stopped`: an upload needs the connection, the page closes, or the study was unpinned. What has arrived is kept, and the next turn continues
 * after it.
 */
type Fetched<T> = { end: 'fetched'; value: T } | { end: 'stopped' } | { end: 'trouble'; trouble: Trouble };

/**
 * One turn for a pinned study, see [Note: Pins]: asks the server what it has, downloads what is missing here, one request at a time, and deletes
 * what the server no longer has. Volumes are downloaded in ranges of 8 MiB, each written as soon as it arrives.
 */
export async function keepStudy(ports: KeepPorts, studyUuid: string, signal: AbortSignal): Promise<void> {
  const { db, clock } = ports;
  const tries = (await db.pins.get(studyUuid))?.failure?.tries ?? 0;
  if (!(await movePin(db, studyUuid, 'begun'))) return;
  const fetched = await fetchStudy(ports, studyUuid, signal);
  if (fetched.end === 'stopped') return;
  const now = clock.now();
  if (fetched.end === 'fetched') {
    await movePin(db, studyUuid, 'whole', { total: fetched.value, keptAt: now, failure: null });
    return;
  }
  const {
    trouble: { retryAfterMs = 0, ...trouble },
  } = fetched;
  // A user who may no longer see a study keeps no copy of it.
  if (trouble.why === 'refused' || trouble.why === 'gone') await dropOthersOfStudy(db, studyUuid, new Set());
  await movePin(db, studyUuid, 'failed', {
    failure: { ...trouble, tries: tries + 1, at: now, until: now + Math.max(pinPause(tries, clock.random()), retryAfterMs) },
  });
}

/** Checks a study that is complete here: its state becomes wanted again if the server has other volumes. */
export async function checkStudy(ports: KeepPorts, studyUuid: string, signal: AbortSignal): Promise<void> {
  const { db, device, server, clock } = ports;
  const series = fetched(await server.series(studyUuid, signal).catch(orStopped(signal)));
  if (series.end === 'stopped' || (series.end === 'trouble' && series.trouble.why !== 'refused' && series.trouble.why !== 'gone')) return;
  const wanted = series.end === 'fetched' ? volumesOf(series.value).map(volumeKey) : null;
  const kept = wanted && (await keptKeys(db, device, wanted));
  if (wanted === null || kept?.size !== wanted.length) await movePin(db, studyUuid, 'changed');
  else await db.pins.where('studyUuid').equals(studyUuid).modify({ keptAt: clock.now() });
}

/** The bytes of its volumes, once all are stored. */
async function fetchStudy(ports: KeepPorts, studyUuid: string, signal: AbortSignal): Promise<Fetched<number>> {
  const { db, server } = ports;
  const study = fetched(await server.study(studyUuid, signal).catch(orStopped(signal)));
  if (study.end !== 'fetched') return study;
  const series = fetched(await server.series(studyUuid, signal).catch(orStopped(signal)));
  if (series.end !== 'fetched') return series;
  const volumes = volumesOf(series.value);
  const total = volumes.reduce((sum, { size }) => sum + size, 0);
  await db.pins.where('studyUuid').equals(studyUuid).modify({ total });

  const answers: [KeptKey, unknown][] = [
    [`answer:study:${studyUuid}`, study.value],
    [`answer:series:${studyUuid}`, series.value],
  ];
  for (const [key, answer] of answers) {
    const kept = await keepWhole(ports, { key, studyUuid, tag: null }, new Blob([JSON.stringify(answer)]));
    if (kept.end !== 'fetched') return kept;
  }
  for (const { uuid } of series.value) {
    const kept = await fetchThumbnail(ports, studyUuid, uuid, signal);
    if (kept.end !== 'fetched') return kept;
  }
  for (const volume of volumes) {
    const kept = await fetchVolume(ports, studyUuid, volume, signal);
    if (kept.end !== 'fetched') return kept;
  }
  const pictures = series.value.map(({ uuid }): KeptKey => `thumbnail:${uuid}`);
  await dropOthersOfStudy(db, studyUuid, new Set([...answers.map(([key]) => key), ...pictures, ...volumes.map(volumeKey)]));
  return { end: 'fetched', value: total };
}

/** A series that cannot be drawn has no thumbnail, and its study is still complete. */
async function fetchThumbnail(ports: KeepPorts, studyUuid: string, seriesUuid: string, signal: AbortSignal): Promise<Fetched<null>> {
  const key: KeptKey = `thumbnail:${seriesUuid}`;
  if ((await keptKeys(ports.db, ports.device, [key])).has(key)) return DONE;
  const picture = fetched(await ports.server.thumbnail(seriesUuid, signal).catch(orStopped(signal)));
  if (picture.end === 'trouble' && picture.trouble.why === 'gone') return DONE;
  if (picture.end !== 'fetched') return picture;
  return keepWhole(ports, { key, studyUuid, tag: picture.value.tag }, picture.value.bytes);
}

async function keepWhole({ db, device, clock }: KeepPorts, object: ObjectToKeep, bytes: Blob): Promise<Fetched<null>> {
  if ((await keepObject(db, device, object, bytes, { now: clock.now() })) === 'no-room') return NO_ROOM;
  return DONE;
}

/** Resumes where an earlier turn, page or browser session was interrupted. */
async function fetchVolume(ports: KeepPorts, studyUuid: string, volume: Volume, signal: AbortSignal): Promise<Fetched<null>> {
  const { db, device, clock } = ports;
  const key = volumeKey(volume);
  if ((await keptKeys(db, device, [key])).has(key)) return DONE;
  // An empty file has no range to request.
  if (volume.size === 0) return keepWhole(ports, { key, studyUuid, tag: null }, new Blob([]));
  for (let restarts = 0; restarts < MOST_RESTARTS;) {
    if (signal.aborted || !(await db.pins.get(studyUuid))) return STOPPED;
    const offset = (await begunObject(db, device, key))?.keptBytes ?? 0;
    const length = Math.min(SEGMENT_BYTES, volume.size - offset);
    const coming = fetched(await ports.server.volume(volume.id, { offset, length }, signal).catch(orStopped(signal)));
    if (coming.end !== 'fetched') return coming;
    const { tag, body } = coming.value;
    const object = await beginObject(db, device, { key, studyUuid, tag, size: volume.size }, { now: clock.now() });
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
    if (offset + bytes.length === volume.size) return DONE;
    if (bytes.length < length) return signal.aborted ? STOPPED : trouble('network', null);
  }
  return trouble('server', null);
}

/** A server whose content changes with every request is not retried forever. */
const MOST_RESTARTS = 3;

/** A server may not postpone the next request for longer than this. */
const LONGEST_ASKED_MS = 60 * 60_000;

const DONE = { end: 'fetched', value: null } as const;
const STOPPED = { end: 'stopped' } as const;
const NO_ROOM = trouble('room', null);

function trouble(why: Trouble['why'], status: number | null, retryAfterMs: number | null = null): { end: 'trouble'; trouble: Trouble } {
  const asked = Math.min(retryAfterMs ?? 0, LONGEST_ASKED_MS);
  return { end: 'trouble', trouble: { why, status, ...(asked > 0 && { retryAfterMs: asked }) } };
}

function fetched<T>(answer: Answer<T> | null): Fetched<T> {
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
function orStopped(signal: AbortSignal): (error: unknown) => null {
  return (error) => {
    if (signal.aborted) return null;
    throw error;
  };
}

function volumesOf(series: readonly Series[]): Volume[] {
  return series.flatMap(({ volumes }) => volumes);
}

function volumeKey({ id }: Pick<Volume, 'id'>): KeptKey {
  return `volume:${id}`;
}
