import type { ProcessWork } from '#server/process/process-messages.ts';
import type { FilesProblem, UnpackedPart } from './archive-unpacker.ts';
import { unpackFiles } from './unpack-files.ts';

/** Separate process: the archive is untrusted. */
const unpack: ProcessWork<string, { problem: FilesProblem | null }, UnpackedPart> = (name, [source], give) =>
  unpackFiles(source!, name, give);

export default unpack;
