import multipart from '@fastify/multipart';
import type { Readable } from 'node:stream';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Call } from '#contract/calls.ts';
import { ChunkHeader, chunkHeaderToBytes, UNSORTED } from '#contract/chunk.ts';
import { LIMITS } from '#contract/limits.ts';
import { marked } from '#language/t.ts';
import { Refusal } from '#server/rules/context.ts';

/** Memory for chunk bodies while they are received. */
export interface ChunkMemory {
  take(bytes: number): Buffer<ArrayBuffer>;
  /** Returns a body once nothing reads it any more, a write that failed half way included. */
  give(body: Uint8Array): void;
  /** Releases a piece of a body after it has been copied. */
  free(piece: Buffer, from: Readable): void;
}

/**
 * The body of the chunk call: packed bytes under any content type, or the multipart form of the specification converted to the same bytes.
 */
export async function takeChunkBodies(scope: FastifyInstance, memory: ChunkMemory): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(multipart, {
    limits: { fileSize: LIMITS.chunkMaxBytes, files: 1, fields: 30, fieldSize: 4096, fieldNameSize: 100, parts: 31, headerPairs: 100 },
  });
  scope.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) => bodyOf(request, payload, memory));
}

const { FST_ERR_CTP_BODY_TOO_LARGE: TooLarge, FST_ERR_CTP_INVALID_CONTENT_LENGTH: WrongLength } = errorCodes;

/**
 * Reads into reusable memory of the announced length; without an announced length the maximum is reserved and the received length counts.
 */
async function bodyOf(request: FastifyRequest, payload: Readable, memory: ChunkMemory): Promise<Uint8Array> {
  const { 'content-length': announced } = request.headers;
  const most = announced === undefined ? LIMITS.chunkMaxBytes : Number(announced);
  if (most > LIMITS.chunkMaxBytes) throw new TooLarge();
  const body = memory.take(most);
  let length = 0;
  await new Promise<void>((resolve, reject) => {
    payload.on('data', (piece: Buffer) => {
      if (length + piece.length > most) return reject(announced === undefined ? new TooLarge() : new WrongLength());
      length += piece.copy(body, length);
      memory.free(piece, payload);
    });
    payload.on('end', resolve);
    payload.on('error', (error) => reject(Object.assign(error, { statusCode: 400 })));
  });
  if (announced !== undefined && length !== most) throw new WrongLength();
  return body.subarray(0, length);
}

export async function readChunkBody(request: FastifyRequest, { bodyKind }: Pick<Call, 'bodyKind'>): Promise<Uint8Array> {
  if (request.isMultipart()) {
    const { fields, bytes } = await readForm(request).catch(refuseBrokenForm);
    // Unsorted files do not belong to a study or a series yet.
    const unsorted = { studyUuid: fields['session_id'] ?? '', serie_id: UNSORTED };
    return packMultipart({ fields: bodyKind === 'json-or-chunk' ? { ...fields, ...unsorted } : fields, bytes });
  }
  if (!(request.body instanceof Uint8Array) || request.body.length === 0) throw new Refusal('malformed');
  return request.body;
}

interface Form {
  fields: Record<string, string>;
  bytes: Uint8Array;
}

async function readForm(request: FastifyRequest): Promise<Form> {
  const fields: Record<string, string> = {};
  let bytes: Uint8Array | null = null;
  for await (const part of request.parts()) {
    if (part.type === 'file' && part.fieldname === 'chunk') bytes = await part.toBuffer();
    else if (part.type === 'field' && typeof part.value === 'string') fields[part.fieldname] = part.value;
    else throw new Refusal('malformed');
  }
  if (bytes === null) throw new Refusal('invalid', { errors: { chunk: [marked('The bytes are missing.')] } });
  return { fields, bytes };
}

/** An error without a code from the form parser means a malformed form; a limit or a broken connection has a code. */
function refuseBrokenForm(error: unknown): never {
  if (error instanceof Refusal || !(error instanceof Error) || 'code' in error) throw error;
  throw new Refusal('malformed');
}

/** Packs one part: lengths follow from the bytes, and a file that fits into one chunk may omit size and offset. */
function packMultipart({ fields, bytes }: Form): Uint8Array {
  const whole = (name: string, otherwise: number) => (fields[name] === undefined ? otherwise : Number(fields[name]));
  const header = ChunkHeader.safeParse({
    v: 1,
    session_id: fields['session_id'],
    // The index is called `chunk` in a packed chunk; in forms that name is often used for the bytes.
    chunk: Number(fields['chunk'] ?? fields['chunk_index'] ?? NaN),
    preview: fields['preview'],
    studyUuid: fields['studyUuid'],
    parts: [
      {
        file_id: fields['file_id'],
        name: fields['name'],
        serie_id: fields['serie_id'],
        size: whole('size', bytes.length),
        offset: whole('offset', 0),
        length: bytes.length,
        enc: '',
        plain: bytes.length,
        crc: Number(fields['crc'] ?? NaN),
        sha256: fields['sha256'],
      },
    ],
  });
  if (!header.success) {
    throw new Refusal('invalid', {
      errors: Object.fromEntries(header.error.issues.map((issue) => [String(issue.path.at(-1)), [issue.message]])),
    });
  }
  const head = chunkHeaderToBytes(header.data);
  const packed = new Uint8Array(head.length + bytes.length);
  packed.set(head);
  packed.set(bytes, head.length);
  return packed;
}
