import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ContractServer } from '#tests/contract/contract-server.ts';
import { SOUTH } from '#tests/contract/contract-server.ts';
import {
  conversionBody,
  drop,
  endedUpload,
  packFile,
  provedUpload,
  registerUpload,
  sendChunk,
  statusOf,
  type Registered,
} from '#tests/contract/upload-steps.ts';
import type { Rows } from './rows.ts';

const convert = (server: ContractServer, upload: Registered, change: Record<string, unknown> = {}) =>
  server.asAda(`POST /services/c-upload/convert/serie/${upload.session}`, { body: conversionBody(upload, change) });
const finish = (server: ContractServer, ...uuids: string[]) =>
  server.asAda('POST /api/upload-finished', { body: { studies: uuids.map((studyUuid) => ({ studyUuid })) } });
const changeStatus = (server: ContractServer, { series }: Pick<Registered, 'series'>, state = 'converted', token = server.ada.token) =>
  server.asAda('POST /api/upload/change-status', { token, body: { uuid: series.uuid, id: series.id, state } });

/** What follows the bytes: conversion, what the client saw, the end of an upload. */
export const ENDING_ROWS = {
  changeStatus: [
    [
      'answers what was sent',
      async ({ server }) => changeStatus(server, await registerUpload(server)),
      200,
      ({ body }) => expect(body).toEqual({ uuid: expect.any(String), id: expect.any(Number), state: 'converted' }),
    ],
    [
      'may be sent twice, and is not believed',
      async ({ server }) => {
        const upload = await registerUpload(server);
        for (let times = 0; times < 2; times += 1) await changeStatus(server, upload);
        return statusOf(server, upload.session);
      },
      200,
      ({ body }) => expect(body.series[0].state).toBe('receiving'),
    ],
    ['does not find a series of nobody', ({ server }) => changeStatus(server, { series: { id: 1, uuid: randomUUID() } }), 'not_found'],
    [
      'does not find a series by the id of another',
      async ({ server }) => {
        const { series } = await registerUpload(server);
        return changeStatus(server, { series: { ...series, id: series.id + 1 } });
      },
      'not_found',
    ],
    ['refuses another state', async ({ server }) => changeStatus(server, await registerUpload(server), 'uploaded'), 'invalid'],
    [
      'is for who may upload',
      async ({ server, nell }) => changeStatus(server, await registerUpload(server), 'converted', nell),
      'not_allowed',
    ],
  ],
  uploadFinished: [
    ['closes an upload that has ended', async ({ server }) => finish(server, (await endedUpload(server)).study.uuid), 204],
    [
      'may be sent twice',
      async ({ server }) => {
        const { study } = await endedUpload(server);
        await finish(server, study.uuid);
        return finish(server, study.uuid);
      },
      204,
    ],
    [
      'leaves an upload open that has not ended',
      async ({ server }) => {
        const upload = await registerUpload(server);
        expect((await finish(server, upload.study.uuid)).status).toBe(204);
        return sendChunk(server, upload.token, packFile(upload));
      },
      200,
    ],
    [
      'ends the upload token',
      async ({ server }) => {
        const upload = await endedUpload(server);
        await finish(server, upload.study.uuid);
        return statusOf(server, upload.session, upload.token);
      },
      'upload_token_ended',
    ],
    ['takes an empty list', ({ server }) => finish(server), 204],
    ['does not find a study of nobody', ({ server }) => finish(server, randomUUID()), 'not_found'],
    [
      'is for who may upload',
      ({ server, nell }) => server.asAda('POST /api/upload-finished', { token: nell, body: { studies: [] } }),
      'not_allowed',
    ],
  ],
  convertSeries: [
    [
      'accepts a series that is proved [CONV-006]',
      async ({ server }) => convert(server, await provedUpload(server)),
      200,
      ({ body }) => expect(body).toEqual({ idx: 0, accepted: true }),
    ],
    [
      'accepts it again, and makes one job of it [CONV-019]',
      async ({ server }) => {
        const upload = await provedUpload(server);
        await convert(server, upload);
        const jobs = await server.db.read
          .selectFrom('job')
          .select('payload')
          .where('unique_key', '=', `convert-series-${upload.series.id}`)
          .execute();
        expect(jobs).toHaveLength(1);
        return convert(server, upload);
      },
      200,
    ],
    [
      'repeats the event of a series that has ended [ODD-17]',
      async ({ server }) => {
        const upload = await endedUpload(server, 'error');
        server.told.length = 0;
        const answer = await convert(server, upload);
        const { session, series } = upload;
        expect(server.told).toEqual([
          {
            to: `upload ${session}`,
            event: 'upload:conversion:oneserie:error',
            payload: { session, idx: 0, serieRemoteUuid: series.uuid, message: '' },
          },
        ]);
        return answer;
      },
      200,
    ],
    ['refuses a series that is not whole', async ({ server }) => convert(server, await registerUpload(server)), 'series_incomplete'],
    [
      'does not find a session of nobody',
      async ({ server }) => convert(server, { ...(await provedUpload(server)), session: randomUUID() }),
      'not_found',
    ],
    [
      'does not find a series of another upload',
      async ({ server }) => {
        const [upload, other] = [await provedUpload(server), await provedUpload(server)];
        return convert(server, { ...upload, series: other.series });
      },
      'not_found',
    ],
    ['refuses a type that it does not know', async ({ server }) => convert(server, await provedUpload(server), { type: 'zip' }), 'invalid'],
    [
      'refuses a dropped session',
      async ({ server }) => {
        const upload = await registerUpload(server);
        await drop(server, upload.session);
        return convert(server, upload);
      },
      'session_closed',
    ],
  ],
  uploadStatus: [
    [
      'answers what is held',
      async ({ server }) => statusOf(server, (await provedUpload(server)).session),
      200,
      ({ body }) =>
        expect(body).toMatchObject({
          state: 'converting',
          chunks: [0],
          files: [{ file_id: 'f1', size: 8, received: 8, proved: true }],
          series: [{ idx: 0, state: 'proved', message: null }],
        }),
    ],
    [
      'leaves out what is held when only the series are asked for',
      async ({ server }) => {
        const { session, token } = await provedUpload(server);
        return server.asAda(`GET /services/c-upload/status/${session}?only=series`, { token });
      },
      200,
      ({ body }) => expect(body).toMatchObject({ chunks: [], files: [], series: [{ idx: 0, state: 'proved', message: null }] }),
    ],
    [
      'answers to the upload token',
      async ({ server }) => {
        const { session, token } = await registerUpload(server);
        return statusOf(server, session, token);
      },
      200,
    ],
    ['does not find a session of nobody', ({ server }) => statusOf(server, randomUUID()), 'not_found'],
    [
      'does not find a session of another team',
      async ({ server, ute }) => {
        const { session } = await registerUpload(server);
        return server.ask(`GET /services/c-upload/status/${session}`, { host: SOUTH, token: ute });
      },
      'not_found',
    ],
    [
      'says that a session was cleared',
      async ({ server }) => {
        const { session } = await registerUpload(server);
        await drop(server, session);
        return statusOf(server, session);
      },
      'session_closed',
    ],
    ['refuses a token that nobody gave', ({ server }) => statusOf(server, randomUUID(), 'up_made-up'), 'upload_token_ended'],
  ],
  dropUpload: [
    ['clears an upload', async ({ server }) => drop(server, (await registerUpload(server)).session), 204],
    [
      'may be sent twice',
      async ({ server }) => {
        const { session } = await registerUpload(server);
        await drop(server, session);
        return drop(server, session);
      },
      204,
    ],
    [
      'takes its study away',
      async ({ server }) => {
        const { session, study } = await registerUpload(server);
        await drop(server, session);
        return server.asAda(`GET /api/studies-v2/${study.uuid}`);
      },
      'not_found',
    ],
    [
      'refuses an upload that is finished',
      async ({ server }) => {
        const { session, study } = await endedUpload(server);
        await finish(server, study.uuid);
        return drop(server, session);
      },
      'session_closed',
    ],
    [
      'does not find a session of another team',
      async ({ server, ute }) => {
        const { session } = await registerUpload(server);
        return server.ask(`DELETE /services/c-upload/${session}`, { host: SOUTH, token: ute });
      },
      'not_found',
    ],
  ],
} satisfies Rows;
