import { isKeepingOver } from '#model/offline/kept-copies.ts';
import { CONSEQUENCES } from './consequences.ts';
import { judgeFault } from './faults.ts';
import { conversionsOf, isLost } from './follow.ts';
import type { KeptUpload, TransferPorts } from './ports.ts';

/**
 * Checks the copies that are kept of ended uploads. A server that was restored from an older backup has lost files that it had verified: they are
 * sent again automatically. Copies whose retention time is over are deleted, but only after another question to the server, and copies of deleted
 * studies at once. If it does not answer or does not accept the sign-in, nothing changes until the next try.
 */
export async function checkKept(ports: TransferPorts): Promise<void> {
  for (const upload of await ports.store.uploadsKept()) {
    const word = await wordOfServer(ports, upload);
    if (word === 'lost') await ports.store.saveForgotten(upload.id, upload.phase);
    else if (word === 'deleted') await ports.store.releaseKept(upload.id);
    else if (word !== 'none' && isKeepingOver(upload.endedAt, ports.clock.now())) await ports.store.releaseKept(upload.id);
  }
}

/**
 * `no-longer-ours`: refused for good, or because a permission was lost. The upload cannot be sent again either. `deleted`: all its studies were
 * deleted from the team.
 */
async function wordOfServer(ports: TransferPorts, upload: KeptUpload): Promise<'held' | 'lost' | 'deleted' | 'no-longer-ours' | 'none'> {
  const asked = await conversionsOf(ports, upload);
  if (asked.ok) {
    if (await isLost(ports, upload, asked.value)) return 'lost';
    return asked.value.every(({ deleted }) => deleted === true) ? 'deleted' : 'held';
  }
  const { kind } = judgeFault(asked);
  if (CONSEQUENCES.ended[kind] === 'begin-anew') return 'lost';
  return kind === 'failed' || kind === 'rights' ? 'no-longer-ours' : 'none';
}
