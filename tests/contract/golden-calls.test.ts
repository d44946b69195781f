import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { readAnswer } from '#api/call-api.ts';
import { CALLS, type Call } from '#contract/calls.ts';
import { ChunkHeader, chunkHeaderToBytes } from '#contract/chunk.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Answered } from '#server/test-server.ts';
import { credentialsFor, firstAnswer, openContractServer, openDoor, requestOf, type ContractServer } from './contract-server.ts';
import { CALL_PARTS, firstAccepted, GOLDEN_CALLS, goldenOfCall, type Golden, type GoldenPart, type Payload } from './golden.ts';

const NAMED_CALLS = Object.entries(CALLS) as [string, Call][];
const REQUEST_PARTS = ['params', 'query', 'body'] as const;
type RequestPart = (typeof REQUEST_PARTS)[number];

describe('the golden files', () => {
  it('exist once per call, and for no removed call', () => {
    const files = readdirSync(GOLDEN_CALLS).map((name) => name.replace(/\.json$/, ''));
    expect(files.toSorted()).toEqual(Object.keys(CALLS).toSorted());
  });

  it.each(NAMED_CALLS)('of %s has payloads for each part of the call, accepted and refused', (name, call) => {
    const golden = goldenOfCall(name);
    expect(CALL_PARTS.filter((part) => part in golden)).toEqual(CALL_PARTS.filter((part) => schemaOf(call, part) !== undefined));
    for (const part of Object.values(golden)) expect([part.accepted.length > 0, part.refused.length > 0]).toEqual([true, true]);
  });
});

describe.each(NAMED_CALLS)('the schemas of %s', (name, call) => {
  for (const [part, { accepted, refused }] of partsOf(goldenOfCall(name))) {
    const schema = schemaOf(call, part);
    it.each(accepted)(`accept as ${part}: $why`, ({ value, read }) => {
      expect(schema?.safeParse(value)).toEqual({ success: true, data: read });
    });

    it.each(refused)(`refuse as ${part}: $why`, ({ value, names }) => {
      const result = schema?.safeParse(value);
      expect(result?.error?.issues.map((issue) => issue.path.join('.'))).toContain(names);
    });

    it.each(accepted.filter(({ value }) => isRecord(value)))(`accept as ${part} a field of a later version: $why`, ({ value, read }) => {
      expect(schema?.safeParse({ ...(value as object), added_later: 1 })).toEqual({ success: true, data: read });
    });
  }
});

describe.each(TEST_ENGINES)('the request handling on %s', (engine) => {
  let door: Awaited<ReturnType<typeof openDoor>>;
  beforeAll(async () => {
    door = await openDoor(engine);
  });
  afterAll(() => door.close());
  beforeEach(() => void (door.reached.length = 0));

  // The sign-in has its own handler here; what it takes and refuses is asked of the whole server below.
  describe.each(NAMED_CALLS.filter(([name]) => name !== 'login'))('for %s', (name, call) => {
    const golden = goldenOfCall(name);

    for (const part of REQUEST_PARTS) {
      it.each(golden[part]?.accepted ?? [])(`accepts as ${part}: $why`, async ({ value, read }) => {
        door.answerWith(firstAnswer(call, golden));
        const answer = await sendWith(door, call, golden, part, value);
        expect([answer.status, answer.text]).toEqual([answer.text === '' && call.answer !== undefined ? 204 : 200, answer.text]);
        expect(door.reached.map((reached) => reached[part])).toEqual([read]);
      });

      it.each(golden[part]?.refused ?? [])(`refuses as ${part}: $why`, async ({ value, names }) => {
        const answer = await sendWith(door, call, golden, part, value);
        // A path that cannot exist is a path where nothing is; it names nothing.
        expectRefusal(answer, part === 'params' ? 'not_found' : 'invalid');
        if (part !== 'params') expect(Object.keys(answer.body.errors)).toContain(names);
        expect(door.reached).toEqual([]);
      });
    }

    it.each(golden.answer?.accepted ?? [])('answers, and the client reads: $why', async ({ value, read }) => {
      door.answerWith(value);
      const answer = await sendWith(door, call, golden, 'answer', undefined);
      expect(await readAnswer({ answer: answerOf(call) }, toResponse(answer))).toEqual({ ok: true, value: read });
    });

    it.each(golden.answer?.refused ?? [])('never answers: $why', async ({ value }) => {
      door.answerWith(value);
      expectRefusal(await sendWith(door, call, golden, 'answer', undefined), 'fault');
    });

    it.each(golden.answer?.refused ?? [])('answers what the client rejects: $why', async ({ value }) => {
      const said = new Response(JSON.stringify(value), { status: 200, headers: { 'content-type': 'application/json' } });
      expect(await readAnswer({ answer: answerOf(call) }, said)).toEqual({ ok: false, failure: { kind: 'malformed', status: 200 } });
    });
  });
});

