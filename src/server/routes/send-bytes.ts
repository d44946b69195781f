import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteAnswer } from '#server/rules/byte-answer.ts';
import { Refusal } from '#server/rules/context.ts';
import { chooseRange, hasCopy } from './byte-range.ts';

/** A client that takes no byte for so long has left without saying so. */
const IDLE_MS = 120_000;

/** Sends a file, or the range of it that was asked for. No cache keeps what is read of a patient: a page has a sealed one, and the ETag for it. */
export async function sendBytes(request: FastifyRequest, reply: FastifyReply, file: ByteAnswer): Promise<FastifyReply> {
  const { size, sha256, saveAs } = file;
  reply.headers({ ...file.headers, 'cache-control': 'private, no-store' });
  if (saveAs !== null) reply.header('content-disposition', `attachment; filename="${saveAs}"`);
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

async function sendPart(reply: FastifyReply, file: ByteAnswer, { offset, length }: { offset: number; length: number | null }) {
  const stream = file.stream(offset, length ?? Infinity);
  await firstBytes(stream, reply);
  reply.raw.setTimeout(IDLE_MS, () => reply.raw.destroy());
  if (length !== null) reply.header('content-length', length);
  return reply.type(file.type).send(stream);
}

/** Bytes that are not there are found before anything is promised: an answer that has begun can only be cut off. */
async function firstBytes(stream: Readable, reply: FastifyReply): Promise<void> {
  const left = () => stream.destroy();
  reply.raw.once('close', left);
  await once(stream, 'readable');
  reply.raw.off('close', left);
}

const headerOf = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);
