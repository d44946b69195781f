import type { AnswerOf, BytesCall, Call, CallName, Calls } from '#contract/calls.ts';
import type { z } from 'zod';
import type { ByteAnswer } from '#server/rules/byte-answer.ts';
import type { Caller, Member, ServerContext } from '#server/rules/context.ts';
import type { Concerned } from '#server/rules/guard.ts';
import type { WorkerCaller } from '#server/rules/ai/workers.ts';

/** Member authenticated by an upload token (`uploadId` set: only that upload) or by a bearer (`uploadId` null: own uploads). */
export interface UploadCaller extends Member {
  uploadId: number | null;
}

/** Determined by the guard that the call's `access` names, before the handler runs. */
type CallerOf<C extends Call> = C['access'] extends 'open' | 'ticket'
  ? null
  : C['access'] extends 'cookie' | 'signed-in'
    ? Caller & { team: Member | null }
    : C['access'] extends 'upload-token'
      ? UploadCaller
      : C['access'] extends 'worker-key'
        ? WorkerCaller
        : Member;

type Parsed<C extends Call, K extends 'params' | 'query' | 'body'> = C[K] extends z.ZodType ? z.infer<C[K]> : undefined;

/** The parts of HTTP that a handler may use. */
export interface Http {
  ip: string;
  /** `Host` of the request with its port, lower case. */
  host: string;
  scheme: 'http' | 'https';
  header(name: string): string | undefined;
  setSignInCookie(value: string, maxAgeSeconds: number): void;
  clearSignInCookie(): void;
  /** Identifies a browser in which somebody has signed in before. */
  deviceCookie: string | undefined;
  setDeviceCookie(value: string): void;
  /** Aborts when the client disconnects before its answer, so that remaining work can stop. */
  left: AbortSignal;
  /** Tells the audit trail which user and object the call concerns, where the guard and the path do not show it. */
  concerns(what: Concerned): void;
}

export interface HandlerInput<C extends Call> {
  context: ServerContext;
  caller: CallerOf<C>;
  params: Parsed<C, 'params'>;
  query: Parsed<C, 'query'>;
  /** Parsed JSON; with `bodyKind: 'chunk'` the raw bytes of the packed chunk; either of them where both are allowed. */
  body: C extends { bodyKind: 'chunk' }
    ? Uint8Array
    : C extends { bodyKind: 'json-or-chunk' }
      ? Uint8Array | Parsed<C, 'body'>
      : Parsed<C, 'body'>;
  http: Http;
}

export type Handler<C extends Call> = (input: HandlerInput<C>) => Promise<C extends BytesCall ? ByteAnswer : AnswerOf<C>>;

/** Every call of the contract needs a handler; the server refuses to start without one. */
export type Handlers = { [K in CallName]: Handler<Calls[K]> };
