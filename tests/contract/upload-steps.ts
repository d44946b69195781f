import { createHash, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { chunkHeaderToBytes, type ChunkPart } from '#contract/chunk.ts';
import type { Answered, AnyJson, Asked } from '#server/test-server.ts';
import type { ContractServer } from './contract-server.ts';
import { firstAccepted, goldenOfCall } from './golden.ts';

/** What a client knows of an upload once its study is registered. */
export interface Registered {
  session: string;
  token: string;
  study: { id: number; uuid: string };
  series: { id: number; uuid: string };
}

export function prepare(server: ContractServer, session: string = randomUUID(), asked: Asked = {}): Promise<Answered> {
  return server.asAda('POST /api/c-upload', { body: { action: 'prepare', id: session, started: 1_795_176_000_000 }, ...asked });
}

/** The golden study with one series of one file, in an upload of its own. */
export function registrationBody(session: string, change: (body: AnyJson) => void = () => undefined): unknown {
  const body = structuredClone(firstAccepted(goldenOfCall('registerStudy'), 'body')) as AnyJson;
  Object.assign(body, { session_id: session });
  body.study.series[0].file_count = 1;
  change(body);
  return body;
}

export const register = (server: ContractServer, body: unknown, asked: Asked = {}): Promise<Answered> =>
  server.asAda('POST /api/upload/studies?version=2', { body, ...asked });

/** As older clients say it: the golden study under each of these UIDs, with a series of one file. */
export function olderBody(session: string, uids: readonly string[], change: (body: AnyJson) => void = () => undefined): unknown {
  const { studies, series } = structuredClone(firstAccepted(goldenOfCall('registerStudies'), 'body')) as AnyJson;
  const body = {
    studies: uids.map((studyInstanceUid) => ({ ...studies[0], studyInstanceUid })),
    series: uids.map((uid, idx) => ({ ...series[0], id: `series-${uid}`, idx, studyInstanceUid: uid, file_count: 1 })),
    session_id: session,
  };
  change(body);
  return body;
}

export const registerOlder = (server: ContractServer, body: unknown, asked: Asked = {}): Promise<Answered> =>
  server.asAda('POST /api/upload/studies', { body, ...asked });

export async function registerUpload(server: ContractServer, change?: (body: AnyJson) => void): Promise<Registered> {
  const session = randomUUID();
  const { body: prepared } = await prepare(server, session);
  const { body: registered } = await register(server, registrationBody(session, change));
  return { session, token: prepared.upload_token, study: registered.study, series: registered.series[0] };
}

/** A chunk with the one file of the series, whole. `change` spoils its part. */
export function packFile(
  upload: Registered,
  { chunk = 0, bytes = Buffer.from('one file'), change = {} as Partial<ChunkPart> } = {},
): Buffer {
  const part: ChunkPart = {
    file_id: 'f1',
    name: 'IM0001',
    serie_id: 'series-1',
    size: bytes.length,
    offset: 0,
    length: bytes.length,
    enc: '',
    plain: bytes.length,
    crc: crc32(bytes),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...change,
  };
  const header = {
    v: 1 as const,
    session_id: upload.session,
    chunk,
    preview: 'client' as const,
    studyUuid: upload.study.uuid,
    parts: [part],
  };
  return Buffer.concat([chunkHeaderToBytes(header), bytes]);
}

export function sendChunk(server: ContractServer, token: string, payload: Buffer, asked: Asked = {}): Promise<Answered> {
  return server.asAda('POST /services/c-upload/file', {
    token,
    payload,
    headers: { 'content-type': 'application/octet-stream' },
    ...asked,
  });
}

export const statusOf = (server: ContractServer, session: string, token = server.ada.token): Promise<Answered> =>
  server.asAda(`GET /services/c-upload/status/${session}`, { token });
export const drop = (server: ContractServer, session: string): Promise<Answered> => server.asAda(`DELETE /services/c-upload/${session}`);

/** An upload whose file is proved. */
export async function provedUpload(server: ContractServer): Promise<Registered> {
  const upload = await registerUpload(server);
  const { body } = await sendChunk(server, upload.token, packFile(upload));
  if (body.proved?.[0] !== 'f1') throw new Error('The file was not proved');
  return upload;
}

/** An upload whose series has ended. */
export async function endedUpload(server: ContractServer, state: 'converted' | 'error' = 'converted'): Promise<Registered> {
  const upload = await provedUpload(server);
  await endSeries(server, upload, state);
  return upload;
}

/** What a conversion would come to; nobody converts here. */
function endSeries(server: ContractServer, { series }: Registered, state: 'converted' | 'error'): Promise<unknown> {
  return server.db.write((tx) => tx.updateTable('series').set({ state }).where('uuid', '=', series.uuid).execute());
}

export function conversionBody({ study, series }: Registered, change: Record<string, unknown> = {}): unknown {
  const golden = firstAccepted(goldenOfCall('convertSeries'), 'body') as object;
  const ids = { studyRemoteId: study.id, studyRemoteUuid: study.uuid, serieRemoteId: series.id, serieRemoteUuid: series.uuid };
  return { ...golden, ...ids, ...change };
}

/** A session of the legacy flow with one file, sent as a form; gives the session. */
export async function sendUnsorted(
  server: ContractServer,
  name: string,
  asked: Asked = {},
  bytes = Buffer.from(`bytes of ${name}`),
): Promise<string> {
  const { body } = await server.asAda('POST /api/batch-upload', { body: { action: 'prepare' }, ...asked });
  await sendForm(server, body.session, { name, bytes }, asked);
  return body.session;
}

/** CALL-042: one chunk with a whole file, as older clients send it. `change` spoils its fields. */
export function sendForm(
  server: ContractServer,
  session: string,
  { name, bytes, change = {} }: { name: string; bytes: Buffer; change?: Record<string, string> },
  asked: Asked = {},
): Promise<Answered> {
  const fields = {
    ...{ session_id: session, name, preview: 'server', file_id: name, chunk_index: '0', size: String(bytes.length), offset: '0' },
    ...{ crc: String(crc32(bytes)), sha256: createHash('sha256').update(bytes).digest('hex') },
    ...change,
  };
  const boundary = 'lightship';
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="chunk"; filename="blob"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(parts.join('') + file), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return server.asAda('POST /api/batch-upload', {
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    ...asked,
  });
}
