import type { ProcessWork } from '#server/process/process-messages.ts';
import type { SentFacts } from '#model/deidentified.ts';
import type { UnpackedPart } from './archive-unpacker.ts';
import { deidentifyFiles, type HowToDeidentify } from './deidentify-files.ts';

/** In a process of its own: headers of files of unknown origin. */
const deidentify: ProcessWork<HowToDeidentify, { sent: SentFacts | null }, UnpackedPart> = deidentifyFiles;

export default deidentify;
