import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createCodecs } from '#imaging/dicom/codecs/codecs.ts';
import type { ProcessWork } from '#server/process/process-messages.ts';
import { answerFrames } from './frames-answer.ts';
import type { BeginAnswer, FramesRun, PlainFilesAnswer, VolumeAnswer } from './frames-run.ts';

/** One request about the frames of a series in a separate process, which ends with the memory of decoders and with work that hangs. */
const answer: ProcessWork<FramesRun, BeginAnswer | PlainFilesAnswer | VolumeAnswer> = ({ ask, maxBytes }, files) => {
  const codecs = createCodecs((file) => readFile(fileURLToPath(import.meta.resolve(`@cornerstonejs/codec-${file}/decodewasm`))));
  return answerFrames(ask, files, { codecs, maxBytes });
};
export default answer;
