import { marked } from '#language/t.ts';
import type { BatchProblem } from './batch.ts';

/** What happened and what to do, for each reason why a file is not uploaded. */
export const BATCH_WORDS: Record<BatchProblem, string> = {
  'archive-cut-off': marked(
    'It is incomplete. The complete files in it were kept. For the rest, copy the archive again and send it again.',
  ),
  'archive-damaged': marked('It is damaged. Copy the file again from its source and send it again.'),
  'archive-empty': marked('It contains no files.'),
  'archive-unreadable': marked('It cannot be read as an archive. Unpack it and send the files.'),
  'archive-encrypted': marked('It is encrypted. Enter its password, or unpack it and send the files.'),
  'archive-deflate64': marked('It is compressed with Deflate64, which is not supported. Unpack it and send the files.'),
  'archive-bzip2': marked('It is compressed with BZip2, which is not supported. Unpack it and send the files.'),
  'archive-lzma': marked('It is compressed with LZMA, which is not supported. Unpack it and send the files.'),
  'archive-method': marked('Its compression method is not supported or needs too much memory. Unpack it and send the files.'),
  'archive-split': marked('It is one part of a split archive. Join the parts, or unpack them and send the files.'),
  'archive-7z': marked('7z archives are not supported. Unpack it and send the files.'),
  'archive-rar': marked('This RAR archive cannot be read. Unpack it and send the files.'),
  'archive-bomb': marked('It expands far beyond the limit and was not unpacked completely. Unpack it and send the files.'),
  'archive-too-many': marked('It contains too many files. Send it in parts.'),
  'archive-nested': marked(
    'It is nested too deeply in other archives, or too large to be unpacked inside another archive. Unpack the outer archive and send the files.',
  ),
  'archive-link': marked('It only points to another file. Send that file.'),
  'archive-slow': marked('Reading it exceeded the time limit for one archive. Send it in parts.'),
  'archive-broke': marked('It could not be read because the reader crashed. Unpack it and send the files.'),
  'no-room': marked('Its contents exceed the storage space of the team.'),
  'not-an-image': marked('It is not a readable image.'),
  duplicate: marked('The same file is already part of this upload.'),
  'not-deidentified': marked(
    'Patient data could not be removed from it, so it was left out. To include it, send its study with patient data.',
  ),
};
