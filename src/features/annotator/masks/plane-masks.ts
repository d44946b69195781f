import { maskOutline } from '#model/overlays/mask-outline.ts';
import type { Line } from '#model/overlays/graphic.ts';
import type { SegmentOnPlane } from '#workers/masks/types.ts';
import type { PlaneOfSeries } from '#workers/voxels/types.ts';

/** A segment on a picture with its border. */
export interface OutlinedSegment extends SegmentOnPlane {
  lines: readonly Line[];
}

/** What the worker answered for a picture. It is out of date once `PlaneMasks.generation` is larger. */
export interface KnownPlane {
  generation: number;
  segments: readonly OutlinedSegment[];
}

/** Pictures of which the segments are kept: they hold a byte for each pixel. */
const MOST_KEPT = 24;

/** The segments on the pictures of all panes. What is out of date stays until its replacement is here, so that nothing flickers. */
export class PlaneMasks<Where = PlaneOfSeries> {
  readonly #ask: (where: Where) => Promise<readonly SegmentOnPlane[]>;
  readonly #onAnswer: () => void;
  readonly #kept = new Map<string, KnownPlane>();
  /** By pane: of what is asked for meanwhile, only the last counts. */
  readonly #wanted = new Map<number, { key: string; where: Where }>();
  #generation = 0;
  #isAsking = false;
  #ends = false;

  constructor(ask: (where: Where) => Promise<readonly SegmentOnPlane[]>, onAnswer: () => void) {
    [this.#ask, this.#onAnswer] = [ask, onAnswer];
  }

  get generation(): number {
    return this.#generation;
  }

  /** Something was drawn: all that is known is out of date. Answers to earlier questions are, too. */
  outdate(): number {
    this.#generation += 1;
    return this.#generation;
  }

  peek(key: string): KnownPlane | null {
    return this.#kept.get(key) ?? null;
  }

  /** What is known of the picture of a pane. Asks for what is not known yet, or out of date. */
  on(pane: number, key: string, where: Where): KnownPlane | null {
    const known = this.peek(key);
    if (known?.generation === this.#generation) this.#wanted.delete(pane);
    else {
      this.#wanted.set(pane, { key, where });
      void this.#askAll();
    }
    return known;
  }

  end(): void {
    this.#ends = true;
    this.#wanted.clear();
  }

  async #askAll(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const [pane, { key, where }] = next;
      this.#wanted.delete(pane);
      const generation = this.#generation;
      if (this.peek(key)?.generation === generation) continue;
      const answer = await this.#ask(where).catch((error: unknown) => {
        reportError(error);
        return [];
      });
      if (this.#ends) return;
      this.#keep(key, { generation, segments: answer.map(outlined) });
      this.#onAnswer();
    }
    this.#isAsking = false;
  }

  #next() {
    return this.#wanted.entries().next().value;
  }

  #keep(key: string, known: KnownPlane): void {
    this.#kept.delete(key);
    this.#kept.set(key, known);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

function outlined(segment: SegmentOnPlane): OutlinedSegment {
  return { ...segment, lines: maskOutline(segment.mask, segment.width, segment.height) };
}
