import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { CALLS } from '#contract/calls.ts';
import type { Base, Call, CallName } from '#contract/calls.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Trail } from '#server/audit/trail.ts';
import { Refusal } from '#server/rules/context.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { withPlainChunk } from '#server/rules/receive/encoded.ts';
import { createChunkRoom, type ChunkRoom } from '#server/rules/receive/room.ts';
import type { Admitted, Concerned, Guard } from '#server/rules/guard.ts';
import type { Hosts } from '#server/rules/hosts.ts';
import type { ByteAnswer } from '#server/rules/byte-answer.ts';
import { recordBeforeAnswer, subjectOfPath } from './http/audited.ts';
import { readChunkBody, takeChunkBodies, type ChunkMemory } from './http/chunk-body.ts';
import { readGridForm, takeGridForms } from './http/grid-form.ts';
import type { Handlers, Http } from './handlers.ts';
import { createRateLimits, type RateLimits } from './http/rate-limits.ts';
import { addressOf, DEVICE_COOKIE, SIGN_IN_COOKIE, signInCookiesOf, tokenOf } from './http/request-facts.ts';
import { sendBytes } from './http/send-bytes.ts';

export interface Served {
  context: ServerContext;
  handlers: Handlers;
  guard: Guard;
  hosts: Hosts;
  /** `uploads`: calls with chunks; `api`: all others. By default both. A call that another process answers is refused as unavailable. */
  roles?: ReadonlySet<string>;
  timeLimitsMs?: TimeLimits;
  chunkRoom?: ChunkRoom;
  chunkMemory: ChunkMemory;
  trail: Trail;
}

type Serving = Served & Required<Pick<Served, 'chunkRoom'>> & { limits: RateLimits };

/** The longest that browsers keep any cookie. */
const DEVICE_COOKIE_SECONDS = 400 * 86_400;

/** From the first byte of a request to its answer. */
interface TimeLimits {
  json: number;
  chunk: number;
}

/** The largest chunk at 64 kbit/s takes 26 minutes. */
const TIME_LIMITS_MS: TimeLimits = { json: 60_000, chunk: 30 * 60_000 };

