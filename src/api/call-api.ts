import ky, { type KyInstance } from 'ky';
import type { AnswerOf, BodyOf, BytesCall, Call, JsonCall, ParamsOf, QueryOf } from '#contract/calls.ts';
import { ERRORS, type ErrorCode, type HeldBy } from '#contract/errors.ts';
import { Measurement } from '#contract/measurements.ts';
import { t, translated } from '#language/t.ts';
import { basesFor } from './bases.ts';
import { readCredentials, readQueueOwner, type Credentials } from './credentials.ts';
import { passwordIsGiven } from './password-needed.ts';
import type { ApiFailure, ApiResult } from './result.ts';
import { callEnded, callStarted, signInEnded, type CallEnd } from './traffic.ts';

/** A part of the input is there exactly when the call declares it, and may be left out when everything in it may be. */
type Part<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: undefined }
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

export type CallInput<C extends Call> = Part<'params', ParamsOf<C>> &
  Part<'query', QueryOf<C>> &
  (C extends { bodyKind: 'json-or-form' } ? { form: FormData } : Part<'body', BodyOf<C>>) & {
    signal?: AbortSignal;
    /** Instead of the stored bearer: the token of an upload (access `upload-token`). */
    uploadToken?: string;
    /** Instead of the stored credentials: during a sign-in, before they are stored. */
    credentials?: Pick<Credentials, 'token' | 'team'>;
    /** A call of the background does not move the progress bar. */
    quiet?: boolean;
    /** Of a page that is being left: the browser sends it to its end. */
    keepalive?: boolean;
  };

type CallArguments<C extends Call> = Record<never, never> extends CallInput<C> ? [input?: CallInput<C>] : [input: CallInput<C>];

const TIMEOUT_MS = 30_000;

