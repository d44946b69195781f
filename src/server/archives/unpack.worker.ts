import type { ProcessWork } from '#server/process/process-messages.ts';
import type { UnpackedCount, UnpackedPart } from './archive-unpacker.ts';
import { unpackArchive } from './unpack-archive.ts';

/** Separate process: the archive is untrusted. */
const unpack: ProcessWork<{ name: string; passwords: Readonly<Record<string, string>> }, UnpackedCount, UnpackedPart> = (
  archive,
  [source],
  give,
) => unpackArchive(source!, archive, give);

export default unpack;
