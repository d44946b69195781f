import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { SOUTH } from '#tests/contract/contract-server.ts';
import { drop, prepare, sendForm, sendUnsorted, statusOf } from '#tests/contract/upload-steps.ts';
import type { Rows, Scene } from './rows.ts';

const ask = ({ server }: Scene, body: unknown, asked = {}) => server.asAda('POST /api/batch-upload', { body, ...asked });
const after = ({ server }: Scene, session: string, query = '', asked = {}) =>
  server.asAda(`POST /api/batch-upload/after-upload/${session}${query}`, { body: {}, ...asked });
const bytes = Buffer.from('one file');

/** Of the file that was sent last, whoever sent it. */
async function pixels({ server }: Scene, session: string, asked = {}) {
  const row = await server.db.read.selectFrom('batch_file').select('id').orderBy('id', 'desc').executeTakeFirst();
  const body = { file: String(row?.id ?? 1), numberOfFrames: 1, columns: 1, rows: 1 };
  return server.asAda(`POST /api/batch-upload/get-dcm-pixel-data/${session}`, { body, ...asked });
}

async function opened({ server }: Scene): Promise<string> {
  return (await server.asAda('POST /api/batch-upload', { body: { action: 'prepare' } })).body.session as string;
}

const NONE = randomUUID();
const NUMBERS = {
  ...{ 'content-type': 'application/octet-stream', 'x-width': '1', 'x-height': '1', 'x-samples': '1', 'x-slope': '0.5' },
  ...{ 'x-intercept': '-1024', 'x-window-center': '40', 'x-window-width': '400', 'x-inverted': '0', 'x-colormap': '' },
};

interface Sorted {
  session: string;
  studyKey: string;
  uploadId: string;
}

/** A session whose two files were sorted as one series. */
async function sorted({ server }: Scene, type: 'dcm' | 'nii' = 'dcm'): Promise<Sorted> {
  const session = await sendUnsorted(server, 'a.dcm');
  await sendForm(server, session, { name: 'b.dcm', bytes: Buffer.from('bytes of b.dcm'), change: { chunk_index: '1' } });
  const upload = await server.db.read.selectFrom('upload').select('id').where('session', '=', session).executeTakeFirstOrThrow();
  const files = await server.db.read.selectFrom('batch_file').select('id').where('upload_id', '=', upload.id).orderBy('id').execute();
  const [studyKey, uploadId] = [randomUUID(), randomUUID()];
  const facts = { cnt: 2, numberOfFrames: 1, frames: 2, samplesPerPixel: 1, ...(type === 'nii' && { type }) };
  const series = [{ uploadId, facts, fileIds: files.map(({ id }) => id) }];
  const read = { state: 'read', sorted: JSON.stringify({ studies: [{ uuid: studyKey, facts: {}, series }] }) } as const;
  await server.db.write((tx) => tx.updateTable('batch').set(read).where('upload_id', '=', upload.id).execute());
  return { session, studyKey, uploadId };
}

/** Of another team, what is this one's. */
async function asUte(scene: Scene, path: (of: Sorted) => string, type: 'dcm' | 'nii' = 'dcm') {
  return scene.server.asAda(`GET /services/c-upload/${path(await sorted(scene, type))}`, { host: SOUTH, token: scene.ute });
}

