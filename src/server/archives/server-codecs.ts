import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createCodecs, type Codecs } from '#imaging/dicom/codecs/codecs.ts';

export function createServerCodecs(): Codecs {
  return createCodecs((file) => readFile(fileURLToPath(import.meta.resolve(`@cornerstonejs/codec-${file}/decodewasm`))));
}
