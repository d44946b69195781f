import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AnyJson } from '#server/test-server.ts';
import { NORTH, SOUTH } from '#tests/contract/contract-server.ts';
import {
  drop,
  olderBody,
  packFile,
  prepare,
  register,
  registerOlder,
  registerUpload,
  registrationBody,
  sendChunk,
  statusOf,
} from '#tests/contract/upload-steps.ts';
import type { Rows } from './rows.ts';

/** An upload before its first byte. */
export const UPLOAD_ROWS = {
  prepareUpload: [
    [
      'answers the session that the client made, and a token [CHUNK-005]',
      async ({ server }) => prepare(server),
      200,
      ({ body }) => expect(body).toEqual({ session: expect.any(String), upload_token: expect.stringMatching(/^up_/) }),
    ],
    [
      'answers the same session again',
      async ({ server }) => {
        const session = randomUUID();
        await prepare(server, session);
        return prepare(server, session);
      },
      200,
    ],
    [
      'ends the token of before',
      async ({ server }) => {
        const { session, token } = await registerUpload(server);
        await prepare(server, session);
        return statusOf(server, session, token);
      },
      'upload_token_ended',
    ],
    [
      'refuses a session of somebody else',
      async ({ server, ute }) => {
        const session = randomUUID();
        await prepare(server, session);
        return prepare(server, session, { host: SOUTH, token: ute });
      },
      'conflict',
    ],
    [
      'refuses a session that has ended',
      async ({ server }) => {
        const { session } = await registerUpload(server);
        await drop(server, session);
        return prepare(server, session);
      },
      'session_closed',
    ],
    ['is for who may upload', ({ server, nell }) => prepare(server, randomUUID(), { token: nell }), 'not_allowed'],
    ['is for members', ({ server, ute }) => prepare(server, randomUUID(), { token: ute }), 'not_a_member'],
    ['is for who is signed in', ({ server }) => server.ask('POST /api/c-upload', { host: NORTH, body: {} }), 'signed_out'],
  ],
  checkStudy: [
    [
      'answers the study that the team has',
      async ({ server }) => {
        const upload = await registerUpload(server, (body) => (body.studyInstanceUid = '1.2.840.7'));
        const answer = await server.asAda('GET /api/studies/1.2.840.7/check');
        expect(answer.body).toEqual({ uuid: upload.study.uuid });
        return answer;
      },
      200,
    ],
    [
      'answers false where it has none',
      ({ server }) => server.asAda('GET /api/studies/1.2.840.404/check'),
      200,
      ({ text }) => expect(text).toBe('false'),
    ],
    [
      'asks only within the team',
      async ({ server, ute }) => {
        await registerUpload(server, (body) => (body.studyInstanceUid = '1.2.840.8'));
        return server.ask('GET /api/studies/1.2.840.8/check', { host: SOUTH, token: ute });
      },
      200,
      ({ text }) => expect(text).toBe('false'),
    ],
    [
      'finds a UID that was padded with NUL',
      async ({ server }) => {
        await registerUpload(server, (body) => (body.studyInstanceUid = '1.2.840.9\0'));
        return server.asAda('GET /api/studies/1.2.840.9/check');
      },
      200,
      ({ body }) => expect(body.uuid).toEqual(expect.any(String)),
    ],
    ['is for members', ({ server, ute }) => server.ask('GET /api/studies/1/check', { host: NORTH, token: ute }), 'not_a_member'],
  ],
  registerStudies: [
    [
      'answers the uuid of each study by its UID [CHUNK-020, ODD-42]',
      async ({ server }) => {
        const session = randomUUID();
        await prepare(server, session);
        return registerOlder(server, olderBody(session, ['1.2.50.1', '1.2.50.2']));
      },
      200,
      ({ body }) =>
        expect(body).toEqual(['1.2.50.1', '1.2.50.2'].map((studyInstanceUid) => ({ studyInstanceUid, uuid: expect.any(String) }))),
    ],
    [
      'answers the same uuid again',
      async ({ server }) => {
        const session = randomUUID();
        await prepare(server, session);
        const first = await registerOlder(server, olderBody(session, ['1.2.50.3']));
        const answer = await registerOlder(server, olderBody(session, ['1.2.50.3', '1.2.50.4']));
        expect(answer.body[0]).toEqual(first.body[0]);
        return answer;
      },
      200,
      ({ body }) => expect(body).toHaveLength(2),
    ],
    [
      'makes studies that take files',
      async ({ server }) => {
        const session = randomUUID();
        const { body: prepared } = await prepare(server, session);
        const { body } = await registerOlder(server, olderBody(session, ['1.2.50.5']));
        const upload = { session, token: prepared.upload_token, study: { id: 0, uuid: body[0].uuid }, series: { id: 0, uuid: '' } };
        return sendChunk(server, upload.token, packFile(upload, { change: { serie_id: 'series-1.2.50.5' } }));
      },
      200,
      ({ body }) => expect(body).toEqual({ ok: true, chunk: 0, proved: ['f1'] }),
    ],
    [
      'refuses a study without body part',
      async ({ server }) => {
        const session = randomUUID();
        await prepare(server, session);
        return registerOlder(
          server,
          olderBody(session, ['1.2.50.6'], (body) => (body.studies[0].bodyPart = '')),
        );
      },
      'missing_bodypart',
    ],
    [
      'refuses a series of a study that is not in the request',
      ({ server }) =>
        registerOlder(
          server,
          olderBody(randomUUID(), ['1.2.50.7'], (body) => body.series.push({ ...body.series[0], studyInstanceUid: '1.2.50.8' })),
        ),
      'invalid',
      ({ body }) => expect(Object.keys(body.errors)).toEqual(['series']),
    ],
    [
      'refuses a version that there is not',
      ({ server }) => server.asAda('POST /api/upload/studies?version=3', { body: olderBody(randomUUID(), ['1']) }),
      'invalid',
      ({ body }) => expect(Object.keys(body.errors)).toEqual(['version']),
    ],
    ['does not find a session of nobody', ({ server }) => registerOlder(server, olderBody(randomUUID(), ['1'])), 'not_found'],
    [
      'does not find a session of another team',
      async ({ server, ute }) => {
        const session = randomUUID();
        await prepare(server, session);
        return registerOlder(server, olderBody(session, ['1']), { host: SOUTH, token: ute });
      },
      'not_found',
    ],
    ['is for who may upload', ({ server, nell }) => registerOlder(server, olderBody(randomUUID(), ['1']), { token: nell }), 'not_allowed'],
  ],
  registerStudy: [
    [
      'answers ids of study and series [CHUNK-020]',
      async ({ server }) => {
        const session = randomUUID();
        await prepare(server, session);
        return register(server, registrationBody(session));
      },
      200,
      ({ body }) =>
        expect(body).toEqual({
          study: { id: expect.any(Number), uuid: expect.any(String), pipelineCode: 'prostate-mr' },
          series: [{ clientId: 'series-1', id: expect.any(Number), uuid: expect.any(String) }],
        }),
    ],
    [
      'answers the same ids again',
      async ({ server }) => {
        const upload = await registerUpload(server);
        const answer = await register(server, registrationBody(upload.session));
        expect([answer.body.study.uuid, answer.body.series[0].uuid]).toEqual([upload.study.uuid, upload.series.uuid]);
        return answer;
      },
      200,
    ],
    [
      'keeps the grid that a device has told first',
      async ({ server }) => {
        const tell = (letter: string) => (body: AnyJson) => (body.study.series[0].grid = letter.repeat(64));
        const upload = await registerUpload(server, tell('a'));
        const answer = await register(server, registrationBody(upload.session, tell('b')));
        const row = server.db.read.selectFrom('series').select('device_grid').where('uuid', '=', upload.series.uuid);
        expect(await row.executeTakeFirst()).toEqual({ device_grid: 'a'.repeat(64) });
        return answer;
      },
      200,
    ],
    [
      'refuses a grid that is no SHA-256',
      async ({ server }) => {
        const session = randomUUID();
        await prepare(server, session);
        return register(
          server,
          registrationBody(session, (body) => (body.study.series[0].grid = '1.2.840.1')),
        );
      },
      'invalid',
    ],
    [
      'gives the study what was chosen for it',
      async ({ server }) => {
        const { body: made } = await server.asAda('POST /api/label', { body: { name: 'Chosen on the device', color: '#336699' } });
        const { study } = await registerUpload(server, (body) => (body.labels = [made.data.id]));
        return server.asAda(`GET /api/studies-v2/${study.uuid}`);
      },
      200,
      ({ body: { data } }) => {
        expect(data).toMatchObject({ pipelineCode: 'prostate-mr', labels: [{ name: 'Chosen on the device' }] });
        expect(data.series).toMatchObject([{ acquisition_code: 'T2W', score: 1.1, sort: 1 }]);
      },
    ],
    [
      'takes the study without what it cannot give it, and says so',
      async ({ server }) => {
        const session = randomUUID();
        await prepare(server, session);
        const body = registrationBody(session, ({ labels, study }) => {
          labels.push(999_999);
          study.pipelineCode = 'gone';
          study.series[0].acquisition_code = 'AR';
          study.series[0].projectIds = [999_999];
        });
        return register(server, body);
      },
      200,
      ({ body }) =>
        expect(body).toMatchObject({ study: { pipelineCode: null }, left_off: ['labels', 'projects', 'pipeline', 'acquisitions'] }),
    ],
    [
      'keeps texts that are scripts or SQL, or padded with NUL, as texts',
      async ({ server }) => {
        const upload = await registerUpload(server, (body) => {
          body.study.patientName = '<script>alert(1)</script>\0';
          body.study.series[0].seriesDescription = `'; drop table "series"; --\0`;
        });
        return server.asAda(`GET /api/studies-v2/${upload.study.uuid}`);
      },
      200,
      ({ body, headers }) => {
        expect(body.data.data.patientName).toBe('<script>alert(1)</script>');
        expect(body.data.series[0].seriesDescription).toBe(`'; drop table "series"; --`);
        expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' });
      },
    ],
    [
      'refuses a study without body part',
      async ({ server }) => {
        const { session } = await registerUpload(server);
        return register(
          server,
          registrationBody(session, (body) => Object.assign(body, { bodyPart: '', study: { ...body.study, id: 'study-2' } })),
        );
      },
      'missing_bodypart',
      ({ body }) => expect(body.message).toBe('Missing bodypart'),
    ],
    [
      'refuses another number of files under the same id',
      async ({ server }) => {
        const { session } = await registerUpload(server);
        return register(
          server,
          registrationBody(session, (body) => (body.study.series[0].file_count = 2)),
        );
      },
      'conflict',
    ],
    ['does not find a session of nobody', ({ server }) => register(server, registrationBody(randomUUID())), 'not_found'],
    [
      'refuses a closed session',
      async ({ server }) => {
        const { session } = await registerUpload(server);
        await drop(server, session);
        return register(server, registrationBody(session));
      },
      'session_closed',
    ],
    [
      'is asked for by its version: without, the body is one of older clients',
      ({ server }) => server.asAda('POST /api/upload/studies', { body: registrationBody(randomUUID()) }),
      'invalid',
      ({ body }) => expect(Object.keys(body.errors)).toEqual(['studies', 'series']),
    ],
    ['is for who may upload', ({ server, nell }) => register(server, registrationBody(randomUUID()), { token: nell }), 'not_allowed'],
  ],
} satisfies Rows;
