import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
  type _Object,
  type GetObjectCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { assertObjectKey, isObjectKey } from './object-key.ts';
import { ObjectMissingError, type ObjectStore } from './object-store.ts';
import { createS3Client, type S3Patience, type S3Place } from './s3-client.ts';
import { answered, isFault, S3Fault, toFault } from './s3-fault.ts';

/** A chunk of an upload is sent in one request. Larger objects are sent in parts of this size, with at most two in memory. */
const PART_BYTES = 16 * 1024 * 1024;
const REMOVALS_AT_ONCE = 8;
const ABANDONED_MS = 86_400_000;

export interface S3Options {
  patience?: S3Patience;
  now?: () => number;
  /** At least 5 MiB, as required by S3. */
  partBytes?: number;
  /** Per page of a list; stores return at most a thousand. */
  keysPerPage?: number;
  /** Nothing in the bucket is removed. */
  onlyReads?: boolean;
}

/**
 * Objects in a bucket, with only operations that both Amazon S3 and OpenStack Swift have: no conditional writes, no bulk deletes. Rejects with
 * an `S3Fault` if the bucket cannot be reached or read.
 *
 * A store names an object only when it is complete, so an interrupted write leaves nothing under the key. Parts left by a killed process are
 * removed by a start a day later, because another process may be writing them now.
 */
