import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHECKOUT } from '#commands/checkout.ts';
import { startTestServer } from '#tests/support/server.ts';
import type { Measured } from '#tests/bench/gate.ts';

/** From the command to the ready line, packages installed and the page stale: what a person waits after `git pull`. */
export async function measureStart(runs: number): Promise<Measured[]> {
  const stale: number[] = [];
  const fresh: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await rm(join(CHECKOUT, 'dist/.inputs.sha256'), { force: true });
    stale.push(await secondsToReady());
    fresh.push(await secondsToReady());
  }
  const note = 'ensure-install and start, empty data folder, until the ready line';
  return [
    { gate: 'installed start', unit: 's', target: 3, runs: fresh, note },
    { gate: 'installed start, page stale', unit: 's', target: 10, runs: stale, peer: { name: 'page fresh', runs: fresh }, note },
  ];
}

async function secondsToReady(): Promise<number> {
  const startedMs = performance.now();
  await promisify(execFile)(process.execPath, [join(CHECKOUT, 'src/commands/ensure-install.mjs')]);
  const server = await startTestServer();
  const seconds = (performance.now() - startedMs) / 1000;
  await server.dispose();
  return seconds;
}
