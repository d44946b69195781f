import { LIMITS } from '#contract/limits.ts';

/**
 * [Note: What a link has shown]
 *
 * A sender cannot query the properties of a link; it only sees how long its own requests take. Two decisions depend on that
 * (docs/decisions/210):
 *
 *   - Chunks are deflated if the link takes longer to send their plain bytes than this device takes to deflate them. Before the first chunk, the
 *     duration of a small call is used instead: a server in the same building answers immediately.
 *   - Lanes: three at first (given, CHUNK-002). If packets are lost, each connection is slow, and more connections help. If the link is full,
 *     more connections do not help and more bytes are lost when it breaks. So the number is doubled after three have been measured, and then
 *     raised to the maximum. A number that is not clearly faster is taken back, and no other one is tried.
 *
 * Bytes per millisecond are kB/s.
 */
export class Link {
  #mostLanes: number = LIMITS.lanes;
  /** Rate of all lanes together, measured over the last chunks. */
  #rate: number | null = null;
  #deflateRate = 20_000;
  #isNear = false;
  #lanes: number = LIMITS.lanes;
  /** What the smaller number of lanes carried, while a larger one is being tried. */
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

  /** The number of lanes that may be tried. */
  mayTake(lanes: number): void {
    this.#mostLanes = lanes;
  }

  /** Duration of a call with a small answer. */
  answered(ms: number): void {
    this.#isNear = ms < NEAR_MS;
  }

  /** A chunk with this many plain bytes was read and deflated. */
  deflated(plainBytes: number, ms: number): void {
    if (plainBytes > 0 && ms > 0) this.#deflateRate = mean(this.#deflateRate, plainBytes / ms);
  }

  /** Chunks start to be sent over all lanes. */
  began(nowMs: number): void {
    this.#window = { fromMs: nowMs, chunks: 0, bytes: 0 };
  }

  /** A chunk with this many bytes on the wire was acknowledged after `tookMs`. */
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

  /** Judges the number of lanes by what all of them carried together. */
  #judge(carried: number): void {
    if (this.#before !== null && carried < this.#before.carried * WORTH_IT) {
      this.#lanes = this.#before.lanes;
      this.#isSettled = true;
      return;
    }
    this.#before = { lanes: this.#lanes, carried };
    if (carried > LEAST_FOR_MORE && carried < MOST_FOR_MORE)
      this.#lanes = Math.max(this.#lanes, Math.min(this.#lanes * 2, this.#mostLanes));
    // With an unchanged number of lanes there is nothing to compare.
    if (this.#lanes === this.#before.lanes) this.#before = null;
  }
}

/** Typical of a server in the same building: the link is faster than deflating would pay for. */
const NEAR_MS = 20;
/** kB/s. Below this, more lanes would lose minutes of work when a connection breaks; above it, packet loss does not limit the lanes. */
const LEAST_FOR_MORE = 60;
const MOST_FOR_MORE = 12_000;
/** If packet loss limits the lanes, the rate grows with their number. There are too few chunks for a finer measurement. */
const WORTH_IT = 1.3;

function mean(before: number, now: number): number {
  return (before + now) / 2;
}