export async function openS3(
  place: S3Place,
  { patience, now = () => Date.now(), partBytes = PART_BYTES, keysPerPage = 1_000, onlyReads = false }: S3Options = {},
): Promise<ObjectStore> {
  const client = createS3Client(place, patience);
  const { bucket: Bucket } = place;
  const base = place.prefix === '' ? '' : `${place.prefix}/`;
  await assertReadable(client, Bucket, base);
  if (!onlyReads) await abortAbandoned(client, Bucket, base, now() - ABANDONED_MS);

  const nameOf = (key: string): { Bucket: string; Key: string } => {
    assertObjectKey(key);
    return { Bucket, Key: base + key };
  };

  async function write(keyOrAwaited: string | Promise<string | null>, bytes: Uint8Array | Readable): Promise<void> {
    const key = await keyOrAwaited;
    if (key === null) return;
    const name = nameOf(key);
    const parts = partsOf(bytes, partBytes);
    try {
      const first = await parts.next();
      const second = await parts.next();
      if (first.done === true) await putWhole(name, new Uint8Array(0));
      else if (second.done === true) await putWhole(name, first.value);
      else await putInParts(name, [first.value, second.value], parts);
    } finally {
      await parts.return(undefined);
    }
  }

  async function putWhole(name: Name, bytes: Uint8Array): Promise<void> {
    const md5 = md5Of(bytes);
    const kept = await answered(
      client.send(new PutObjectCommand({ ...name, Body: bytes, ContentLength: bytes.length, ContentMD5: md5.toString('base64') })),
    );
    if (!saysSame(kept, md5)) await assertSize(name, bytes.length);
  }

  async function putInParts(name: Name, begun: readonly Uint8Array[], rest: AsyncIterable<Uint8Array>): Promise<void> {
    const { UploadId } = await answered(client.send(new CreateMultipartUploadCommand(name)));
    const done: { PartNumber: number; ETag: string | undefined }[] = [];
    let size = 0;
    const put = async (bytes: Uint8Array): Promise<void> => {
      const md5 = md5Of(bytes);
      const part = { ...name, UploadId, PartNumber: done.length + 1, ContentLength: bytes.length, ContentMD5: md5.toString('base64') };
      const kept = await answered(client.send(new UploadPartCommand({ ...part, Body: bytes })));
      saysSame(kept, md5);
      done.push({ PartNumber: part.PartNumber, ETag: kept.ETag });
      size += bytes.length;
    };
    try {
      for (const bytes of begun) await put(bytes);
      for await (const bytes of rest) await put(bytes);
      await answered(client.send(new CompleteMultipartUploadCommand({ ...name, UploadId, MultipartUpload: { Parts: done } })));
    } catch (cause) {
      // If it cannot be aborted, a later start removes it.
      await client.send(new AbortMultipartUploadCommand({ ...name, UploadId })).catch(() => undefined);
      throw cause;
    }
    await assertSize(name, size);
  }

  /** For answers whose ETag does not cover the bytes. */
  async function assertSize(name: Name, size: number): Promise<void> {
    const { ContentLength } = await answered(client.send(new HeadObjectCommand(name)));
    if (ContentLength !== size) throw new S3Fault('KeptOtherBytes');
  }

  async function* readRange(key: string, offset: number, length: number): AsyncGenerator<Uint8Array> {
    const name = nameOf(key);
    // An empty range cannot be requested.
    if (length === 0) return assertReaches(await size(key), offset);
    const found = await getRange(client, name, offset, length);
    let done = 0;
    try {
      for await (const bytes of found) {
        done += bytes.length;
        yield bytes;
      }
    } catch (cause) {
      throw toFault(cause);
    }
    // Not the same as an object that is too short, which was checked before: repeating the request helps.
    if (done !== length) throw new S3Fault('AnswerCutShort');
  }

  async function size(key: string): Promise<number | null> {
    try {
      const { ContentLength } = await answered(client.send(new HeadObjectCommand(nameOf(key))));
      return ContentLength ?? 0;
    } catch (error) {
      if (!isFault(error, '404')) throw error;
      // A deleted bucket gets the same answer, which must not be mistaken for a missing object.
      await assertReadable(client, Bucket, base);
      return null;
    }
  }

  async function* pagesBelow(Prefix: string): AsyncGenerator<readonly _Object[]> {
    for (let ContinuationToken: string | undefined, more = true; more;) {
      const asked = { Bucket, Prefix, MaxKeys: keysPerPage, ContinuationToken };
      const page = await answered(client.send(new ListObjectsV2Command(asked)));
      yield page.Contents ?? [];
      ContinuationToken = page.NextContinuationToken;
      more = page.IsTruncated === true;
      // Getting the first page repeatedly would make the list endless.
      if (more && ContinuationToken === undefined) throw new S3Fault('ListCutShort');
    }
  }

  return {
    write,

    async read(key, offset, length) {
      const into = Buffer.allocUnsafeSlow(length);
      let done = 0;
      for await (const bytes of readRange(key, offset, length)) {
        into.set(bytes.subarray(0, length - done), done);
        done += bytes.length;
      }
      return into;
    },

    stream: (key, offset, length) => Readable.from(readRange(key, offset, length), { objectMode: false }),

    size,

    async remove(key) {
      await removeObject(client, nameOf(key));
    },

    async removeAll(prefix) {
      for await (const page of pagesBelow(`${nameOf(prefix.replace(/\/$/, '')).Key}/`)) {
        for (let at = 0; at < page.length; at += REMOVALS_AT_ONCE)
          await Promise.all(page.slice(at, at + REMOVALS_AT_ONCE).map(({ Key = '' }) => removeObject(client, { Bucket, Key })));
      }
    },

    async *list(prefix) {
      const below = prefix === '' ? base : `${nameOf(prefix.replace(/\/$/, '')).Key}/`;
      for await (const page of pagesBelow(below)) {
        for (const { Key = '', Size = 0, LastModified } of page) {
          const key = Key.slice(base.length);
          // A bucket without a prefix may hold objects of other applications.
          if (isObjectKey(key)) yield { key, bytes: Size, writtenAt: LastModified?.getTime() ?? now() };
        }
      }
    },
  };
}

interface Name {
  Bucket: string;
  Key: string;
}

/** A list instead of a HEAD, because its refusal contains the reason. */
async function assertReadable(client: S3Client, Bucket: string, Prefix: string): Promise<void> {
  await answered(client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 })));
}

