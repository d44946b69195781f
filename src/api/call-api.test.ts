import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CALLS } from '#contract/calls.ts';
import type { Measurement } from '#contract/measurements.ts';
import { setTexts } from '#language/t.ts';
import { setBases } from './bases.ts';
import { callApi, fetchBytes, pathOf } from './call-api.ts';
import { onPasswordNeeded } from './password-needed.ts';
import { clearCredentials, writeCredentials } from './credentials.ts';
import { onSignedOut, readTraffic } from './traffic.ts';

/** The test plays the server: it sees each request and says what comes back. */
let answer: (request: Request) => Response | Promise<Response>;
let seen: Request[];

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

const NORTH = {
  token: 'secret',
  userId: 7,
  team: 'north',
  apiBase: 'http://north.app.localhost:8080/api',
  servicesBase: 'http://north.app.localhost:8080/services',
  uploadBase: 'http://upload.app.localhost:8080',
};
const SESSION = '01234567-89ab-4def-8123-456789abcdef';

beforeEach(async () => {
  seen = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    seen.push(request.clone());
    return answer(request);
  });
  setBases({ api: `${NORTH.apiBase}/`, services: NORTH.servicesBase });
  await writeCredentials(NORTH);
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await clearCredentials();
});

describe('a refusal in another language', () => {
  afterEach(() => setTexts('en', {}));

  it('has our message and reasons in it; what a library says stays as it came [OQ-32]', async () => {
    setTexts('de', {
      'Some values are not valid.': 'Einige Werte sind ungültig.',
      'There is no such label.': 'Dieses Label gibt es nicht.',
    });
    const errors = { label_id: ['There is no such label.'], name: ['Too big: expected string to have <=80 characters'] };
    answer = () => json(422, { code: 'invalid', message: 'Some values are not valid.', errors });
    const refused = await callApi(CALLS.removeRole, { params: { id: '9' } });
    expect(refused).toMatchObject({
      ok: false,
      failure: {
        message: 'Einige Werte sind ungültig.',
        errors: { label_id: ['Dieses Label gibt es nicht.'], name: ['Too big: expected string to have <=80 characters'] },
      },
    });
  });
});

describe('a call that grants rights', () => {
  const refused = () => json(403, { code: 'password_needed', message: 'Enter your password again to do this.' });
  const give = () => callApi(CALLS.removeRole, { params: { id: '9' } });

  it('is repeated once the password is given', async () => {
    let isGiven = false;
    answer = () => (isGiven ? new Response(null, { status: 204 }) : refused());
    const forget = onPasswordNeeded(async () => (isGiven = true));
    expect(await give()).toEqual({ ok: true, value: null });
    expect(seen).toHaveLength(2);
    forget();
  });

  it('asks for the password once when two calls are refused together', async () => {
    let asked = 0;
    let isGiven = false;
    answer = () => (isGiven ? new Response(null, { status: 204 }) : refused());
    const forget = onPasswordNeeded(async () => {
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return (isGiven = true);
    });
    expect((await Promise.all([give(), give()])).map(({ ok }) => ok)).toEqual([true, true]);
    expect(asked).toBe(1);
    forget();
  });

  it('stays refused when nobody gives the password or nobody can be asked', async () => {
    answer = refused;
    const forget = onPasswordNeeded(async () => false);
    expect(await give()).toMatchObject({ ok: false, failure: { code: 'password_needed' } });
    forget();
    expect(await give()).toMatchObject({ ok: false, failure: { code: 'password_needed' } });
    expect(seen).toHaveLength(2);
  });
});

