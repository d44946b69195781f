import type { ProcessWork } from '#server/process/process-messages.ts';
import type { SentFacts } from '#model/uploads/deidentified.ts';
import type { UnpackedPart } from './archive-unpacker.ts';
import { deidentifyFiles, type HowToDeidentify } from './deidentify-files.ts';

/** Separate process: the headers come from untrusted files. */
const deidentify: ProcessWork<HowToDeidentify, { sent: SentFacts | null }, UnpackedPart> = deidentifyFiles;

export default deidentify;