/** Turns the calls of the contract into routes: guard, body, validation, handler, answer schema. */
export async function serveCalls(app: FastifyInstance, given: Served): Promise<void> {
  await app.register(cookie);
  const limits = await createRateLimits(app);
  const served: Serving = { ...given, chunkRoom: given.chunkRoom ?? createChunkRoom(), limits };
  app.addConstraintStrategy(BY_VERSION);
  app.decorateRequest('admitted', null);
  app.decorateRequest('concerned', null);

  await app.register(async (scope) => {
    takeJsonBodies(scope);
    for (const [name, call] of entriesOf(CALLS)) {
      if (!takesChunks(call) && !takesForms(call)) addRoutes(scope, name, call, served);
    }
  });
  await app.register(async (scope) => {
    takeJsonBodies(scope);
    await takeGridForms(scope);
    for (const [name, call] of entriesOf(CALLS)) {
      if (takesForms(call)) addRoutes(scope, name, call, served);
    }
  });
  await app.register(async (scope) => {
    await takeChunkBodies(scope, served.chunkMemory);
    for (const [name, call] of entriesOf(CALLS)) {
      if (takesChunks(call)) addRoutes(scope, name, call, served);
    }
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of the route. */
    admitted: Admitted;
    /** For the audit trail; null until the route is reached. */
    concerned: Concerned | null;
  }
}

function addRoutes(scope: FastifyInstance, name: CallName, call: Call, served: Serving): void {
  const isChunk = takesChunks(call);
  const isBytes = call.answerKind === 'bytes';
  const isServed = rolesOf(call).some((role) => served.roles?.has(role) ?? true);
  const { json, chunk } = served.timeLimitsMs ?? TIME_LIMITS_MS;
  const ofAddress = served.limits.ofAddress(name);
  const ofAccount = served.limits.ofAccount(name);
  for (const base of basesOf(call)) {
    scope.route({
      method: call.method,
      url: `/${base}/${call.path}`,
      config: { measuredAs: name },
      ...(call.version !== undefined && { constraints: { [BY_VERSION.name]: call.version } }),
      bodyLimit: isChunk ? LIMITS.chunkMaxBytes : LIMITS.jsonBodyBytes,
      // Bytes are sent for as long as the client accepts them; an idle client is disconnected.
      ...(isBytes ? { exposeHeadRoute: false } : { handlerTimeout: isChunk ? chunk : json }),
      onRequest: async (request, reply) => {
        request.concerned = {};
        if (!isServed) throw new Refusal('unavailable');
        request.admitted = await admit(request, base, call, served);
        await ofAddress(request, reply);
        if (isChunk) takeRoom(request, reply, served.chunkRoom);
      },
      preHandler: ofAccount,
      onSend: recordBeforeAnswer(name, call, served.trail),
      handler: async (request, reply) => answer(request, reply, name, call, served),
    });
  }
}

/** Chooses between two calls with one path by the query's `version`; an unknown version reaches the call without one, which refuses it. */
const BY_VERSION = {
  name: 'queryVersion',
  storage() {
    const handlers = new Map<unknown, never>();
    return {
      get: (version: string) => handlers.get(version) ?? null,
      set: (version: string, handler: never) => void handlers.set(version, handler),
    };
  },
  validate: () => undefined,
  deriveConstraint: ({ url = '' }: { url?: string | undefined }) => new URLSearchParams(url.split('?')[1]).get('version') ?? undefined,
};

function rolesOf({ bodyKind }: Call): string[] {
  if (bodyKind === 'json-or-chunk') return ['api', 'uploads'];
  return [bodyKind === 'chunk' ? 'uploads' : 'api'];
}

function takesChunks({ bodyKind }: Call): boolean {
  return bodyKind === 'chunk' || bodyKind === 'json-or-chunk';
}

function takesForms({ bodyKind }: Call): boolean {
  return bodyKind === 'json-or-form';
}

function isJson(request: FastifyRequest): boolean {
  return /^application\/json\b/i.test(headerOf(request, 'content-type') ?? 'application/json');
}

async function bodyOf(request: FastifyRequest, call: Call): Promise<unknown> {
  if (takesForms(call) && request.isMultipart()) return readGridForm(request);
  return takesChunks(call) ? jsonOf(request.body) : request.body;
}

/** For a call that also accepts chunks, whose bodies are raw bytes. */
function jsonOf(body: unknown): unknown {
  if (!(body instanceof Uint8Array) || body.length === 0) return undefined;
  if (body.length > LIMITS.jsonBodyBytes) throw new Refusal('too_large');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body), refusePoison);
  } catch {
    throw new Refusal('malformed');
  }
}

