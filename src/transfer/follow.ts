import type { UploadStatus } from '#contract/entities.ts';
import { CONSEQUENCES } from './consequences.ts';
import { haltOf, judgeFault } from './faults.ts';
import { saveHalt } from './save-halt.ts';
import type { EndedSeries, QueuedUpload, ServerAnswer, TransferPorts } from './ports.ts';

/** Ends that the server has acknowledged (CALL-052). Not stored: a repeated report is recorded once. */
export type ToldEnds = Set<string>;

/**
 * Asks the server for the conversion states of sent uploads (ODD-17: the answer and the socket event carry the same news, and either may come
 * without the other, twice or late). A finished series is reported back (CALL-052) until the server acknowledges it. When all have finished and the
 * server has acknowledged that too (CALL-053), the upload is finished. A server that was restored from an older backup has lost files: they are
 * sent again or reported as lost. Returns how many uploads are left to follow, and the earliest time for the next question if the server set one:
 * the remaining uploads are then not asked about. A fault changes nothing until the next try.
 */
export async function follow(ports: TransferPorts, told: ToldEnds = new Set()): Promise<{ left: number; afterMs: number | null }> {
  const uploads = await ports.store.uploadsToFollow();
  let left = 0;
  for (const [index, upload] of uploads.entries()) {
    const end = await followUpload(ports, told, upload);
    if (end === 'over') continue;
    left += 1;
    if (end !== 'left') return { left: left + uploads.length - index - 1, afterMs: end.afterMs };
  }
  return { left, afterMs: null };
}

/** `over`: ended, to be sent again, or waiting for a sign-in. */
async function followUpload(ports: TransferPorts, told: ToldEnds, upload: QueuedUpload): Promise<'left' | 'over' | { afterMs: number }> {
  if (upload.phase === 'archive-reading') return followOpening(ports, upload);
  const { store, server } = ports;
  const bearer = await server.bearer();
  const asked = await conversionsOf(ports, upload);
  if (!asked.ok) return faultWhileFollowing(ports, upload, asked, bearer);
  const series = asked.value;
  if (await isLost(ports, upload, series)) {
    await store.saveForgotten(upload.id, upload.phase);
    return 'over';
  }
  const unheard = await tellEnds(ports, told, await store.saveConversions(upload.id, series));
  if (unheard) return faultWhileFollowing(ports, upload, unheard, bearer);
  if (!series.every(({ state }) => state === 'converted' || state === 'error')) return 'left';
  const heard = await server.uploadFinished(await store.studyUuids(upload.id));
  if (!heard.ok && mustBeHeard(heard)) return faultWhileFollowing(ports, upload, heard, bearer);
  await store.saveEnded(upload.id);
  return 'over';
}

/**
 * SOCK-10 and SOCK-11 are hints; only the server's answer counts. If the server is not opening the archives, it is asked to start again: it may
 * have been restored from a backup made before the first request.
 */
async function followOpening(ports: TransferPorts, upload: QueuedUpload): Promise<'left' | 'over' | { afterMs: number }> {
  const { store, server } = ports;
  const bearer = await server.bearer();
  const sorted = await underTokenOrSignIn(upload, (asking) => server.sortedOnServer(asking));
  if (sorted.ok) {
    await store.saveOpened(upload.id, sorted.value);
    return 'over';
  }
  if (!isIncomplete(sorted)) return faultWhileFollowing(ports, upload, sorted, bearer);
  const begun = await underTokenOrSignIn(upload, (asking) => server.sortOnServer(asking));
  if (begun.ok) return 'left';
  // The server has lost chunks of the upload.
  if (isIncomplete(begun)) {
    await store.saveForgotten(upload.id, upload.phase);
    return 'over';
  }
  return faultWhileFollowing(ports, upload, begun, bearer);
}

function isIncomplete(answer: Fault): boolean {
  return answer.kind === 'refused' && answer.code === 'series_incomplete';
}

/** Reports every end once. Null when the server has acknowledged all of them, or refuses them for good. */
async function tellEnds({ server }: TransferPorts, told: ToldEnds, ends: readonly EndedSeries[]): Promise<Fault | null> {
  for (const end of ends) {
    const name = `${end.uuid} ${end.state}`;
    if (told.has(name)) continue;
    const heard = await server.changeStatus(end);
    if (!heard.ok && mustBeHeard(heard)) return heard;
    told.add(name);
  }
  return null;
}

type Fault = Extract<ServerAnswer<unknown>, { ok: false }>;

function mustBeHeard(answer: Fault): boolean {
  const { kind } = judgeFault(answer);
  return kind === 'again' || kind === 'sign-in' || kind === 'rights';
}

export function conversionsOf({ server }: TransferPorts, upload: QueuedUpload): Promise<ServerAnswer<UploadStatus['series']>> {
  return underTokenOrSignIn(upload, (asking) => server.conversions(asking));
}

/** The upload token may have ended: with the upload, a sign-in, a membership or its time limit. The current sign-in may ask as well. */
async function underTokenOrSignIn<T>(
  upload: QueuedUpload,
  ask: (upload: QueuedUpload) => Promise<ServerAnswer<T>>,
): Promise<ServerAnswer<T>> {
  const asked = await ask(upload);
  if (asked.ok || upload.uploadToken === null || judgeFault(asked).kind !== 'sign-in') return asked;
  return ask({ ...upload, uploadToken: null });
}

/**
 * Every file was verified when it was sent. If a series waits for files again, the server has lost them. The same is true if a series is missing: a
 * backup may have been made between two studies of an upload and contain only the first.
 */
export async function isLost({ store }: TransferPorts, upload: QueuedUpload, series: UploadStatus['series']): Promise<boolean> {
  if (series.length === 0 || series.some(({ state }) => state === 'receiving')) return true;
  const known = new Set(series.map(({ serieRemoteUuid }) => serieRemoteUuid));
  return (await store.seriesUuids(upload.id)).some((uuid) => !known.has(uuid));
}

async function faultWhileFollowing(
  ports: TransferPorts,
  upload: QueuedUpload,
  answer: Fault,
  bearer: string | null,
): Promise<'left' | 'over' | { afterMs: number }> {
  const verdict = judgeFault(answer);
  switch (CONSEQUENCES.sent[verdict.kind]) {
    case 'begin-anew':
      await ports.store.saveForgotten(upload.id, upload.phase);
      return 'over';
    case 'sign-in':
    case 'rights':
    case 'failed':
      // Also if the upload was dropped elsewhere: asking every three seconds would change nothing.
      return (await saveHalt(ports, upload.id, haltOf(verdict), bearer)) ? 'over' : 'left';
    default:
      return verdict.kind === 'again' && verdict.afterMs !== null ? { afterMs: verdict.afterMs } : 'left';
  }
}
