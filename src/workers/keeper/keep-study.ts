import type { Series, SeriesFile } from '#contract/study-detail.ts';
import { dropOtherModels } from '#localdb/kept-copies/kept-models.ts';
import { dropOthersOfStudy, giveToCache, keptKeys, keptObject } from '#localdb/kept-copies/offline-objects.ts';
import { releaseCache } from '#localdb/kept-copies/offline-cache.ts';
import { holdReserve, RESERVE_BYTES } from '#localdb/files/reserved-space.ts';
import { filesKey, keptFiles } from '#localdb/kept-copies/kept-files.ts';
import { movePin } from '#localdb/kept-copies/pins.ts';
import type { KeptKey, LocalDb } from '#localdb/schema.ts';
import { pinPause } from '#model/offline/pin-state.ts';
import {
  DONE,
  fetched,
  fetchObject,
  keepWhole,
  keyOf,
  NO_FILES,
  NO_ROOM,
  orStopped,
  type Fetched,
  type KeepPorts,
  type ObjectOfStudy,
} from './fetch-object.ts';
import { areProposalsKept, keepProposals } from './keep-proposals.ts';

/**
 * One turn for a pinned study, see [Note: Pins]: asks the server what it has, downloads what is missing here, one request at a time, and deletes
 * what the server no longer has. Volumes are downloaded in ranges of 8 MiB, each written as soon as it arrives.
 */
export async function keepStudy(ports: KeepPorts, studyUuid: string, signal: AbortSignal): Promise<void> {
  const { db, clock } = ports;
  const tries = (await db.pins.get(studyUuid))?.failure?.tries ?? 0;
  if (!(await movePin(db, studyUuid, 'begun'))) return;
  const fetched = await withReserve(db, () => fetchStudy(ports, studyUuid, signal));
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
  if (trouble.why === 'refused' || trouble.why === 'gone') {
    await dropOthersOfStudy(db, studyUuid, new Set());
    await dropOtherModels(db, studyUuid, new Set());
  }
  await movePin(db, studyUuid, 'failed', {
    failure: { ...trouble, tries: tries + 1, at: now, until: now + Math.max(pinPause(tries, clock.random()), retryAfterMs) },
  });
}

/** See [Note: Reserve]. Small files fill a device to its last bytes, and then nothing could record why the download stopped. */
async function withReserve<T>(db: LocalDb, download: () => Promise<Fetched<T>>): Promise<Fetched<T>> {
  const hold = (): Promise<(() => Promise<void>) | null> => holdReserve(db, 'pin');
  const give = (await hold()) ?? ((await releaseCache(db, RESERVE_BYTES)) > 0 ? await hold() : null);
  if (give === null) return NO_ROOM;
  try {
    return await download();
  } finally {
    await give();
  }
}

/** Checks a study that is complete here: its state becomes wanted again if the server has other files, volumes, proposals or models. */
export async function checkStudy(ports: KeepPorts, studyUuid: string, signal: AbortSignal): Promise<void> {
  const { db, server, clock } = ports;
  const series = fetched(await server.series(studyUuid, signal).catch(orStopped(signal)));
  if (series.end === 'stopped' || (series.end === 'trouble' && series.trouble.why !== 'refused' && series.trouble.why !== 'gone')) return;
  const isSame =
    series.end === 'fetched' &&
    (await isKept(ports, studyUuid, series.value)) &&
    (await areProposalsKept(ports, studyUuid, series.value, signal));
  if (!isSame) await movePin(db, studyUuid, 'changed');
  else await db.pins.where('studyUuid').equals(studyUuid).modify({ keptAt: clock.now() });
}