/** As in Fastify's own parser: no key may reach a prototype. */
function refusePoison(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError();
  if (key === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')) throw new SyntaxError();
  return value;
}

/** Reserves memory until the answer is sent or the connection ends. A chunk of unknown length counts as the largest. */
function takeRoom(request: FastifyRequest, reply: FastifyReply, room: ChunkRoom): void {
  const { admitted } = request;
  if (admitted === null) return;
  // A worker counts as a sender of its own.
  const userId = 'userId' in admitted ? admitted.userId : -admitted.keyId;
  const announced = Number(request.headers['content-length'] ?? LIMITS.chunkMaxBytes);
  const uploadId = 'uploadId' in admitted ? (admitted.uploadId ?? null) : null;
  const leave = room.enter({ userId, uploadId }, Math.min(announced, LIMITS.chunkMaxBytes));
  // The connection may have ended while the sender was being looked up; no later event would release the memory.
  if (reply.raw.closed || reply.raw.destroyed || request.raw.socket.destroyed) return leave();
  reply.raw.once('close', leave);
}

/** The upload calls answer on both bases, since the sources name either. */
function basesOf(call: Call): readonly Base[] {
  return call.path.startsWith('c-upload') ? ['api', 'services'] : [call.base];
}

async function admit(request: FastifyRequest, base: Base, call: Call, { guard }: Served): Promise<Admitted> {
  return guard(call, {
    address: addressOf(request),
    origin: request.headers.origin,
    team: headerOf(request, 'team'),
    token: tokenOf(request, base),
    ip: request.from.ip,
    cookies: signInCookiesOf(request),
    recognised: (who) => concern(request, who),
  });
}

async function answer(request: FastifyRequest, reply: FastifyReply, name: CallName, call: Call, served: Serving): Promise<FastifyReply> {
  const input = {
    context: served.context,
    caller: request.admitted,
    // A malformed path is not found.
    params: call.params === undefined ? undefined : parsed(call.params, request.params, () => new Refusal('not_found')),
    query: call.query === undefined ? undefined : parsed(call.query, request.query, invalid),
    http: httpOf(request, reply, served.hosts),
  };
  concern(request, subjectOfPath(input.params));
  // One cast for all calls: `CALLS` and `Handlers` come from the same table, which TypeScript cannot follow through a loop.
  const handler = served.handlers[name] as unknown as (given: typeof input & { body: unknown }) => Promise<unknown>;
  const handle = (body: unknown) => handler({ ...input, body });
  const answered =
    takesChunks(call) && !(call.bodyKind === 'json-or-chunk' && isJson(request))
      ? await withPlainChunk(await readChunkBody(request, call), served.chunkRoom, handle)
      : await handle(call.body && parsed(call.body, (await bodyOf(request, call)) ?? {}, invalid));
  // Only after an answer: after a failure a write may still be under way.
  if (request.body instanceof Uint8Array) served.chunkMemory.give(request.body);
  if (call.answer === undefined) return sendBytes(request, reply, answered as ByteAnswer);
  const value = call.answer.parse(answered);
  if (value === null) return reply.code(204).send();
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(value));
}

function concern(request: FastifyRequest, what: Concerned): void {
  request.concerned = { ...request.concerned, ...what };
}

function parsed(schema: z.ZodType, value: unknown, refusal: (error: z.ZodError) => Refusal): unknown {
  const result = schema.safeParse(value);
  if (!result.success) throw refusal(result.error);
  return result.data;
}

/** Names each field and its problem, never its value. */
function invalid(error: z.ZodError): Refusal {
  const errors: Record<string, string[]> = {};
  for (const issue of error.issues.slice(0, 50)) (errors[issue.path.join('.')] ??= []).push(issue.message);
  return new Refusal('invalid', { errors });
}

function httpOf(request: FastifyRequest, reply: FastifyReply, hosts: Hosts): Http {
  const { host, scheme } = addressOf(request);
  const domain = hosts.cookieDomain(host);
  const cookieOptions = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: scheme === 'https',
    ...(domain === null ? {} : { domain }),
  } as const;
  return {
    ip: request.from.ip,
    host,
    scheme,
    header: (header) => headerOf(request, header),
    setSignInCookie: (value, maxAgeSeconds) => void reply.setCookie(SIGN_IN_COOKIE, value, { ...cookieOptions, maxAge: maxAgeSeconds }),
    concerns: (what) => concern(request, what),
    get left() {
      return signalOfLeaving(reply);
    },
    clearSignInCookie: () => void reply.clearCookie(SIGN_IN_COOKIE, cookieOptions),
    deviceCookie: request.cookies[DEVICE_COOKIE],
    setDeviceCookie: (value) => void reply.setCookie(DEVICE_COOKIE, value, { ...cookieOptions, maxAge: DEVICE_COOKIE_SECONDS }),
  };
}

function signalOfLeaving({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  if (raw.destroyed) leave();
  raw.once('close', leave);
  return leaving.signal;
}

/** Accepts JSON only, so that a form on another site cannot make a call; an empty body counts as none, whatever its type. */
function takeJsonBodies(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parseJson(request, body as string, done);
  });
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return Array.isArray(value) ? value[0] : value;
}

function entriesOf(calls: typeof CALLS): [CallName, Call][] {
  return Object.entries(calls) as [CallName, Call][];
}
