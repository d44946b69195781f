import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LIMITS } from '#contract/limits.ts';
import { marked } from '#language/t.ts';
import { Refusal } from '#server/rules/context.ts';

/** Forms with pictures (CALL-064), limited to the number and size that the contract accepts. */
export async function takeGridForms(scope: FastifyInstance): Promise<void> {
  const { gridsPerCall: files, gridBytes: fileSize } = LIMITS;
  const fields = 2 + 2 * files;
  await scope.register(multipart, {
    limits: { files, fileSize, fields, fieldSize: 4096, fieldNameSize: 32, parts: files + fields, headerPairs: 100 },
  });
}

/** Brings `image_0`, `studyId_0`, `series_0` and so on into the shape of the contract, which then validates it. */
export async function readGridForm(request: FastifyRequest): Promise<unknown> {
  const fields = new Map<string, string>();
  const images = new Map<string, Buffer>();
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') images.set(part.fieldname, await part.toBuffer());
      else if (typeof part.value === 'string') fields.set(part.fieldname, part.value);
    }
  } catch (error) {
    // An error without a code from the form parser means a malformed form; a limit or a broken connection has a code.
    throw error instanceof Error && 'code' in error ? error : new Refusal('malformed');
  }
  const count = Number(fields.get('imageCount'));
  if (count !== images.size) throw new Refusal('invalid', { errors: { imageCount: [marked('The number of pictures does not match.')] } });
  return {
    wsid: fields.get('wsid'),
    images: Array.from({ length: count }, (_, n) => ({
      studyId: fields.get(`studyId_${n}`),
      series: listOf(fields.get(`series_${n}`)),
      image: images.get(`image_${n}`)?.toString('base64'),
    })),
  };
}

function listOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