describe.each(TEST_ENGINES)('the whole server on %s', (engine) => {
  let server: ContractServer;
  beforeAll(async () => {
    server = await openContractServer(engine);
  });
  afterAll(() => server.close());

  describe.each(NAMED_CALLS.filter(([, call]) => REQUEST_PARTS.some((part) => part in call)))('called for %s', (name, call) => {
    const golden = goldenOfCall(name);
    for (const part of REQUEST_PARTS) {
      it.each(golden[part]?.accepted ?? [])(`accepts ${part}: $why`, async ({ value }) => {
        const own = await withSignIn(server, call);
        const answer = await sendWith(server, call, golden, part, value, own);
        // Where there is no such team or upload it says so, by the table.
        if (answer.status >= 300) expectRefusal(answer, answer.body.code);
        if (name !== 'promptStub') expect(answer.status).toBeLessThan(500);
        expect(Object.keys(answer.body?.errors ?? {})).not.toContain(part);
      });

      it.each(golden[part]?.refused ?? [])(`refuses ${part} by name: $why`, async ({ value, names }) => {
        const answer = await sendWith(server, call, golden, part, value);
        expectRefusal(answer, part === 'params' ? 'not_found' : 'invalid');
        if (part !== 'params') expect(Object.keys(answer.body.errors)).toContain(names);
      });
    }
  });

  it.each(goldenOfCall('sendChunk').header?.refused ?? [])('refuses a chunk with $why', async ({ value }) => {
    const payload = Buffer.concat([chunkHeaderToBytes(value as never), Buffer.alloc(10)]);
    const answer = await server.asAda('POST /services/c-upload/file', { payload });
    expectRefusal(answer, 'malformed');
    expect(answer.body.errors).toEqual({ chunk: ['not_a_header'] });
  });

  it.each([
    ['invalid JSON', '{"email":'],
    ['two values', '{} {}'],
    ['a poisoned prototype', '{"__proto__":{"admin":true}}'],
    ['a poisoned constructor', '{"constructor":{"prototype":{"admin":true}}}'],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0xfe])],
    ['endless brackets', '['.repeat(100_000)],
  ])('rejects %s for any call', async (_why, payload) => {
    for (const [, call] of NAMED_CALLS.filter(([, each]) => each.body !== undefined)) {
      const golden = goldenOfCall(NAMED_CALLS.find(([, each]) => each === call)?.[0] ?? '');
      const request = requestOf(call, { params: firstAccepted(golden, 'params'), query: firstAccepted(golden, 'query') });
      const headers = { 'content-type': 'application/json' };
      expectRefusal(await server.ask(request, { ...credentialsFor(call, server), headers, payload }), 'malformed');
    }
  });

  // The router refuses these before any route is known.
  it.each([
    ['an invalid escape', 'GET', '/api/studies/%E0%A4%A/check'],
    ['a part longer than the router accepts', 'DELETE', `/services/c-upload/${'a'.repeat(201)}`],
  ])('refuses an address with %s as specified, and does not repeat it', async (_why, method, address) => {
    const { status, text, body } = await server.asAda(`${method} ${address}`);
    expect([status < 500, text.includes(address), Object.keys(ERRORS).includes(body.code)]).toEqual([true, false, true]);
  });
});

function answerOf({ answer }: Call): z.ZodType {
  if (answer === undefined) throw new Error('This call answers bytes');
  return answer;
}

function schemaOf(call: Call, part: GoldenPart): z.ZodType | undefined {
  if (part === 'header') return call === CALLS.sendChunk ? ChunkHeader : undefined;
  return part === 'payload' ? undefined : call[part];
}

function partsOf(golden: Golden): [GoldenPart, { accepted: Payload[]; refused: Payload[] }][] {
  return Object.entries(golden) as [GoldenPart, { accepted: Payload[]; refused: Payload[] }][];
}

/** A request of which one part is what the test looks at; the others are the first that the file accepts. */
function sendWith(
  server: ContractServer,
  call: Call,
  golden: Golden,
  part: RequestPart | 'answer',
  value: unknown,
  own = credentialsFor(call, server),
): Promise<Answered> {
  const given = (each: RequestPart) => (part === each ? value : firstAccepted(golden, each));
  const body = given('body');
  const chunk = call.bodyKind === 'chunk' ? { payload: Buffer.from('any bytes') } : {};
  return server.ask(requestOf(call, { params: given('params'), query: given('query') }), {
    ...own,
    ...chunk,
    ...(body === undefined ? {} : { body }),
  });
}

/** A sign-out ends the sign-in that makes it, so it gets one of its own. */
async function withSignIn(server: ContractServer, call: Call) {
  if (call !== CALLS.logout) return credentialsFor(call, server);
  return { ...credentialsFor(call, server), token: (await server.signIn('ada@example.org')).token };
}

function expectRefusal(answer: Answered, code: ErrorCode): void {
  const { status, message } = ERRORS[code];
  expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ code, message })]);
  expect(String(answer.headers['content-type'])).toContain('application/json');
}

function toResponse({ status, text, headers }: Answered): Response {
  return new Response(status === 204 ? null : text, { status, headers: { 'content-type': String(headers['content-type'] ?? '') } });
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
