import { median } from '#tests/bench/gate.ts';

/** What a peer needed for a figure, a value a run; or why it has none. */
export interface PeerTimes {
  name: string;
  renderer: string;
  runs: readonly number[];
  problem: string | null;
}

/** The fastest of those that were measured; null if none was. */
export function bestPeer(peers: readonly PeerTimes[]): PeerTimes | null {
  const measured = peers.filter(({ runs }) => runs.length > 0);
  return measured.toSorted((a, b) => median(a.runs) - median(b.runs))[0] ?? null;
}

/** Of all, for the note of a row. */
export function peersText(peers: readonly PeerTimes[]): string {
  return peers
    .map(({ name, renderer, runs, problem }) =>
      runs.length === 0 ? `${name} skipped: ${problem}` : `${name} on ${renderer}: ${median(runs).toFixed(0)} ms`,
    )
    .join('; ');
}
