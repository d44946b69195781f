import { join } from 'node:path';
import { CHECKOUT } from '#commands/checkout.ts';
import { thisMachine } from '#commands/test-services/machine.ts';
import { installPackages } from '#commands/test-services/packages.ts';

/** What Lightship is measured beside. A folder with packages and a lock file of its own: the product and its tests never install it. */
export const PEERS = join(CHECKOUT, 'tests/bench/peers');

export async function installPeers(): Promise<{ ok: true } | { ok: false; reason: string }> {
  const installed = await installPackages(thisMachine(), PEERS);
  return installed.ok ? { ok: true } : { ok: false, reason: `the peers could not be installed (${installed.why})` };
}