describe('a request', () => {
  it('joins base, path and query, and sends token and team [CFG-11, CFG-16, CFG-17]', async () => {
    answer = () => json(200, { data: [], total: 0, per_page: 15, current_page: 2, project_state: null, folder: null });
    const result = await callApi(CALLS.studies, { query: { page: 2, search: '' } });
    expect(result.ok).toBe(true);
    const [request] = seen;
    expect(request?.url).toBe('http://north.app.localhost:8080/api/studies-v2?page=2');
    expect(request?.headers.get('Authorization')).toBe('Bearer secret');
    expect(request?.headers.get('Team')).toBe('north');
    expect(request?.headers.get('X-Requested-With')).toBe('XMLHttpRequest');
    expect(request?.headers.get('Accept')).toBe('application/json');
    expect(request?.headers.get('Token')).toBeNull();
  });

  it('sends services two tokens, preferring that of the upload to that of the user [CFG-12, CFG-19, CFG-20]', async () => {
    answer = () => json(200, null);
    await callApi(CALLS.dropUpload, { params: { session: SESSION }, uploadToken: 'up_1' });
    expect(seen[0]?.url).toBe(`${NORTH.servicesBase}/c-upload/${SESSION}`);
    expect(seen[0]?.headers.get('Authorization')).toBe('Bearer up_1');
    expect(seen[0]?.headers.get('Token')).toBe('up_1');
  });

  it('sends JSON, and no token for a public call [CFG-15]', async () => {
    answer = () => json(200, { token: 't', expires_at: '2026-12-20 08:00:00' });
    await callApi(CALLS.login, { body: { email: 'member@demo.test', password: 'demo-password' } });
    expect(await seen[0]?.json()).toEqual({ email: 'member@demo.test', password: 'demo-password' });
    expect(seen[0]?.headers.get('Authorization')).toBeNull();
    expect(seen[0]?.credentials).toBe('include');
  });

  it('escapes parameters so that each stays one path segment', () => {
    expect(pathOf(CALLS.study, { id: 'a/b c' })).toBe('studies-v2/a%2Fb%20c');
    expect(() => pathOf(CALLS.study, {})).toThrow('needs id');
  });
});

describe('a response', () => {
  it('is returned as the contract describes it', async () => {
    const prostate = { id: 18, slug: 'prostate', title: 'Prostate' };
    answer = () => json(200, { data: [prostate] });
    expect(await callApi(CALLS.categories)).toEqual({ ok: true, value: { data: [prostate] } });
    expect(readTraffic()).toMatchObject({ inFlight: 0, reachable: true, lastFailed: false });
  });

  it('may be empty where the contract says null', async () => {
    answer = () => new Response(null, { status: 204 });
    expect(await callApi(CALLS.logout)).toEqual({ ok: true, value: null });
  });

  it('is malformed when it does not match the contract', async () => {
    answer = () => json(200, { data: 'everything' });
    expect(await callApi(CALLS.categories)).toEqual({ ok: false, failure: { kind: 'malformed', status: 200 } });
    answer = () => new Response('<!doctype html>', { status: 200 });
    expect(await callApi(CALLS.categories)).toEqual({ ok: false, failure: { kind: 'malformed', status: 200 } });
  });

  it('is a refusal with its code and its fields [BACK-03]', async () => {
    answer = () => json(422, { message: 'Some values are not valid.', code: 'invalid', errors: { email: ['invalid'] } });
    const result = await callApi(CALLS.login, { body: { email: 'x', password: 'y' } });
    expect(result).toEqual({
      ok: false,
      failure: { kind: 'refused', status: 422, code: 'invalid', message: 'Some values are not valid.', errors: { email: ['invalid'] } },
    });
  });

  it('is a refusal with the measurement that the server has, if it can be read [MEAS-07]', async () => {
    const uuid = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c30';
    const stored: Measurement = {
      ...{ uuid, series: uuid, grid: '0'.repeat(64), slice: 0, sop: '1.2', frame: 0, kind: 'point', points: [[1, 2]], text: '' },
      ...{ measured: { values: {}, scale: 'patient', unit: null }, number: 1, version: 2, user: null, editable: true },
      ...{ created_at: '2026-01-02 03:04:05', updated_at: '2026-01-02 03:04:05' },
    };
    const ask = async (body: unknown) => {
      answer = () => json(409, { message: 'x', code: 'conflict', stored: body });
      return callApi(CALLS.deleteMeasurement, { params: { uuid, measurement: uuid } });
    };
    expect(await ask(stored)).toMatchObject({ failure: { code: 'conflict', stored } });
    for (const other of [undefined, null, { ...stored, number: '1' }]) expect(await ask(other)).not.toHaveProperty('failure.stored');
  });

  it('never shows a text from elsewhere: a body without a known code keeps only its status', async () => {
    answer = () => json(403, { message: 'secret-proxy.hospital.org says no', code: 'blocked' });
    const result = await callApi(CALLS.categories);
    expect(result).toEqual({ ok: false, failure: { kind: 'refused', status: 403, code: null, message: 'The server answered with 403.' } });
  });

  it('is a network failure when nothing or only a gateway answers', async () => {
    answer = () => {
      throw new TypeError('Failed to fetch');
    };
    expect(await callApi(CALLS.categories)).toEqual({ ok: false, failure: { kind: 'network' } });
    expect(readTraffic()).toMatchObject({ inFlight: 0, reachable: false, lastFailed: true });
    answer = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    expect(await callApi(CALLS.categories)).toEqual({ ok: false, failure: { kind: 'network', status: 502 } });
    answer = () => new Response('<h1>Back soon</h1>', { status: 503, headers: { 'Retry-After': '120' } });
    expect(await callApi(CALLS.categories)).toEqual({ ok: false, failure: { kind: 'network', status: 503, retryAfterMs: 120_000 } });
  });

  it('passes on how long the server asked to wait', async () => {
    answer = () => new Response(JSON.stringify({ message: 'Later', code: 'too_many' }), { status: 429, headers: { 'Retry-After': '7' } });
    expect(await callApi(CALLS.categories)).toMatchObject({ ok: false, failure: { status: 429, code: 'too_many', retryAfterMs: 7_000 } });
  });

  it('throws only when the caller aborts', async () => {
    const abort = new AbortController();
    answer = (request) =>
      new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
        abort.abort();
      });
    await expect(callApi(CALLS.categories, { signal: abort.signal })).rejects.toThrow();
    expect(readTraffic().inFlight).toBe(0);
  });
});

