import type { UploadStatus } from '#contract/entities.ts';
import { CONSEQUENCES } from './consequences.ts';
import { haltOf, judgeFault } from './faults.ts';
import { saveHalt } from './save-halt.ts';
import type { EndedSeries, QueuedUpload, ServerAnswer, TransferPorts } from './ports.ts';

/** Ends that the server acknowledged having heard (CALL-052). Lost with the context: what is told twice is recorded once. */
export type ToldEnds = Set<string>;

/**
 * Asks the server how the conversions of sent uploads stand (ODD-17: the answer and the socket's event are the same news, either may come
 * alone, twice or late). A series that ended is reported back (CALL-052) until the server has heard it; when every one has ended and the server
 * has heard that too (CALL-053), the upload is finished. A server that was restored from an older backup has lost what was sent: that is sent
 * again, or named as lost. Returns how many uploads are still to be followed, and after how long at the earliest where the server said so: then none
 * of the others is asked for. A fault leaves everything as it was, for the next time.
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

/** `over`: ended, or no longer to be followed but to be sent or signed in for. */
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
 * SOCK-10 and 11 are hints; what the server answers is the news. Where it does not read it is told once more to begin: it may have been restored from a
 * backup of the moment before.
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
  // Chunks of it are gone there.
  if (isIncomplete(begun)) {
    await store.saveForgotten(upload.id, upload.phase);
    return 'over';
  }
  return faultWhileFollowing(ports, upload, begun, bearer);
}

function isIncomplete(answer: Fault): boolean {
  return answer.kind === 'refused' && answer.code === 'series_incomplete';
}

/** Every end once; null when the server has heard them all. What it refuses for good it would refuse again. */
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

/** The upload token may have ended: with the upload, a sign-in, a membership or at its time. The sign-in of now may ask as well. */
async function underTokenOrSignIn<T>(
  upload: QueuedUpload,
  ask: (upload: QueuedUpload) => Promise<ServerAnswer<T>>,
): Promise<ServerAnswer<T>> {
  const asked = await ask(upload);
  if (asked.ok || upload.uploadToken === null || judgeFault(asked).kind !== 'sign-in') return asked;
  return ask({ ...upload, uploadToken: null });
}

/**
 * Everything was proved when it was sent. A series that waits for files again stands on a server that lost them; so does one that is not there any
 * more: a backup may be of the moment between two studies of an upload, and knows the first alone.
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
      // Also where it was dropped elsewhere: asking every three seconds would change nothing.
      return (await saveHalt(ports, upload.id, haltOf(verdict), bearer)) ? 'over' : 'left';
    default:
      return verdict.kind === 'again' && verdict.afterMs !== null ? { afterMs: verdict.afterMs } : 'left';
  }
}
