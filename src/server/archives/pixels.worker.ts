import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createCodecs } from '#imaging/dicom/codecs/codecs.ts';
import type { ProcessWork } from '#server/process/process-messages.ts';
import type { FramePixels } from './archive-unpacker.ts';
import { framePixels } from './frame-pixels.ts';

/** In a process of its own: a picture of a file of unknown origin. */
const pixels: ProcessWork<string, FramePixels | null> = (name, [source]) => {
  const codecs = createCodecs((file) => readFile(fileURLToPath(import.meta.resolve(`@cornerstonejs/codec-${file}/decodewasm`))));
  return framePixels({ name, source: source! }, codecs);
};

export default pixels;
