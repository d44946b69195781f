import type { ProcessWork } from '#server/process/process-messages.ts';
import type { UnpackedCount, UnpackedPart } from './archive-unpacker.ts';
import { unpackArchive } from './unpack-archive.ts';

/** In a process of its own: what opens an archive of unknown origin. */
const unpack: ProcessWork<{ name: string; passwords: Readonly<Record<string, string>> }, UnpackedCount, UnpackedPart> = (
  archive,
  [source],
  give,
) => unpackArchive(source!, archive, give);

export default unpack;
