import type { BatchProblem } from './batch.ts';

/** What happened and what to do, for each reason why a file is not uploaded. */
export const BATCH_WORDS: Record<BatchProblem, string> = {
  'archive-cut-off': 'It is incomplete. The complete files in it were kept. For the rest, copy the archive again and send it again.',
  'archive-damaged': 'It is damaged. Copy the file again from its source and send it again.',
  'archive-empty': 'It contains no files.',
  'archive-unreadable': 'It cannot be read as an archive. Unpack it and send the files.',
  'archive-encrypted': 'It is encrypted. Enter its password, or unpack it and send the files.',
  'archive-deflate64': 'It is compressed with Deflate64, which is not supported. Unpack it and send the files.',
  'archive-bzip2': 'It is compressed with BZip2, which is not supported. Unpack it and send the files.',
  'archive-lzma': 'It is compressed with LZMA, which is not supported. Unpack it and send the files.',
  'archive-method': 'Its compression method is not supported or needs too much memory. Unpack it and send the files.',
  'archive-split': 'It is one part of a split archive. Join the parts, or unpack them and send the files.',
  'archive-7z': '7z archives are not supported. Unpack it and send the files.',
  'archive-rar': 'This RAR archive cannot be read. Unpack it and send the files.',
  'archive-bomb': 'It expands far beyond the limit and was not unpacked completely. Unpack it and send the files.',
  'archive-too-many': 'It contains too many files. Send it in parts.',
  'archive-nested':
    'It is nested too deeply in other archives, or too large to be unpacked inside another archive. Unpack the outer archive and send the files.',
  'archive-link': 'It only points to another file. Send that file.',
  'archive-slow': 'Reading it exceeded the time limit for one archive. Send it in parts.',
  'archive-broke': 'It could not be read because the reader crashed. Unpack it and send the files.',
  'no-room': 'Its contents exceed the storage space of the team.',
  'not-an-image': 'It is not a readable image.',
  duplicate: 'The same file is already part of this upload.',
  'not-deidentified': 'Patient data could not be removed from it, so it was left out. To include it, send its study with patient data.',
};
