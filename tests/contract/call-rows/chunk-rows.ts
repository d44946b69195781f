import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { StorageFullError } from '#server/storage/object-store.ts';
import { NORTH, UPLOAD_HOST } from '#tests/contract/contract-server.ts';
import { drop, packFile, provedUpload, registerUpload, sendChunk } from '#tests/contract/upload-steps.ts';
import type { Rows } from './rows.ts';

/** The bytes of an upload. */
export const CHUNK_ROWS = {
  sendChunk: [
    [
      'answers what is proved',
      async ({ server }) => {
        const upload = await registerUpload(server);
        return sendChunk(server, upload.token, packFile(upload));
      },
      200,
      ({ body }) => expect(body).toEqual({ ok: true, chunk: 0, proved: ['f1'] }),
    ],
    [
      'answers the same again',
      async ({ server }) => {
        const upload = await provedUpload(server);
        return sendChunk(server, upload.token, packFile(upload));
      },
      200,
      ({ body }) => expect(body).toEqual({ ok: true, chunk: 0, proved: ['f1'] }),
    ],
    [
      'takes the given header of the time [CHUNK-016]',
      async ({ server }) => {
        const upload = await registerUpload(server);
        return sendChunk(server, upload.token, packFile(upload), {
          team: 'north',
          host: UPLOAD_HOST,
          headers: { upload: '1795176000000', 'content-type': 'application/octet-stream' },
        });
      },
      200,
    ],
    [
      'takes the bearer of the owner',
      async ({ server }) => sendChunk(server, server.ada.token, packFile(await registerUpload(server))),
      200,
    ],
    [
      'does not find an unknown session',
      async ({ server }) => {
        const upload = await registerUpload(server);
        return sendChunk(server, server.ada.token, packFile({ ...upload, session: randomUUID() }));
      },
      'not_found',
    ],
    [
      'does not find a session beside its token',
      async ({ server }) => {
        const [upload, other] = [await registerUpload(server), await registerUpload(server)];
        return sendChunk(server, other.token, packFile(upload));
      },
      'not_found',
    ],
    [
      'does not find a series that was not registered',
      async ({ server }) => {
        const upload = await registerUpload(server);
        return sendChunk(server, upload.token, packFile(upload, { change: { serie_id: 'another' } }));
      },
      'not_found',
    ],
    [
      'refuses other content under the same key',
      async ({ server }) => {
        const upload = await provedUpload(server);
        return sendChunk(server, upload.token, packFile(upload, { bytes: Buffer.from('another file') }));
      },
      'conflict',
    ],
    [
      'refuses a closed session',
      async ({ server }) => {
        const upload = await registerUpload(server);
        await drop(server, upload.session);
        return sendChunk(server, server.ada.token, packFile(upload));
      },
      'session_closed',
    ],
    [
      'refuses what is too large, naming the limit',
      async ({ server }) => {
        const upload = await registerUpload(server);
        return sendChunk(server, upload.token, packFile(upload, { bytes: Buffer.alloc(LIMITS.chunkMaxBytes) }));
      },
      'too_large',
      ({ body }) => expect(body.limit).toEqual({ name: 'chunkMaxBytes', max: LIMITS.chunkMaxBytes }),
    ],
    [
      'refuses bytes that were damaged on the way',
      async ({ server }) => {
        const upload = await registerUpload(server);
        return sendChunk(server, upload.token, packFile(upload, { change: { crc: 1 } }));
      },
      'checksum_wrong',
      ({ body }) => expect(body.errors).toEqual({ f1: ['crc'] }),
    ],
    [
      'refuses a file that is not the announced one',
      async ({ server }) => {
        const upload = await registerUpload(server);
        return sendChunk(server, upload.token, packFile(upload, { change: { sha256: '0'.repeat(64) } }));
      },
      'checksum_wrong',
      ({ body }) => expect(body.errors).toEqual({ f1: ['sha256'] }),
    ],
    [
      'says that there is no room',
      async ({ server }) => {
        const upload = await registerUpload(server);
        const { objects } = server.context;
        Object.assign(server.context, { objects: { ...objects, write: () => Promise.reject(new StorageFullError()) } });
        return sendChunk(server, upload.token, packFile(upload)).finally(() => Object.assign(server.context, { objects }));
      },
      'storage_full',
    ],
    ['refuses what is no chunk', async ({ server }) => sendChunk(server, server.ada.token, Buffer.from('{}')), 'malformed'],
    [
      'refuses a token that has ended',
      async ({ server }) => {
        const upload = await registerUpload(server);
        await drop(server, upload.session);
        return sendChunk(server, upload.token, packFile(upload));
      },
      'upload_token_ended',
    ],
    ['is for who may upload', async ({ server, nell }) => sendChunk(server, nell, packFile(await registerUpload(server))), 'not_allowed'],
    [
      'is for who is signed in',
      async ({ server }) => server.ask('POST /services/c-upload/file', { host: NORTH, payload: packFile(await registerUpload(server)) }),
      'signed_out',
    ],
  ],
} satisfies Rows;