/** Whether all bytes of these series are here. Not so for a copy of an earlier version, which had only volumes. */
async function isKept(ports: KeepPorts, studyUuid: string, series: readonly Series[]): Promise<boolean> {
  const before = await keptObject(ports.db, ports.device, seriesKey(studyUuid));
  if (before === null || imagesOf(JSON.parse(await (await before.blob()).text())) !== imagesOf(series)) return false;
  const wanted: KeptKey[] = [];
  for (const one of series) {
    const files = keepsFiles(one) ? await keptFiles(ports.db, ports.device, one.uuid) : [];
    if (files === null) return false;
    wanted.push(...objectsOf(one, files).map(keyOf));
  }
  return (await keptKeys(ports.db, ports.device, wanted)).size === wanted.length;
}

/** What decides about the bytes of series, for comparison. Their order in a list of files is known once the server has read them. */
function imagesOf(series: readonly Series[]): string {
  return JSON.stringify(
    series.map(({ uuid, type, files, proved, bytes, reading, volumes }) => [
      ...[uuid, type, files, proved, bytes, reading === null],
      volumes.map(({ id }) => id),
    ]),
  );
}

/** The bytes of its files and volumes, once all are stored. */
async function fetchStudy(ports: KeepPorts, studyUuid: string, signal: AbortSignal): Promise<Fetched<number>> {
  const { db, server } = ports;
  const study = fetched(await server.study(studyUuid, signal).catch(orStopped(signal)));
  if (study.end !== 'fetched') return study;
  const series = fetched(await server.series(studyUuid, signal).catch(orStopped(signal)));
  if (series.end !== 'fetched') return series;
  const answers: [KeptKey, unknown][] = [
    [`answer:study:${studyUuid}`, study.value],
    [seriesKey(studyUuid), series.value],
  ];
  const objects: ObjectOfStudy[] = [];
  for (const one of series.value) {
    const files = keepsFiles(one) ? fetched(await server.files(one.uuid, signal).catch(orStopped(signal))) : NO_FILES;
    if (files.end !== 'fetched') return files;
    if (keepsFiles(one)) answers.push([filesKey(one.uuid), files.value]);
    objects.push(...objectsOf(one, files.value));
  }
  const keys = objects.map(keyOf);
  const total = objects.reduce((sum, { size }) => sum + size, 0);
  await giveToCache(db, studyUuid, 'volume', new Set(keys));
  await db.pins.where('studyUuid').equals(studyUuid).modify({ total });

  for (const [key, answer] of answers) {
    const kept = await keepWhole(ports, { key, studyUuid, tag: null }, new Blob([JSON.stringify(answer)]));
    if (kept.end !== 'fetched') return kept;
  }
  for (const { uuid } of series.value) {
    const kept = await fetchThumbnail(ports, studyUuid, uuid, signal);
    if (kept.end !== 'fetched') return kept;
  }
  const here = await keptKeys(db, ports.device, keys);
  for (const object of objects) {
    const kept = here.has(keyOf(object)) ? DONE : await fetchObject(ports, studyUuid, object, signal);
    if (kept.end !== 'fetched') return kept;
  }
  const pictures = series.value.map(({ uuid }): KeptKey => `thumbnail:${uuid}`);
  const proposed = await keepProposals(ports, study.value, series.value, signal);
  if (proposed.end !== 'fetched') return proposed;
  await dropOthersOfStudy(db, studyUuid, new Set([...answers.map(([key]) => key), ...pictures, ...keys, ...proposed.value.ofStudy]));
  await dropOtherModels(db, studyUuid, proposed.value.models);
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

/**
 * The original files are what measuring and overlays need (docs/decisions/347). What arrived as a volume, and what is still arriving, is kept as
 * volumes.
 */
function keepsFiles({ type, files, proved, volumes }: Series): boolean {
  return files > 0 && proved >= files && !(type === 'nii' && volumes.length > 0);
}

function objectsOf(series: Series, files: readonly SeriesFile[]): ObjectOfStudy[] {
  return keepsFiles(series)
    ? files.map(({ id, size }) => ({ kind: 'file', id, size }))
    : series.volumes.map(({ id, size }) => ({ kind: 'volume', id, size }));
}

function seriesKey(studyUuid: string): KeptKey {
  return `answer:series:${studyUuid}`;
}
