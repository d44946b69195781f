import { loadavg } from 'node:os';
import { findChromium } from '#commands/test-services/browser.ts';
import { installPeers } from '#tests/bench/peers.ts';
import { bestPeer, peersText } from '#tests/bench/page/annotator/best-peer.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import type { ContenderTimes } from './contender-times.ts';
import { startPages, type BenchPages } from './pages.ts';

type Gate = Omit<Skipped, 'reason'>;

/** Rows of all contenders. Without a browser all are skipped; without the peers' packages there are no peers. */
export async function withPages(
  tempFolder: string,
  gates: readonly Gate[],
  measure: (pages: BenchPages, load: () => string) => Promise<(Measured | Skipped)[]>,
): Promise<(Measured | Skipped)[]> {
  const chromium = findChromium();
  if (!chromium.ok) return gates.map((gate) => ({ ...gate, reason: chromium.why }));
  const installed = await installPeers();
  if (!installed.ok) console.log(installed.reason);
  const pages = await startPages(tempFolder, { hasPeers: installed.ok });
  const started = loadavg()[0]!;
  try {
    return await measure(pages, () => `load ${started.toFixed(1)} to ${loadavg()[0]!.toFixed(1)}`);
  } finally {
    await pages.dispose();
  }
}

/** A row of our times, beside those of the fastest of the peers. */
export function besideBest<Row extends string>(gate: Gate, times: ContenderTimes<Row>, row: Row, note: string): Measured | Skipped {
  const peers = times.peers(row);
  const { runs, problem } = times.own(row);
  const best = bestPeer(peers);
  if (runs.length === 0) return { ...gate, reason: `${problem}; ${peersText(peers)}` };
  return { ...gate, runs, ...(best && { peer: { name: best.name, runs: best.runs } }), note: `${note}; ${peersText(peers)}` };
}
