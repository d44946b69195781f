import { isKeepingOver } from '#model/kept-copies.ts';
import { CONSEQUENCES } from './consequences.ts';
import { judgeFault } from './faults.ts';
import { conversionsOf, isLost } from './follow.ts';
import type { KeptUpload, TransferPorts } from './ports.ts';

/**
 * Looks after the copies that are kept of ended uploads. A server that was restored from an older backup has lost what it had proved: that goes
 * out again, by itself. Copies whose time is over are let go, but not before the server was asked once more. One that does not answer, or does
 * not know who asks, leaves everything as it was, for the next time.
 */
export async function checkKept(ports: TransferPorts): Promise<void> {
  for (const upload of await ports.store.uploadsKept()) {
    const word = await wordOfServer(ports, upload);
    if (word === 'lost') await ports.store.saveForgotten(upload.id, upload.phase);
    else if (word !== 'none' && isKeepingOver(upload.endedAt, ports.clock.now())) await ports.store.releaseKept(upload.id);
  }
}

/** `no-longer-ours`: refused for good, or for a right that was lost. It cannot be sent to again either. */
async function wordOfServer(ports: TransferPorts, upload: KeptUpload): Promise<'held' | 'lost' | 'no-longer-ours' | 'none'> {
  const asked = await conversionsOf(ports, upload);
  if (asked.ok) return (await isLost(ports, upload, asked.value)) ? 'lost' : 'held';
  const { kind } = judgeFault(asked);
  if (CONSEQUENCES.ended[kind] === 'begin-anew') return 'lost';
  return kind === 'failed' || kind === 'rights' ? 'no-longer-ours' : 'none';
}
