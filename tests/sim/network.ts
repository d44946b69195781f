import type { ErrorCode } from '#contract/errors.ts';
import { crc32 } from '#model/crc32.ts';
import type { SentChunk } from './content.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { Answer, ServerRequest } from './server-process.ts';
import type { Servers } from './servers.ts';
import type { Trace } from './trace.ts';

/** Probability of each fault, per request. */
export interface Weather {
  /** The connection breaks before the server acts. */
  lostBefore: number;
  /** The server has acted, but its answer is lost or truncated. */
  lostAfter: number;
  /** The client has given up when the request arrives. */
  late: number;
  duplicated: number;
  duplicatedChunks: number;
  /** There is no answer and no error. */
  hangs: number;
  /** A bit flips on the way; or before the checksum of the part was computed, so that only the fingerprint of the file shows it. */
  flippedOnTheWay: number;
  flippedBefore: number;
  /** A proxy answers instead of the server. */
  refusedBetween: number;
  slowestMs: number;
}

export const FAIR: Weather = {
  lostBefore: 0,
  lostAfter: 0,
  late: 0,
  duplicated: 0,
  duplicatedChunks: 0,
  hangs: 0,
  flippedOnTheWay: 0,
  flippedBefore: 0,
  refusedBetween: 0,
  slowestMs: 80,
};

const BETWEEN: readonly { status: number; code: ErrorCode | null; retryAfterMs: number | null }[] = [
  { status: 500, code: 'fault', retryAfterMs: null },
  { status: 503, code: 'unavailable', retryAfterMs: null },
  { status: 503, code: 'unavailable', retryAfterMs: 20_000 },
  { status: 502, code: null, retryAfterMs: null },
  { status: 408, code: 'time_out', retryAfterMs: null },
  { status: 429, code: 'too_many', retryAfterMs: 30_000 },
  { status: 429, code: 'too_many', retryAfterMs: null },
  { status: 507, code: 'storage_full', retryAfterMs: null },
  { status: 401, code: 'signed_out', retryAfterMs: null },
  { status: 403, code: 'not_allowed', retryAfterMs: null },
  { status: 409, code: 'conflict', retryAfterMs: null },
  { status: 410, code: 'session_closed', retryAfterMs: null },
  { status: 413, code: 'too_large', retryAfterMs: null },
  { status: 422, code: 'checksum_wrong', retryAfterMs: null },
  { status: 422, code: 'invalid', retryAfterMs: null },
  { status: 400, code: 'malformed', retryAfterMs: null },
];

export interface NetworkPorts {
  scheduler: Scheduler;
  random: Random;
  trace: Trace;
  server: Servers;
}

/** `null`: no answer. */
type Reply = (answer: Answer | null) => void;

/** The connection between one device and the server. */
export class Network {
  weather: Weather = FAIR;
  isUp = true;
  /** Called for every request when it is made; for tests that count. */
  onRequest: (request: ServerRequest) => void = () => undefined;
  /** Replaces the server's answers while it is not null: 503 when the server is overloaded. */
  storm: Answer | null = null;
  readonly #ports: NetworkPorts;

  constructor(ports: NetworkPorts) {
    this.#ports = ports;
  }

  /** `reply` is called once; with null if `giveUpMs` passes first. */
  send(request: ServerRequest, giveUpMs: number, reply: Reply): void {
    const { random, scheduler } = this.#ports;
    this.onRequest(request);
    let isAnswered = false;
    const once: Reply = (answer) => {
      if (isAnswered) return;
      isAnswered = true;
      reply(answer);
    };
    const { weather } = this;
    if (!this.isUp || random.chance(weather.lostBefore)) return scheduler.after(this.#latency(), () => once(null));
    if (random.chance(weather.hangs)) return scheduler.after(giveUpMs, () => once(null));
    if (this.storm) {
      const { storm } = this;
      return scheduler.after(this.#latency() * 2, () => once(storm));
    }
    if (random.chance(weather.refusedBetween)) {
      const refusal = random.pick(BETWEEN);
      if (random.chance(0.5)) this.#deliver(request, 0, () => undefined);
      return scheduler.after(this.#latency() * 2, () => once({ ok: false, ...refusal }));
    }
    if (random.chance(weather.late)) {
      scheduler.after(this.#latency(), () => once(null));
      return this.#deliver(request, random.int(500, 120_000), () => undefined);
    }
    if (random.chance(request.chunk === null ? weather.duplicated : Math.max(weather.duplicated, weather.duplicatedChunks))) {
      for (let copies = random.int(1, 2); copies > 0; copies -= 1) this.#deliver(request, random.int(0, 3_000), () => undefined);
    }
    this.#deliver(this.#damaged(request), 0, once);
  }

  #deliver(request: ServerRequest, delayMs: number, reply: Reply): void {
    const { scheduler, server, random } = this.#ports;
    scheduler.after(delayMs + this.#latency(), () => {
      const answered = (answer: Answer | null): void => {
        const isLost = random.chance(this.weather.lostAfter);
        scheduler.after(this.#latency(), () => reply(isLost || !this.isUp ? null : answer));
      };
      server.receive(request, answered, () => answered(null));
    });
  }

  #damaged(request: ServerRequest): ServerRequest {
    const { random } = this.#ports;
    if (request.chunk === null) return request;
    if (random.chance(this.weather.flippedOnTheWay)) return { ...request, chunk: flipped(request.chunk, random, false) };
    if (random.chance(this.weather.flippedBefore)) return { ...request, chunk: flipped(request.chunk, random, true) };
    return request;
  }

  #latency(): number {
    return this.#ports.random.int(5, this.weather.slowestMs);
  }
}

function flipped(chunk: SentChunk, random: Random, beforeChecksum: boolean): SentChunk {
  const which = random.int(0, chunk.parts.length - 1);
  const parts = chunk.parts.map((part, at) => {
    if (at !== which || part.bytes.length === 0) return part;
    const bytes = part.bytes.slice();
    const byte = random.int(0, bytes.length - 1);
    bytes[byte] = (bytes[byte] ?? 0) ^ (1 << random.int(0, 7));
    return { ...part, bytes, crc: beforeChecksum ? crc32(bytes) : part.crc };
  });
  return { ...chunk, parts };
}
