import type { PeerTimes } from './best-peer.ts';
import type { Figure } from './contender.ts';
import type { Area } from './find-blocks.ts';
import { percentile } from './judge.ts';
import { PEER_FIGURES, type PeerName, type PeerPages } from './peers.ts';
import { takeFigure } from './take-figure.ts';

type OfPeers = Record<PeerName, { renderer: string; problem: string | null; runs: Record<Figure, number[]> }>;

const NAMES = Object.keys(PEER_FIGURES) as PeerName[];

/** Collects what the peers need, a run at a time, so that the product takes turns with them. */
export class PeerFigures {
  readonly #pages: PeerPages;
  readonly #of = Object.fromEntries(
    NAMES.map((name) => [name, { renderer: '', problem: null, runs: { slice: [], window: [], oblique: [] } }]),
  ) as unknown as OfPeers;

  constructor(pages: PeerPages) {
    this.#pages = pages;
  }

  /** One run of each in panes of these sizes. A peer that failed is not tried again. */
  async run(panes: readonly Area[]): Promise<void> {
    for (const name of NAMES) {
      const of = this.#of[name];
      if (of.problem !== null) continue;
      await this.#pages
        .with(name, panes, async (peer) => {
          of.renderer = peer.renderer;
          for (const figure of PEER_FIGURES[name]) of.runs[figure].push(percentile(await takeFigure(peer, figure), 95));
        })
        .catch((error: unknown) => {
          of.problem = error instanceof Error ? error.message.split('\n')[0]! : String(error);
        });
    }
  }

  times(figure: Figure): PeerTimes[] {
    return NAMES.filter((name) => (PEER_FIGURES[name] as readonly Figure[]).includes(figure)).map((name) => {
      const { renderer, problem, runs } = this.#of[name];
      return { name, renderer, problem, runs: runs[figure] };
    });
  }
}
