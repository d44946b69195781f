import 'fake-indexeddb/auto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { setBases } from '#api/bases.ts';
import { callApi } from '#api/call-api.ts';
import { writeCredentials } from '#api/credentials.ts';
import { CALLS, type Call, type JsonCall } from '#contract/calls.ts';
import { NORTH_ORIGIN, openDoor, UPLOAD_HOST, whoMay } from './contract-server.ts';
import { firstAccepted, goldenOfCall } from './golden.ts';

/** The client of the page speaks to the server in process: what it writes is what the handler reads, and what that answers it reads. */
let door: Awaited<ReturnType<typeof openDoor>>;
beforeAll(async () => {
  door = await openDoor('sqlite');
  setBases({ api: `${NORTH_ORIGIN}/api/`, services: `${NORTH_ORIGIN}/services` });
});
afterAll(() => door.close());
beforeEach(() => {
  door.reached.length = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    const { host, pathname, search } = new URL(request.url);
    const text = await request.text();
    const answer = await door.ask(`${request.method} ${pathname}${search}`, {
      host,
      // The browser adds these two: where the page is, and the cookie of the base domain.
      origin: NORTH_ORIGIN,
      cookie: door.ada.cookie,
      headers: Object.fromEntries(request.headers),
      ...(text === '' ? {} : { payload: text }),
    });
    return new Response(answer.status === 204 ? null : answer.text, { status: answer.status });
  });
});

async function signInAs({ token, userId }: { token: string; userId: number }): Promise<void> {
  await writeCredentials({
    token,
    userId,
    team: 'north',
    apiBase: `${NORTH_ORIGIN}/api`,
    servicesBase: `${NORTH_ORIGIN}/services`,
    uploadBase: `http://${UPLOAD_HOST}`,
  });
}
/** The sign-in keeps its own handler there; chunks and files have a client of their own, and workers are other programs. */
const CALLED = (Object.entries(CALLS) as [string, Call][]).filter(
  (named): named is [string, JsonCall] =>
    named[0] !== 'login' && named[1].bodyKind !== 'chunk' && named[1].answer !== undefined && named[1].access !== 'worker-key',
);

describe.each(CALLED)('%s', (name, call) => {
  beforeAll(() => signInAs(whoMay(call, door)));
  const golden = goldenOfCall(name);
  const firstInput = {
    params: firstAccepted(golden, 'params'),
    query: firstAccepted(golden, 'query'),
    body: firstAccepted(golden, 'body'),
  };

  for (const part of ['params', 'query', 'body'] as const) {
    it.each(golden[part]?.accepted ?? [])(`transmits as ${part}: $why`, async ({ value, read }) => {
      door.answerWith(firstAccepted(golden, 'answer'));
      const result = await callApi(call, { ...firstInput, [part]: value } as never);
      expect(result).toEqual({ ok: true, value: golden.answer?.accepted[0]?.read });
      expect(door.reached.map((reached) => reached[part])).toEqual([read]);
    });
  }

  it.each(golden.answer?.accepted ?? [])('returns: $why', async ({ value, read }) => {
    door.answerWith(value);
    expect(await callApi(call, firstInput as never)).toEqual({ ok: true, value: read });
  });

  it.each(golden.body?.refused ?? [])('reports the error by name: $why', async ({ value, names }) => {
    const result = await callApi(call, { ...firstInput, body: value } as never);
    expect(result).toMatchObject({ ok: false, failure: { kind: 'refused', status: 422, code: 'invalid' } });
    expect(Object.keys((result as { failure: { errors: object } }).failure.errors)).toContain(names);
  });
});
