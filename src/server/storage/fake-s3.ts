import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Place } from './s3-client.ts';

/** Handles a request before the store does; true if it was handled. */
export type Trouble = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * The part of S3 that the adapter uses, for faults that no real store can produce on demand. It checks no signatures: a real store shows whether
 * the adapter speaks S3.
 */
export interface FakeS3 {
  place: S3Place;
  /** By key, prefix included. */
  objects: Map<string, Buffer>;
  /** `PUT images/team-1/object`, in order, without lists. */
  asked: string[];
  trouble: Trouble | null;
  /** Multipart uploads in progress, by their ID. */
  begun: Map<string, { key: string; at: string }>;
  close(): Promise<void>;
}

export async function startFakeS3(): Promise<FakeS3> {
  const parts = new Map<number, Buffer>();
  let uploads = 0;
  const fake: Omit<FakeS3, 'place'> = {
    objects: new Map(),
    asked: [],
    trouble: null,
    begun: new Map(),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake');
    const key = pathname.replace(/^\/bucket\/?/, '');
    if (key !== '') fake.asked.push(`${request.method} ${key}`);
    if (fake.trouble?.(request, response) === true) return;
    if (key === '' && searchParams.has('uploads')) answerBegun(fake.begun, searchParams, response);
    else if (key === '') answerList(fake.objects, searchParams, response);
    else if (request.method === 'PUT') void take(request, response, key, Number(searchParams.get('partNumber')));
    else if (request.method === 'POST') void endOrBegin(request, response, key, searchParams.has('uploads'));
    else if (request.method === 'DELETE') {
      if (searchParams.has('uploadId')) fake.begun.delete(searchParams.get('uploadId')!);
      else fake.objects.delete(key);
      response.writeHead(204).end();
    } else answerObject(request, response, fake.objects.get(key));
  });

  async function take(request: IncomingMessage, response: ServerResponse, key: string, part: number): Promise<void> {
    const bytes = await buffer(request).catch(() => null);
    if (bytes === null) return;
    if (md5(bytes, 'base64') !== request.headers['content-md5']) return answerError(response, 400, 'BadDigest');
    if (part > 0) parts.set(part, bytes);
    else fake.objects.set(key, bytes);
    response.writeHead(200, { etag: `"${md5(bytes, 'hex')}"` }).end();
  }

  async function endOrBegin(request: IncomingMessage, response: ServerResponse, key: string, begins: boolean): Promise<void> {
    const asked = (await buffer(request)).toString();
    const id = begins ? String((uploads += 1)) : new URL(request.url ?? '', 'http://fake').searchParams.get('uploadId')!;
    if (begins) fake.begun.set(id, { key, at: new Date().toISOString() });
    else {
      const named = [...asked.matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, part]) => Number(part));
      const tags = [...asked.matchAll(/<ETag>(?:"|&quot;)?([0-9a-f]{32})(?:"|&quot;)?<\/ETag>/g)].map(([, tag]) => tag);
      const isWhole =
        named.length === parts.size && named.every((part, at) => part === at + 1 && md5(parts.get(part)!, 'hex') === tags[at]);
      if (!isWhole) return answerError(response, 400, 'InvalidPart');
      fake.objects.set(key, Buffer.concat(named.map((part) => parts.get(part)!)));
      fake.begun.delete(id);
    }
    parts.clear();
    const name = begins ? 'InitiateMultipartUploadResult' : 'CompleteMultipartUploadResult';
    response.writeHead(200, XML).end(`<${name}><Key>${key}</Key><UploadId>${id}</UploadId><ETag>"x-2"</ETag></${name}>`);
  }

  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const place = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    bucket: 'bucket',
    prefix: 'images',
    pathStyle: true,
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  };
  return Object.assign(fake, { place });
}

const XML = { 'content-type': 'application/xml' };

/** An error in the form of S3. */
export function answerError(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, XML).end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
}

function answerBegun(begun: FakeS3['begun'], asked: URLSearchParams, response: ServerResponse): void {
  const found = [...begun].filter(([, { key }]) => key.startsWith(asked.get('prefix') ?? ''));
  const timeOf = (at: string): string => (at === '' ? '' : `<Initiated>${at}</Initiated>`);
  const rows = found.map(([id, { key, at }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId>${timeOf(at)}</Upload>`);
  response.writeHead(200, XML).end(`<ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>`);
}

/** In pages, sorted by key; the next page continues after the last key of this one. */
function answerList(objects: ReadonlyMap<string, Buffer>, asked: URLSearchParams, response: ServerResponse): void {
  const after = asked.get('continuation-token') ?? '';
  const found = [...objects].filter(([key]) => key.startsWith(asked.get('prefix') ?? '') && key > after);
  const page = found.toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, Number(asked.get('max-keys') ?? 1_000));
  const rows = page.map(([key, bytes]) => `<Contents><Key>${key}</Key><Size>${bytes.length}</Size></Contents>`).join('');
  const isLast = page.length === found.length;
  const next = isLast ? '' : `<NextContinuationToken>${page.at(-1)![0]}</NextContinuationToken>`;
  response.writeHead(200, XML).end(`<ListBucketResult><IsTruncated>${!isLast}</IsTruncated>${next}${rows}</ListBucketResult>`);
}

function answerObject(request: IncomingMessage, response: ServerResponse, bytes: Buffer | undefined): void {
  if (bytes === undefined) return answerError(response, 404, 'NoSuchKey');
  if (request.method === 'HEAD') return void response.writeHead(200, { 'content-length': bytes.length }).end();
  const [, from = 0, to = 0] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')!.map(Number);
  if (from >= bytes.length) return answerError(response, 416, 'InvalidRange');
  const given = bytes.subarray(from, to + 1);
  const range = `bytes ${from}-${from + given.length - 1}/${bytes.length}`;
  response.writeHead(206, { 'content-range': range, 'content-length': given.length }).end(given);
}

const md5 = (bytes: Buffer, encoding: 'base64' | 'hex'): string => createHash('md5').update(bytes).digest(encoding);
