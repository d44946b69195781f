import { LIMITS } from '#contract/limits.ts';

/**
 * [Note: What a link has shown]
 *
 * A sender cannot ask what a link is like; it sees how long its own requests take. Two things follow from that (docs/decisions/210):
 *
 *   - Chunks are deflated while the link takes longer for their plain bytes than this device takes to deflate them. Before the first chunk the
 *     time of a small call stands in: a server in the same house answers at once.
 *   - Lanes: three to begin with (given, CHUNK-002). Where packets are lost each connection is slow by itself and only more of them help; where
 *     the link is full they help nothing and only put more at stake. So twice as many are tried once three have been measured, and all that can
 *     be had once those were; what did not carry clearly more is given up again, and nothing is tried after that.
 *
 * Bytes per millisecond are kB/s.
 */
export class Link {
  #mostLanes: number = LIMITS.lanes;
  /** Of all lanes together, as the last chunks went. */
  #rate: number | null = null;
  #deflateRate = 20_000;
  #isNear = false;
  #lanes: number = LIMITS.lanes;
  /** What fewer lanes carried, while more are tried. */
  #before: { lanes: number; carried: number } | null = null;
  #isSettled = false;
  #window: { fromMs: number; chunks: number; bytes: number } | null = null;

  get lanes(): number {
    return this.#lanes;
  }

  /** Whether the next chunk is worth deflating. */
  get isSlow(): boolean {
    return this.#rate === null ? !this.#isNear : this.#rate < this.#deflateRate;
  }

  /** As many lanes may be tried. */
  mayTake(lanes: number): void {
    this.#mostLanes = lanes;
  }

  /** A call with a small answer took so long. */
  answered(ms: number): void {
    this.#isNear = ms < NEAR_MS;
  }

  /** A chunk of so many plain bytes was read and deflated. */
  deflated(plainBytes: number, ms: number): void {
    if (plainBytes > 0 && ms > 0) this.#deflateRate = mean(this.#deflateRate, plainBytes / ms);
  }

  /** Chunks begin to go over all lanes. */
  began(nowMs: number): void {
    this.#window = { fromMs: nowMs, chunks: 0, bytes: 0 };
  }

  /** A chunk of so many bytes, as they travel, was acknowledged after `tookMs`. */
  acknowledged(bytes: number, tookMs: number, nowMs: number): void {
    const rate = (bytes / Math.max(1, tookMs)) * this.#lanes;
    this.#rate = this.#rate === null ? rate : mean(this.#rate, rate);
    if (this.#window === null || this.#isSettled) return;
    this.#window.chunks += 1;
    this.#window.bytes += bytes;
    if (this.#window.chunks < this.#lanes) return;
    this.#judge(this.#window.bytes / Math.max(1, nowMs - this.#window.fromMs));
    this.began(nowMs);
  }

  /** All lanes of now together have carried so much. */
  #judge(carried: number): void {
    if (this.#before !== null && carried < this.#before.carried * WORTH_IT) {
      this.#lanes = this.#before.lanes;
      this.#isSettled = true;
      return;
    }
    this.#before = { lanes: this.#lanes, carried };
    if (carried > LEAST_FOR_MORE && carried < MOST_FOR_MORE)
      this.#lanes = Math.max(this.#lanes, Math.min(this.#lanes * 2, this.#mostLanes));
    // With as many as before there is nothing to compare.
    if (this.#lanes === this.#before.lanes) this.#before = null;
  }
}

/** As a server in the same house answers: there the link is faster than what could be saved. */
const NEAR_MS = 20;
/** kB/s. Below it a broken connection would lose minutes of more lanes; above it no loss holds the lanes back. */
const LEAST_FOR_MORE = 60;
const MOST_FOR_MORE = 12_000;
/** Where loss holds them back lanes carry as much more as there are more; chunks are too few for a finer judgement. */
const WORTH_IT = 1.3;

function mean(before: number, now: number): number {
  return (before + now) / 2;
}
