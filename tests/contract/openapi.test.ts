import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CALLS, takesKeys, type Access, type Call } from '#contract/calls.ts';
import { ERRORS } from '#contract/errors.ts';
import type { AnyJson } from '#server/test-server.ts';
import { NORTH, openContractServer, type ContractServer } from './contract-server.ts';
import { goldenOfCall } from './golden.ts';
import { openApiProblems } from './openapi-problems.ts';

const NAMED_CALLS = Object.entries(CALLS) as [string, Call][];
let server: ContractServer;
let document: AnyJson;
beforeAll(async () => {
  server = await openContractServer('sqlite');
  document = (await server.ask('GET /api/docs/json', { host: NORTH })).body;
});
afterAll(() => server.close());

/** A fragment tells two calls of one path apart. */
const pathOf = ({ base, path, version }: Call): string =>
  `/${base}/${path.replace(/:(\w+)/g, '{$1}')}${version === undefined ? '' : `#version=${version}`}`;
const operationOf = (call: Call): AnyJson => document.paths[pathOf(call)]?.[call.method.toLowerCase()];

describe('the API document', () => {
  it('is public, as JSON, and never from a cache', async () => {
    const answer = await server.ask('GET /api/docs/json', { host: NORTH });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  });

  it('is OpenAPI 3.1', () => {
    expect(openApiProblems(document)).toEqual([]);
  });

  it('has every call of the contract, and nothing else', () => {
    const written = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => `${method} ${path}`),
    );
    const called = NAMED_CALLS.map(([, call]) => `${call.method.toLowerCase()} ${pathOf(call)}`);
    expect(written.toSorted()).toEqual(called.toSorted());
  });

  it('lists every refusal [BACK-03, ERR-11]', () => {
    expect(document.components.schemas.Error.properties.code.enum).toEqual(Object.keys(ERRORS));
  });
});

/** What the specification of each access (src/contract/calls.ts) comes to in OpenAPI. */
const SECURITY: Record<Exclude<Access, object> | 'permission', unknown[]> = {
  open: [],
  cookie: [{ cookie: [] }],
  'signed-in': [{ bearer: [] }],
  member: [{ bearer: [] }],
  permission: [{ bearer: [] }],
  'upload-token': [{ uploadToken: [] }],
  'worker-key': [{ workerKey: [] }],
  ticket: [],
};

/** Trimmed texts, check digits, lists that exclude each other, and an order of values have no word in JSON Schema. */
const BEYOND_JSON_SCHEMA = [
  'only spaces',
  'a wrong check digit',
  'both at once',
  'values that do not increase',
  'too few points for its kind',
  'too many points for its kind',
  'points of a key image',
  'a withdrawal of a segment',
  'a withdrawal of nothing',
  'accepted without a reason',
  'a stroke that withdraws',
  'a stroke of no segment',
  'a stroke without bytes',
  'a clearing with bytes',
  'fewer panes than rows and columns have',
  'a pane with a series that is not described',
  'nothing to change',
  'a value twice',
];

