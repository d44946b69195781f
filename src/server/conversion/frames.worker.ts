import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { createMemorySource } from '#imaging/byte-source.ts';
import { createCodecs } from '#imaging/dicom/codecs/codecs.ts';
import type { FramesRun } from './frames-run.ts';
import { answerFrames } from './frames-answer.ts';

/** One question about the frames of a series, in a thread of its own: what decoders take of memory, and what hangs, ends with it. */
const { ask, files, maxBytes } = workerData as FramesRun;
const codecs = createCodecs((file) => readFile(fileURLToPath(import.meta.resolve(`@cornerstonejs/codec-${file}/decodewasm`))));
const { answer, transfer } = await answerFrames(ask, files.map(createMemorySource), { codecs, maxBytes });
parentPort?.postMessage(answer, transfer);
