import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CALLS, type Call } from '#contract/calls.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import {
  credentialsFor,
  firstAnswer,
  NORTH,
  openContractServer,
  openDoor,
  requestOf,
  UPLOAD_HOST,
  type ContractServer,
} from './contract-server.ts';
import { firstAccepted, goldenOfCall } from './golden.ts';
import { drop, packFile, registerUpload, sendChunk, statusOf } from './upload-steps.ts';

/** What the specification says in two ways, and how it is agreed: both are taken. */
describe.each(TEST_ENGINES)('on %s', (engine) => {
  let door: Awaited<ReturnType<typeof openDoor>>;
  beforeAll(async () => {
    door = await openDoor(engine);
  });
  afterAll(() => door.close());

  // The sign-in keeps its own handler there, which writes nothing down.
  describe.each((Object.entries(CALLS) as [string, Call][]).filter(([name]) => name !== 'login'))('%s', (name, call) => {
    beforeEach(() => {
      door.reached.length = 0;
      door.answerWith(firstAnswer(call, goldenOfCall(name)));
    });

    const ask = (change: (path: string) => string) => {
      const golden = goldenOfCall(name);
      const request = requestOf(call, { params: firstAccepted(golden, 'params'), query: firstAccepted(golden, 'query') });
      const [method = '', url = ''] = request.split(' ');
      const [path = '', search] = url.split('?');
      const body = call.bodyKind === 'chunk' ? { payload: Buffer.from('any bytes') } : { body: firstAccepted(golden, 'body') };
      return door.ask(`${method} ${change(path)}${search === undefined ? '' : `?${search}`}`, { ...credentialsFor(call, door), ...body });
    };

    it.each<[string, (path: string) => string]>([
      ['as written', (path) => path],
      ['with a trailing slash [ODD-06]', (path) => `${path}/`],
      ['with an extra leading slash [ODD-08]', (path) => path.replace(/^(\/\w+)\//, '$1//')],
      ['with slashes around its base', (path) => `/${path}`],
    ])('is the same call %s', async (_how, change) => {
      const answer = await ask(change);
      expect([answer.status, door.reached.length]).toEqual([answer.text === '' && call.answer !== undefined ? 204 : 200, 1]);
    });
  });

  describe('the whole server', () => {
    let server: ContractServer;
    beforeAll(async () => {
      server = await openContractServer(engine);
    });
    afterAll(() => server.close());

    it('serves every c-upload call on both base paths, with the same sessions [ODD-11, ODD-42]', async () => {
      for (const [one, other] of [
        ['api', 'services'],
        ['services', 'api'],
      ] as const) {
        const session = randomUUID();
        const prepared = await server.asAda(`POST /${one}/c-upload`, { body: { action: 'prepare', id: session, started: 1 } });
        expect([prepared.status, prepared.body.session]).toEqual([200, session]);
        expect((await server.asAda(`GET /${other}/c-upload/status/${session}`)).status).toBe(200);
        expect((await server.asAda(`GET /${other}/c-upload/receipt/${session}`)).status).toBe(200);
        expect((await server.asAda(`DELETE /${other}/c-upload/${session}`)).status).toBe(204);
        expect((await server.asAda(`GET /${one}/c-upload/status/${session}`)).status).toBe(410);
      }
    });

    it('accepts chunks on both base paths, which share what they have [ODD-11]', async () => {
      const upload = await registerUpload(server);
      for (const base of ['services', 'api']) {
        const headers = { 'content-type': 'application/octet-stream' };
        const answer = await server.asAda(`POST /${base}/c-upload/file`, { token: upload.token, payload: packFile(upload), headers });
        expect([answer.status, answer.body]).toEqual([200, { ok: true, chunk: 0, proved: ['f1'] }]);
      }
      expect((await statusOf(server, upload.session)).body.chunks).toEqual([0]);
    });

    it('serves no other call on the wrong base path', async () => {
      for (const call of Object.values(CALLS).filter(({ path }) => !path.startsWith('c-upload'))) {
        const other = call.base === 'api' ? 'services' : 'api';
        const answer = await server.ask(requestOf(call, { params: paramsOf(call), base: other }), credentialsFor(call, server));
        expect([call.path, answer.status, answer.body.code]).toEqual([call.path, 404, 'not_found']);
      }
    });

    it('uses its unusual spelling of the list and the version only with the notifications [ODD-01]', async () => {
      const { body } = await server.asAda('GET /api/notification');
      const { body: list } = await server.asAda('GET /api/permissions/get-permission');
      expect([body.permissionVersion, body.user_permission]).toEqual([list.permission_version, list.user_permission]);
      expect(body).not.toHaveProperty('user_permision');
    });

    it('returns the list of permissions in both spellings [ODD-01, PERM-08]', async () => {
      const { body } = await server.asAda('GET /api/permissions/get-permission');
      expect(body.user_permision).toContain('r:upload-v2');
      expect(body.user_permission).toEqual(body.user_permision);
    });

    it.each([
      ['Bearer', (token: string) => ({ authorization: `Bearer ${token}` })],
      ['bearer in lower case', (token: string) => ({ authorization: `bearer ${token}` })],
      ['no Bearer', (token: string) => ({ authorization: token })],
    ])('accepts Authorization with %s [ODD-05]', async (_how, headersFor) => {
      const { session, token } = await registerUpload(server);
      expect((await server.ask('GET /api/user', { host: NORTH, headers: headersFor(server.ada.token) })).status).toBe(200);
      const asked = { host: UPLOAD_HOST, team: 'north', headers: headersFor(token) };
      expect((await server.ask(`GET /services/c-upload/status/${session}`, asked)).status).toBe(200);
    });

    it('accepts a bare Token on the services base path only [ODD-05]', async () => {
      const { session, token } = await registerUpload(server);
      const status = async (base: string, headers: Record<string, string>) =>
        (await server.ask(`GET /${base}/c-upload/status/${session}`, { host: NORTH, headers })).status;
      expect(await status('services', { token })).toBe(200);
      expect(await status('services', { token: server.ada.token })).toBe(200);
      expect(await status('services', { token: 'made-up' })).toBe(401);
      expect(await status('services', {})).toBe(401);
      expect(await status('api', { token })).toBe(401);
      expect((await server.ask('GET /api/user', { host: NORTH, headers: { token: server.ada.token } })).status).toBe(401);
    });

    it('prefers Authorization to Token when both are sent', async () => {
      const { session, token } = await registerUpload(server);
      const headers = { authorization: 'Bearer made-up', token };
      expect((await server.ask(`GET /services/c-upload/status/${session}`, { host: NORTH, headers })).status).toBe(401);
    });

    it('answers false, and never an object, for a study that the team does not have [ODD-35]', async () => {
      const answer = await server.asAda('GET /api/studies/1.2.840.404/check/');
      expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([200, 'false', 'application/json; charset=utf-8']);
    });

    it('stores at most ten file names of a series, however many files it has [ODD-12, CHUNK-019]', async () => {
      const upload = await registerUpload(server, (body) => {
        body.study.series[0].files = Array.from({ length: 10 }, (_, index) => `IM${index}`);
        body.study.series[0].file_count = 400;
      });
      const { body } = await server.asAda(`GET /api/studies-v2/${upload.study.uuid}`);
      expect(body.data.series[0].files).toBe(400);
    });

    it('accepts repeated calls from a queue that missed the answer [ODD-34, BACK-07]', async () => {
      const upload = await registerUpload(server);
      const twice = async (send: () => Promise<{ status: number; text: string }>) => {
        const [first, second] = [await send(), await send()];
        expect([second.status, second.text]).toEqual([first.status, first.text]);
        expect(first.status).toBeLessThan(300);
      };
      await twice(() => sendChunk(server, upload.token, packFile(upload)));
      const seen = { uuid: upload.series.uuid, id: upload.series.id, state: 'error' };
      await twice(() => server.asAda('POST /api/upload/change-status', { body: seen }));
      await twice(() => server.asAda('POST /api/upload-finished', { body: { studies: [{ studyUuid: upload.study.uuid }] } }));
      await twice(() => server.asAda('PUT /api/notification/update-all', { body: { is_seen: 1 } }));
      await twice(() => server.asAda('POST /api/teams/preferred', { body: { slug: 'north' } }));
      await twice(() => drop(server, upload.session));
    });
  });
});

/** Any value for each parameter of the path. */
function paramsOf({ path }: Call): Record<string, string> {
  return Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, '1']));
}