/** Repeating is the business of the caller, who knows what may be sent twice and how long somebody waits for it. */
const apiClient = ky.create({
  retry: 0,
  timeout: TIMEOUT_MS,
  throwHttpErrors: false,
  headers: { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
});

/** CFG-19: the services client sends its token in two headers, `Token` carries it bare (ODD-05). */
const servicesClient: KyInstance = apiClient.extend({
  hooks: {
    beforeRequest: [
      ({ request }) => {
        const bearer = request.headers.get('Authorization');
        if (bearer !== null) request.headers.set('Token', bearer.replace(/^Bearer /, ''));
      },
    ],
  },
});

/**
 * One call of the contract: its URL, headers and body out, its answer parsed by its schema. What the caller can act on comes back as a
 * failure; only a bug, or the caller's own abort, throws.
 */
export async function callApi<C extends JsonCall>(call: C, ...[given]: CallArguments<C>): Promise<ApiResult<AnswerOf<C>>> {
  const once = () => send(call, (given ?? {}) as AnyInput, {}, (response) => readAnswer(call, response));
  const first = await once();
  // It was refused before anything was done.
  const again = !first.ok && first.failure.kind === 'refused' && first.failure.code === 'password_needed' && (await passwordIsGiven());
  return (again ? await once() : first) as ApiResult<AnswerOf<C>>;
}

/** A range of bytes, as a request asks for it. */
interface WantedBytes {
  offset: number;
  length: number;
}

/**
 * A file of the server, or a range of it: the answer with its body still to be read. That may break off, and then throws as a body of fetch
 * does. A server that sends the whole in place of a range is a bug of ours and answers `malformed`.
 */
export async function fetchBytes<C extends BytesCall>(
  call: C,
  { range, ...input }: CallInput<C> & { range?: WantedBytes },
): Promise<ApiResult<Response>> {
  const wanted = range === undefined ? {} : { Range: `bytes=${range.offset}-${range.offset + range.length - 1}` };
  return send(call, input as AnyInput, { Accept: '*/*', ...wanted }, async (response) => {
    if (!response.ok) return { ok: false, failure: failureOf(response, parseJson(await response.text())) };
    if (range !== undefined && response.status !== 206) return { ok: false, failure: { kind: 'malformed', status: response.status } };
    return { ok: true, value: response };
  });
}

async function send<T>(
  call: Call,
  input: AnyInput,
  moreHeaders: Record<string, string>,
  read: (response: Response) => Promise<ApiResult<T>>,
): Promise<ApiResult<T>> {
  const stored = await readCredentials();
  // The token of an upload outlives the sign-in; who it speaks for is still known then.
  const owner = stored ?? (input.uploadToken === undefined ? null : await readQueueOwner());
  const speaker = input.credentials ?? stored;
  const token = input.uploadToken ?? (call.access === 'open' || call.access === 'cookie' ? undefined : speaker?.token);
  const bases = basesFor(owner);
  const client = call.base === 'services' ? servicesClient : apiClient;

  const options = {
    prefix: bases[call.base],
    method: call.method,
    headers: { ...headersFor(token, (input.credentials ?? owner)?.team ?? null), ...moreHeaders },
    credentials:
      call.access === 'cookie' || call.access === 'open' || call.id === 'CALL-002' ? ('include' as const) : ('same-origin' as const),
    ...(input.query === undefined ? {} : { searchParams: searchParamsOf(input.query) }),
    ...(input.body === undefined ? {} : { json: input.body }),
    ...(input.form === undefined ? {} : { body: input.form }),
    ...(input.signal === undefined ? {} : { signal: input.signal }),
    ...(input.keepalive === undefined ? {} : { keepalive: input.keepalive }),
  };

  const counted = input.quiet !== true;
  if (counted) callStarted();
  let end: CallEnd = 'unreached';
  try {
    const result = await read(await client(pathOf(call, input.params ?? {}), options));
    end = endOf(result);
    if (!result.ok && isSignedOut(result.failure) && input.uploadToken === undefined && token !== undefined) signInEnded(token);
    return result;
  } catch (error) {
    if (input.signal?.aborted) {
      end = 'aborted';
      throw error;
    }
    if (!isNetworkError(error)) throw error;
    return { ok: false, failure: { kind: 'network' } };
  } finally {
    callEnded(end, { counted });
  }
}

interface AnyInput {
  keepalive?: boolean;
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: FormData;
  signal?: AbortSignal;
  uploadToken?: string;
  credentials?: Pick<Credentials, 'token' | 'team'>;
  quiet?: boolean;
}

/** `teams/:slug` with `{slug: 'north'}` → `teams/north`. A value that is missing is a bug of the caller, which the types refuse. */
export function pathOf(call: Pick<Call, 'path'>, params: Record<string, string | number>): string {
  return call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${call.path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
}

function headersFor(token: string | undefined, team: string | null): Record<string, string> {
  return {
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(team === null ? {} : { Team: team }),
  };
}

function searchParamsOf(query: Record<string, unknown>): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search;
}

export async function readAnswer(call: Pick<JsonCall, 'answer'>, response: Response): Promise<ApiResult<unknown>> {
  const text = await response.text();
  const body = parseJson(text);
  if (!response.ok) return { ok: false, failure: failureOf(response, body) };
  const answer = call.answer.safeParse(text === '' ? null : body);
  return answer.success ? { ok: true, value: answer.data } : { ok: false, failure: { kind: 'malformed', status: response.status } };
}

/** A gateway that speaks for an absent server (502 to 504 without our body) is a missing network, not a refusal. */
function failureOf({ status, headers }: Response, body: unknown): ApiFailure {
  const {
    code,
    message,
    errors,
    limit,
    held_by: heldBy,
    stored,
  } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const known = typeof code === 'string' && Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : null;
  if (known === null && status >= 502 && status <= 504) return { kind: 'network', status, ...retryAfterOf(headers) };
  return {
    kind: 'refused',
    status,
    code: known,
    message: known !== null && typeof message === 'string' ? translated(message) : t('The server answered with {status}.', { status }),
    ...(typeof errors === 'object' && errors !== null ? { errors: translatedErrors(errors as Record<string, string[]>) } : {}),
    ...(typeof limit === 'object' && limit !== null ? { limit: limit as { name: string; max: number } } : {}),
    ...(typeof heldBy === 'object' && heldBy !== null ? { heldBy: heldBy as HeldBy } : {}),
    ...storedOf(stored),
    ...retryAfterOf(headers),
  };
}

/** Reasons that a library of the server gave remain in its English. */
function translatedErrors(errors: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, reasons]) => [field, Array.isArray(reasons) ? reasons.map(translated) : reasons]),
  );
}

/** It goes on screen like an answer, so it is read like one. */
function storedOf(stored: unknown): { stored?: Measurement } {
  const { data } = Measurement.safeParse(stored);
  return data === undefined ? {} : { stored: data };
}

/** Seconds, as our server says it. A proxy may name a date instead: by a clock that need not be ours, so it is not read. */
function retryAfterOf(headers: Headers): { retryAfterMs?: number } {
  const seconds = headers.get('Retry-After')?.trim() ?? '';
  return /^\d{1,9}$/.test(seconds) ? { retryAfterMs: Number(seconds) * 1000 } : {};
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function endOf(result: ApiResult<unknown>): CallEnd {
  if (result.ok) return 'answered';
  return result.failure.kind === 'network' ? 'unreached' : 'refused';
}

function isSignedOut(failure: ApiFailure): boolean {
  return failure.kind === 'refused' && failure.status === 401;
}

/** ky tells its own kinds of "nothing came back" by name; fetch says TypeError, a cut body says so too. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof Error && ['NetworkError', 'TimeoutError', 'TypeError', 'AbortError'].includes(error.name);
}
