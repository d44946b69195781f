import { judgeFault } from './faults.ts';
import type { QueuedUpload, ServerAnswer, TransferPorts } from './ports.ts';
import type { UploadStatus } from '#contract/entities.ts';

/**
 * Asks the server how the conversions of sent uploads stand (ODD-17: the answer and the socket's event are the same news, either may come
 * alone, twice or late). A series that ended is reported back (CALL-052); when every one has ended and the server has heard it (CALL-053), the
 * upload is finished. A server that was restored from an older backup has lost what was sent: that is sent again, or named as lost.
 * Returns how many uploads are still to be followed. A fault leaves everything as it was, for the next time.
 */
export async function follow(ports: TransferPorts): Promise<number> {
  let left = 0;
  for (const upload of await ports.store.uploadsToFollow()) {
    if ((await followUpload(ports, upload)) === 'left') left += 1;
  }
  return left;
}

/** `over`: ended, or no longer to be followed but to be sent or signed in for. */
async function followUpload(ports: TransferPorts, upload: QueuedUpload): Promise<'left' | 'over'> {
  const { store, server } = ports;
  const status = await statusOf(ports, upload);
  if (!status.ok) return faultWhileFollowing(ports, upload, status);
  const { series } = status.value;
  if (isLost(series)) {
    await store.saveForgotten(upload.id, upload.phase);
    return 'over';
  }
  for (const ended of await store.saveConversions(upload.id, series)) await server.changeStatus(ended);
  if (!series.every(({ state }) => state === 'converted' || state === 'error')) return 'left';
  const heard = await server.uploadFinished(await store.studyUuids(upload.id));
  if (!heard.ok) {
    const { kind } = judgeFault(heard);
    if (kind === 'again' || kind === 'sign-in') return faultWhileFollowing(ports, upload, heard);
  }
  await store.saveEnded(upload.id);
  return 'over';
}

/** The upload token ends with the upload, and the answer that told so may have been lost: the sign-in may ask as well. */
async function statusOf({ server }: TransferPorts, upload: QueuedUpload): Promise<ServerAnswer<UploadStatus>> {
  const status = await server.status(upload);
  if (status.ok || upload.uploadToken === null || judgeFault(status).kind !== 'sign-in') return status;
  return server.status({ ...upload, uploadToken: null });
}

/** Everything was proved when it was sent: a series that waits for files again, or is not there, stands on a server that lost them. */
function isLost(series: UploadStatus['series']): boolean {
  return series.length === 0 || series.some(({ state }) => state === 'receiving');
}

async function faultWhileFollowing(
  { store }: TransferPorts,
  upload: QueuedUpload,
  answer: Extract<ServerAnswer<unknown>, { ok: false }>,
): Promise<'left' | 'over'> {
  switch (judgeFault(answer).kind) {
    case 'sign-in':
      await store.saveHalt(upload.id, { why: 'sign-in' });
      return 'over';
    case 'forgotten':
      await store.saveForgotten(upload.id, upload.phase);
      return 'over';
    default:
      return 'left';
  }
}