/** The legacy flow, up to its reading: nobody works off the jobs of these servers. */
export const BATCH_ROWS = {
  batchUpload: [
    [
      'opens a session under an id of its own [CHUNK-005, ODD-10]',
      (scene) => ask(scene, { action: 'prepare' }),
      200,
      ({ body }) => expect(body).toEqual({ session: expect.any(String), upload_token: expect.stringMatching(/^up_/) }),
    ],
    [
      'opens a session under the id of the client, as often as it asks',
      async (scene) => {
        const id = randomUUID();
        await ask(scene, { action: 'prepare', id });
        return ask(scene, { prepare: true, id });
      },
      200,
    ],
    [
      'takes a file as a form, and the status of the session names it [CHUNK-006, CALL-042, ODD-10]',
      async (scene) => statusOf(scene.server, await sendUnsorted(scene.server, 'a.dcm')),
      200,
      ({ body }) => expect(body).toMatchObject({ chunks: [0], files: [{ file_id: 'a.dcm', proved: true }] }),
    ],
    [
      'takes the same chunk again',
      async (scene) => {
        const session = await sendUnsorted(scene.server, 'a.dcm', {}, bytes);
        return sendForm(scene.server, session, { name: 'a.dcm', bytes });
      },
      200,
      ({ body }) => expect(body).toEqual({ ok: true, chunk: 0, proved: ['a.dcm'] }),
    ],
    [
      'refuses other content under the number of a chunk',
      async (scene) => sendForm(scene.server, await sendUnsorted(scene.server, 'a.dcm'), { name: 'b.dcm', bytes }),
      'conflict',
    ],
    [
      'refuses bytes that were damaged on the way',
      async (scene) => sendForm(scene.server, await opened(scene), { name: 'a.dcm', bytes, change: { crc: '1' } }),
      'checksum_wrong',
    ],
    [
      'refuses bytes that are not the file that was announced',
      async (scene) => sendForm(scene.server, await opened(scene), { name: 'a.dcm', bytes, change: { sha256: 'ab'.repeat(32) } }),
      'checksum_wrong',
    ],
    [
      'refuses a file of an upload whose series are registered',
      async ({ server }) => {
        const session = randomUUID();
        await prepare(server, session);
        return sendForm(server, session, { name: 'a.dcm', bytes, change: { preview: 'client' } });
      },
      'not_found',
    ],
    [
      'refuses a chunk of a session that was dropped',
      async (scene) => {
        const session = await opened(scene);
        await drop(scene.server, session);
        return sendForm(scene.server, session, { name: 'a.dcm', bytes });
      },
      'session_closed',
    ],
    [
      'refuses a chunk once the reading has begun',
      async (scene) => {
        const session = await sendUnsorted(scene.server, 'a.dcm');
        await after(scene, session);
        return sendForm(scene.server, session, { name: 'b.dcm', bytes, change: { chunk_index: '1' } });
      },
      'conflict',
    ],
    [
      'moves nothing before it was read [CALL-047]',
      async (scene) => {
        const [uuid, upload_id] = [randomUUID(), randomUUID()];
        const session_id = await sendUnsorted(scene.server, 'a.dcm');
        return ask(scene, { action: 'move', session_id, studies: [{ uuid, bodyPart: 'prostate' }], series: [{ uuid, upload_id }] });
      },
      'series_incomplete',
    ],
    [
      'tells nothing of a study that is not there [CALL-048]',
      (scene) => ask(scene, { action: 'check-status', studies: [randomUUID()] }),
      200,
      ({ body }) => expect(body).toEqual({ data: [] }),
    ],
    ['is for who may upload', (scene) => ask(scene, {}, { token: scene.nell }), 'not_allowed'],
    ['is for members', (scene) => ask(scene, {}, { token: scene.ute }), 'not_a_member'],
  ],
  readBatch: [
    [
      'begins to read, and has nothing to tell yet',
      async (scene) => after(scene, await sendUnsorted(scene.server, 'a.dcm')),
      200,
      ({ body }) => expect(body).toEqual({ result: false }),
    ],
    [
      'begins once, however often it is asked',
      async (scene) => {
        const session = await sendUnsorted(scene.server, 'a.dcm');
        await after(scene, session);
        await after(scene, session);
        const jobs = await scene.server.db.read.selectFrom('job').select('id').where('unique_key', 'like', 'read-batch-%').execute();
        expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length);
        return after(scene, session, '?check=1');
      },
      200,
    ],
    [
      'only asks with check=1: a chunk is taken still [CALL-045]',
      async (scene) => {
        const session = await sendUnsorted(scene.server, 'a.dcm');
        await after(scene, session, '?check=1');
        return sendForm(scene.server, session, { name: 'b.dcm', bytes, change: { chunk_index: '1' } });
      },
      200,
    ],
    ['refuses to read a session to which nothing was sent', async (scene) => after(scene, await opened(scene)), 'series_incomplete'],
    [
      'refuses to read a file that is not whole',
      async (scene) => {
        const session = await opened(scene);
        await sendForm(scene.server, session, { name: 'a.dcm', bytes, change: { size: '9' } });
        return after(scene, session);
      },
      'series_incomplete',
    ],
    [
      'knows no session of another flow',
      async (scene) => {
        const session = randomUUID();
        await prepare(scene.server, session);
        return after(scene, session);
      },
      'not_found',
    ],
    [
      'knows no session of another team',
      async (scene) => after(scene, await sendUnsorted(scene.server, 'a.dcm'), '', { host: SOUTH, token: scene.ute }),
      'not_found',
    ],
    ['is for who may upload', (scene) => after(scene, randomUUID(), '', { token: scene.nell }), 'not_allowed'],
  ],
  batchPixels: [
    [
      'answers numbers, and their size in headers [PREV-013]',
      async (scene) => pixels(scene, await sendUnsorted(scene.server, 'a.dcm')),
      200,
      ({ headers, text }) => {
        expect(text).toBe('\u0007\0');
        expect(headers).toMatchObject({ 'x-rows': '1', 'x-columns': '1', 'x-frames': '1', 'content-type': 'application/octet-stream' });
      },
    ],
    [
      'knows no file of another session',
      async (scene) => {
        const session = await opened(scene);
        await sendUnsorted(scene.server, 'a.dcm');
        return pixels(scene, session);
      },
      'not_found',
    ],
    [
      'knows no session of another team',
      async (scene) => pixels(scene, await sendUnsorted(scene.server, 'a.dcm'), { host: SOUTH, token: scene.ute }),
      'not_found',
    ],
    ['is for who may upload', (scene) => pixels(scene, randomUUID(), { token: scene.nell }), 'not_allowed'],
  ],
  sortOnServer: [
    [
      'begins to sort an upload whose archives were left to the server [CONV-021]',
      async ({ server }) => {
        const session = randomUUID();
        const { body } = await prepare(server, session);
        await sendForm(server, session, { name: 'a.zip', bytes });
        return server.asAda('POST /services/c-upload/sort-images/server', { token: body.upload_token, body: { session } });
      },
      200,
      ({ body }) => expect(body).toEqual({ session: expect.any(String) }),
    ],
    [
      'refuses what is not whole',
      async (scene) => {
        const session = await opened(scene);
        await sendForm(scene.server, session, { name: 'a.zip', bytes, change: { size: '9' } });
        return scene.server.asAda('POST /services/c-upload/sort-images/server', { body: { session } });
      },
      'series_incomplete',
    ],
    [
      'knows no session of another upload',
      async ({ server }) => {
        const { body } = await prepare(server, randomUUID());
        const session = await sendUnsorted(server, 'a.dcm');
        return server.asAda('POST /services/c-upload/sort-images/server', { token: body.upload_token, body: { session } });
      },
      'not_found',
    ],
    [
      'is for who may upload',
      ({ server, nell }) => server.asAda('POST /services/c-upload/sort-images/server', { token: nell, body: { session: randomUUID() } }),
      'not_allowed',
    ],
  ],
  sortedOnServer: [
    [
      'has nothing to tell before it was sorted',
      async ({ server }) => server.asAda(`GET /services/c-upload/uploaded-metadata/server?session=${await sendUnsorted(server, 'a.dcm')}`),
      'series_incomplete',
    ],
    [
      'answers what was sorted [CONV-021]',
      async ({ server }) => {
        const session = await sendUnsorted(server, 'a.dcm');
        const upload = await server.db.read.selectFrom('upload').select('id').where('session', '=', session).executeTakeFirstOrThrow();
        await server.db.write((tx) => tx.updateTable('batch').set({ state: 'read' }).where('upload_id', '=', upload.id).execute());
        return server.asAda(`GET /services/c-upload/uploaded-metadata/server?session=${session}`);
      },
      200,
      ({ body }) => expect(body).toMatchObject({ studies: [], nifties: [], refused: [], unsupported: 0 }),
    ],
    [
      'knows no session of another flow',
      async ({ server }) => {
        const session = randomUUID();
        await prepare(server, session);
        return server.asAda(`GET /services/c-upload/uploaded-metadata/server?session=${session}`);
      },
      'not_found',
    ],
  ],
  previewOnServer: [
    [
      'answers the slices of a series as numbers, their size and their window in headers',
      async (scene) => {
        const { session, uploadId } = await sorted(scene);
        return scene.server.asAda(`GET /services/c-upload/preview/${session}/${uploadId}`);
      },
      200,
      ({ headers, text }) => {
        expect(text).toBe('\u0007\0');
        expect(headers).toMatchObject({ ...NUMBERS, 'x-slices': '2' });
      },
    ],
    ['knows no series of another team', (scene) => asUte(scene, ({ session, uploadId }) => `preview/${session}/${uploadId}`), 'not_found'],
    [
      'is for who may upload',
      ({ server, nell }) => server.asAda(`GET /services/c-upload/preview/${NONE}/${NONE}`, { token: nell }),
      'not_allowed',
    ],
  ],
  sliceOnServer: [
    [
      'answers one slice',
      async (scene) => {
        const { session, uploadId } = await sorted(scene);
        return scene.server.asAda(`GET /services/c-upload/preview-by-slice/${session}/${uploadId}/1`);
      },
      200,
      ({ headers }) => expect(headers).toMatchObject({ ...NUMBERS, 'x-slices': '1' }),
    ],
    [
      'refuses a slice behind the last',
      async (scene) => {
        const { session, uploadId } = await sorted(scene);
        return scene.server.asAda(`GET /services/c-upload/preview-by-slice/${session}/${uploadId}/2`);
      },
      'range_outside',
    ],
    [
      'knows no series of another session',
      async (scene) => {
        const { session } = await sorted(scene);
        return scene.server.asAda(`GET /services/c-upload/preview-by-slice/${session}/${randomUUID()}/0`);
      },
      'not_found',
    ],
    [
      'knows no series of another team',
      (scene) => asUte(scene, ({ session, uploadId }) => `preview-by-slice/${session}/${uploadId}/0`),
      'not_found',
    ],
  ],
  niftiOnServer: [
    [
      'answers a volume as it was sent',
      async (scene) => {
        const { session, studyKey } = await sorted(scene, 'nii');
        return scene.server.asAda(`GET /services/c-upload/get-nifti-for-preview/${session}/${studyKey}`);
      },
      200,
      ({ text }) => expect(text).toBe('bytes of a.dcmbytes of b.dcm'.slice(0, 14)),
    ],
    [
      'has none of a study of slices',
      async (scene) => {
        const { session, studyKey } = await sorted(scene);
        return scene.server.asAda(`GET /services/c-upload/get-nifti-for-preview/${session}/${studyKey}`);
      },
      'not_found',
    ],
    [
      'knows no study of another team',
      (scene) => asUte(scene, ({ session, studyKey }) => `get-nifti-for-preview/${session}/${studyKey}`, 'nii'),
      'not_found',
    ],
  ],
  makeNifti: [
    [
      'answers a volume made of a series, and the same one again [CONV-022]',
      async (scene) => {
        const { session, studyKey, uploadId } = await sorted(scene);
        const path = `GET /services/c-upload/create-nifti-from-serie/${session}/${studyKey}/${uploadId}`;
        await scene.server.asAda(path);
        return scene.server.asAda(path);
      },
      200,
      ({ text, headers }) => {
        expect(text).toBe('n+1');
        expect(headers['cache-control']).toBe('private, no-store');
      },
    ],
    [
      'knows no series of another study',
      async (scene) => {
        const { session, uploadId } = await sorted(scene);
        return scene.server.asAda(`GET /services/c-upload/create-nifti-from-serie/${session}/${randomUUID()}/${uploadId}`);
      },
      'not_found',
    ],
    [
      'knows no series of another team',
      (scene) => asUte(scene, ({ session, studyKey, uploadId }) => `create-nifti-from-serie/${session}/${studyKey}/${uploadId}`),
      'not_found',
    ],
  ],
} satisfies Rows;