describe('the end of a sign-in', () => {
  it('is reported when the bearer token is refused, not when an upload token is', async () => {
    const ended: string[] = [];
    const stop = onSignedOut((token) => ended.push(token));
    answer = () => json(401, { message: 'Sign in to continue.', code: 'signed_out' });
    await callApi(CALLS.uploadStatus, { params: { session: SESSION }, uploadToken: 'up_1' });
    expect(ended).toEqual([]);
    await callApi(CALLS.user);
    expect(ended).toEqual(['secret']);
    stop();
  });

  it('is not reported when the network fails', async () => {
    const ended: string[] = [];
    const stop = onSignedOut((token) => ended.push(token));
    answer = () => {
      throw new TypeError('Failed to fetch');
    };
    await callApi(CALLS.user);
    expect(ended).toEqual([]);
    stop();
  });
});

describe('a file', () => {
  const bytes = (status: number, text: string) => new Response(text, { status, headers: { 'Content-Type': 'application/dicom' } });

  it('is returned as a response with an unread body', async () => {
    answer = () => bytes(200, 'a file');
    const result = await fetchBytes(CALLS.originalFile, { params: { id: '7' } });
    expect(result.ok && (await result.value.text())).toBe('a file');
    expect(seen[0]?.url).toBe('http://north.app.localhost:8080/api/studies-v2/files/7');
    expect(seen[0]?.headers.get('Authorization')).toBe('Bearer secret');
    expect([seen[0]?.headers.get('Accept'), seen[0]?.headers.get('Range')]).toEqual(['*/*', null]);
  });

  it('is returned by range, and a whole file instead of a range is rejected', async () => {
    answer = () => bytes(206, 'fi');
    const range = { offset: 2, length: 2 };
    const result = await fetchBytes(CALLS.originalFile, { params: { id: '7' }, range });
    expect(result.ok && (await result.value.text())).toBe('fi');
    expect(seen[0]?.headers.get('Range')).toBe('bytes=2-3');
    answer = () => bytes(200, 'a file');
    expect(await fetchBytes(CALLS.originalFile, { params: { id: '7' }, range })).toEqual({
      ok: false,
      failure: { kind: 'malformed', status: 200 },
    });
  });

  it('that is refused or unreachable fails like any other call', async () => {
    answer = () => json(404, { code: 'not_found', message: 'There is nothing at this address.' });
    expect(await fetchBytes(CALLS.originalFile, { params: { id: '7' } })).toMatchObject({
      ok: false,
      failure: { kind: 'refused', code: 'not_found' },
    });
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await fetchBytes(CALLS.originalFile, { params: { id: '7' } })).toEqual({ ok: false, failure: { kind: 'network' } });
  });
});
