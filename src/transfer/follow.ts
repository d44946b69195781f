import { judgeFault } from './faults.ts';
import type { QueuedUpload, TransferPorts } from './ports.ts';

/**
 * Asks the server how the conversions of sent uploads stand (ODD-17: the answer and the socket's event are the same news, either may come
 * alone, twice or late). A series that ended is reported back (CALL-052); when every one has ended the upload is finished (CALL-053).
 * Returns how many uploads are still to be followed. A fault leaves everything as it was, for the next time.
 */
export async function follow(ports: TransferPorts): Promise<number> {
  const { store, server } = ports;
  let left = 0;
  for (const upload of await store.uploadsToFollow()) {
    const status = await server.status(upload);
    if (!status.ok) {
      if (judgeFault(status).kind === 'sign-in') await renewToken(ports, upload);
      left += 1;
      continue;
    }
    for (const ended of await store.saveConversions(upload.id, status.value.series)) await server.changeStatus(ended);
    const allEnded = status.value.series.length > 0 && status.value.series.every(({ state }) => state === 'converted' || state === 'error');
    if (!allEnded) {
      left += 1;
      continue;
    }
    await server.uploadFinished(await store.studyUuids(upload.id));
    await store.saveEnded(upload.id);
  }
  return left;
}

async function renewToken({ store, server }: TransferPorts, upload: QueuedUpload): Promise<void> {
  const fresh = await server.prepare(upload);
  if (fresh.ok) await store.savePrepared(upload.id, fresh.value.upload_token);
  else if (judgeFault(fresh).kind === 'sign-in') await store.saveHalt(upload.id, { why: 'sign-in' });
}