/** Abandoned parts use space and appear in no list of objects. A key without the right to list them does not stop the start. */
async function abortAbandoned(client: S3Client, Bucket: string, Prefix: string, beforeMs: number): Promise<void> {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix })).catch(() => ({ Uploads: [] }));
  for (const { Key, UploadId, Initiated } of Uploads) {
    if (Initiated === undefined || Initiated.getTime() >= beforeMs) continue;
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined);
  }
}

async function getRange(client: S3Client, name: Name, offset: number, length: number): Promise<Readable> {
  const Range = `bytes=${offset}-${offset + length - 1}`;
  let answer: GetObjectCommandOutput;
  try {
    answer = await answered(client.send(new GetObjectCommand({ ...name, Range })));
  } catch (cause) {
    if (isFault(cause, 'NoSuchKey')) throw new ObjectMissingError('There is no such object', { cause });
    if (isFault(cause, 'InvalidRange') || isFault(cause, '416')) throw outOfRange(cause);
    throw cause;
  }
  const body = answer.Body as Readable;
  try {
    assertWholeRange(answer, offset, length);
  } catch (error) {
    body.destroy();
    throw error;
  }
  return body;
}

/** A store may return only a part of the range, or the whole object. */
function assertWholeRange({ ContentRange, ContentLength }: GetObjectCommandOutput, offset: number, length: number): void {
  const given = /^bytes (\d+)-(\d+)/.exec(ContentRange ?? '');
  const [from, to] = given === null ? [0, (ContentLength ?? 0) - 1] : [Number(given[1]), Number(given[2])];
  if (to < offset + length - 1) throw outOfRange();
  if (from !== offset || to !== offset + length - 1) throw new S3Fault('RangeNotKept');
}

function assertReaches(size: number | null, offset: number): void {
  if (size === null) throw new ObjectMissingError('There is no such object');
  if (offset > size) throw outOfRange();
}

const outOfRange = (cause?: unknown): ObjectMissingError => new ObjectMissingError('The range is outside the object', { cause });

async function removeObject(client: S3Client, name: Name): Promise<void> {
  try {
    await answered(client.send(new DeleteObjectCommand(name)));
  } catch (error) {
    if (!isFault(error, 'NoSuchKey')) throw error;
  }
}

interface KeptAnswer {
  ETag?: string | undefined;
  ServerSideEncryption?: string | undefined;
  SSECustomerAlgorithm?: string | undefined;
}

/**
 * Whether the ETag confirms that the store has these bytes; other bytes are a fault. The ETag is their MD5, except with managed encryption keys:
 * then the store has only checked the MD5 that we sent.
 */
function saysSame({ ETag, ServerSideEncryption = 'none', SSECustomerAlgorithm }: KeptAnswer, md5: Buffer): boolean {
  const says = /^"?([0-9a-f]{32})"?$/i.exec(ETag ?? '')?.[1];
  if (says === undefined || ServerSideEncryption.startsWith('aws:') || SSECustomerAlgorithm !== undefined) return false;
  if (says.toLowerCase() !== md5.toString('hex')) throw new S3Fault('KeptOtherBytes');
  return true;
}

const md5Of = (bytes: Uint8Array): Buffer => createHash('md5').update(bytes).digest();

/** Parts of this size, the last one shorter. */
async function* partsOf(bytes: Uint8Array | Readable, partBytes: number): AsyncGenerator<Uint8Array, undefined> {
  if (!(bytes instanceof Readable)) {
    for (let at = 0; at < bytes.length; at += partBytes) yield bytes.subarray(at, at + partBytes);
    return;
  }
  let part = Buffer.allocUnsafeSlow(partBytes);
  let filled = 0;
  for await (const piece of bytes as AsyncIterable<Uint8Array>) {
    for (let at = 0; at < piece.length;) {
      const taken = piece.subarray(at, at + partBytes - filled);
      part.set(taken, filled);
      filled += taken.length;
      at += taken.length;
      if (filled < partBytes) continue;
      yield part;
      part = Buffer.allocUnsafeSlow(partBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}
