import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteAnswer } from '#server/rules/byte-answer.ts';
import { Refusal } from '#server/rules/context.ts';
import { chooseRange, hasCopy } from './byte-range.ts';

/** A client that accepts no byte for this long counts as disconnected. */
const IDLE_MS = 120_000;

/**
 * Sends a file, or the requested range of it. HTTP caches must not keep patient data: the page has an encrypted cache, and the ETag for it.
 */
export async function sendBytes(request: FastifyRequest, reply: FastifyReply, file: ByteAnswer): Promise<FastifyReply> {
  const { size, sha256, saveAs } = file;
  reply.headers({ ...file.headers, 'cache-control': 'private, no-store' });
  if (saveAs !== null) reply.header('content-disposition', attachmentAs(saveAs));
  if (sha256 === null || size === null) return sendPart(reply.code(200), file, { offset: 0, length: size });

  const etag = `"${sha256}"`;
  reply.headers({ etag, 'accept-ranges': 'bytes' });
  if (hasCopy(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const chosen = chooseRange({ range: request.headers.range, ifRange: headerOf(request.headers['if-range']) }, { size, etag });
  if (chosen.kind === 'outside') {
    reply.header('content-range', `bytes */${size}`);
    throw new Refusal('range_outside');
  }
  if (chosen.kind === 'whole') return sendPart(reply.code(200), file, { offset: 0, length: size });
  const { offset, length } = chosen;
  reply.header('content-range', `bytes ${offset}-${offset + length - 1}/${size}`);
  return sendPart(reply.code(206), file, { offset, length });
}

/** RFC 6266: a name that ASCII cannot say is said twice. */
function attachmentAs(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return plain === name ? `attachment; filename="${name}"` : `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

async function sendPart(reply: FastifyReply, file: ByteAnswer, { offset, length }: { offset: number; length: number | null }) {
  const stream = file.stream(offset, length ?? Infinity);
  await firstBytes(stream, reply);
  reply.raw.setTimeout(IDLE_MS, () => reply.raw.destroy());
  if (length !== null) reply.header('content-length', length);
  return reply.type(file.type).send(stream);
}

/** Missing bytes are detected before the answer begins: after that it can only be cut off. */
async function firstBytes(stream: Readable, reply: FastifyReply): Promise<void> {
  const left = () => stream.destroy();
  reply.raw.once('close', left);
  await once(stream, 'readable');
  reply.raw.off('close', left);
}

const headerOf = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);