describe.each(NAMED_CALLS)('in the document, %s', (name, call) => {
  it('has its name, its id and the required access', () => {
    const { operationId, description, security, summary } = operationOf(call);
    expect({ operationId, summary, security }).toEqual({
      operationId: name,
      summary: call.summary,
      security: [...SECURITY[typeof call.access === 'object' ? 'permission' : call.access], ...(takesKeys(call) ? [{ apiKey: [] }] : [])],
    });
    expect(description).toContain(call.id);
    if (typeof call.access === 'object') expect(description).toContain(call.access.permission);
  });

  it.each(['params', 'query'] as const)('has its %s', (part) => {
    const schema = call[part];
    const declared = operationOf(call).parameters.filter((parameter: AnyJson) => parameter.in === (part === 'params' ? 'path' : 'query'));
    expect(declared.map((parameter: AnyJson) => parameter.name)).toEqual(schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);
  });

  it('has its body and its answer', () => {
    const { requestBody, responses } = operationOf(call);
    expect(requestBody !== undefined).toBe(call.body !== undefined || call.bodyKind === 'chunk');
    expect(Object.keys(responses)).toEqual([call.answer instanceof z.ZodNull ? '204' : '200', 'default']);
    if (call.answer === undefined) expect(responses['200'].content).toEqual({ 'application/octet-stream': {} });
    expect(responses.default.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Error' });
  });

  const { body, answer } = goldenOfCall(name);
  it.each(body?.accepted ?? [])('accepts the body: $why', ({ value }) => {
    expect(described(operationOf(call).requestBody, value)).toBe(true);
  });
  it.each((body?.refused ?? []).filter(({ why }) => !BEYOND_JSON_SCHEMA.includes(why)))('refuses the body: $why', ({ value }) => {
    expect(described(operationOf(call).requestBody, value)).toBe(false);
  });
  it.each((answer?.accepted ?? []).filter(({ value }) => value !== null))('accepts the answer: $why', ({ value }) => {
    expect(described(operationOf(call).responses['200'], value)).toBe(true);
  });
});

describe('the API page', () => {
  it('works under our content security policy: no script, nothing from other hosts', async () => {
    const { status, text, headers } = await server.ask('GET /api/docs', { host: NORTH });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = String(headers['content-security-policy']);
    for (const rule of [
      "default-src 'self'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "style-src 'self' 'unsafe-inline'",
      "object-src 'none'",
    ]) {
      expect(policy).toContain(rule);
    }
    expect(text).not.toMatch(/<script|<iframe|<object|\son\w+\s*=|javascript:|@import|url\(/i);
    const addresses = [...text.matchAll(/\s(?:src|href|action)="([^"]*)"/g)].map((match) => match[1] ?? '');
    expect(addresses.length).toBeGreaterThan(NAMED_CALLS.length);
    for (const address of addresses) expect(address).toMatch(/^(?:#[\w-]+|\/api\/docs\/json)$/);
  });

  it('has a row for every call and every refusal', async () => {
    const { text } = await server.ask('GET /api/docs', { host: NORTH });
    for (const [, call] of NAMED_CALLS) expect(text).toContain(`<code>/${call.base}/${call.path}</code>`);
    for (const code of Object.keys(ERRORS)) expect(text).toContain(`<code>${code}</code>`);
  });

  it('answers with and without a trailing slash', async () => {
    for (const path of ['/api/docs', '/api/docs/', '/api/docs/json/'])
      expect((await server.ask(`GET ${path}`, { host: NORTH })).status).toBe(200);
  });
});

describe('an error in the document', () => {
  const sound = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/a/{id}': {
        get: {
          operationId: 'a',
          security: [{ bearer: [] }],
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: { description: 'ok', content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } } } },
        },
      },
    },
    components: {
      schemas: { A: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
  const changed = (change: (document: AnyJson) => void): unknown => {
    const copy = structuredClone(sound);
    change(copy);
    return copy;
  };

  it('is not reported for a correct one', () => {
    expect(openApiProblems(sound)).toEqual([]);
  });

  it.each<[string, (document: AnyJson) => void]>([
    ['openapi: not 3.1', (doc) => (doc.openapi = '3.0.3')],
    ['info.version: missing', (doc) => delete doc.info.version],
    ['b: does not begin with a slash', (doc) => (doc.paths.b = {})],
    ['fetch /a/{id}: no method of HTTP', (doc) => (doc.paths['/a/{id}'].fetch = { ...doc.paths['/a/{id}'].get, operationId: 'b' })],
    ['put /a/{id}: operationId missing or used twice', (doc) => (doc.paths['/a/{id}'].put = doc.paths['/a/{id}'].get)],
    ['get /a/{id}: path and parameters differ', (doc) => (doc.paths['/a/{id}'].get.parameters = [])],
    ['get /a/{id}: parameter id: in a path and not required', (doc) => (doc.paths['/a/{id}'].get.parameters[0].required = false)],
    ['get /a/{id}: parameter path id twice', (doc) => doc.paths['/a/{id}'].get.parameters.push(doc.paths['/a/{id}'].get.parameters[0])],
    ['get /a/{id}: no responses', (doc) => (doc.paths['/a/{id}'].get.responses = {})],
    ['get /a/{id}: 200 has no description', (doc) => delete doc.paths['/a/{id}'].get.responses['200'].description],
    ['get /a/{id}: security missing', (doc) => delete doc.paths['/a/{id}'].get.security],
    ['get /a/{id}: security cookie is not declared', (doc) => (doc.paths['/a/{id}'].get.security = [{ cookie: [] }])],
    ['get /a/{id}: 200: #/components/schemas/A refers to nothing', (doc) => delete doc.components.schemas.A],
    ['A.a: type text', (doc) => (doc.components.schemas.A.properties.a.type = 'text')],
    ['A: required b is no property', (doc) => doc.components.schemas.A.required.push('b')],
    ['A.a: pattern cannot be read', (doc) => (doc.components.schemas.A.properties.a.pattern = '(')],
    ['bearer: scheme missing', (doc) => delete doc.components.securitySchemes.bearer.scheme],
  ])('is named: %s', (problem, change) => {
    expect(openApiProblems(changed(change))).toContain(problem);
  });
});

/** What somebody who knows only the document thinks of a value. */
function described(holder: AnyJson, value: unknown): boolean {
  return z.fromJSONSchema(holder.content['application/json'].schema).safeParse(value).success;
}
