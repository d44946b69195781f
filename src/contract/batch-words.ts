import type { BatchProblem } from './batch.ts';

/** What happened and what to do, for each way in which a file stays behind. */
export const BATCH_WORDS: Record<BatchProblem, string> = {
  'archive-cut-off': 'It ends too early. What was whole in it was taken; for the rest, copy the file again and send it anew.',
  'archive-damaged': 'Its bytes are damaged. Copy the file again from where it came from and send it anew.',
  'archive-empty': 'It holds no files.',
  'archive-unreadable': 'It is no archive that can be read, whatever its name says. Unpack it and send the files.',
  'archive-encrypted': 'It is encrypted. Give its password, or unpack it and send the files.',
  'archive-deflate64': 'It is compressed with Deflate64, which is not read. Unpack it and send the files.',
  'archive-bzip2': 'It is compressed with BZip2, which is not read. Unpack it and send the files.',
  'archive-lzma': 'It is compressed with LZMA, which is not read. Unpack it and send the files.',
  'archive-method': 'It is compressed in a way that is not read, or needs too much memory. Unpack it and send the files.',
  'archive-split': 'It is one part of several. Join the parts, or unpack them and send the files.',
  'archive-7z': '7z is not read. Unpack it and send the files.',
  'archive-rar': 'This rar is not read. Unpack it and send the files.',
  'archive-bomb': 'It expands beyond all measure, so it was not opened to its end. Unpack it and send the files.',
  'archive-too-many': 'It holds more files than are taken at once. Send it in parts.',
  'archive-nested':
    'It lies too deep inside other archives, or is too large to be held while the archive is read. Unpack the archive and send the files.',
  'archive-link': 'It only points to another file. Send that file.',
  'archive-slow': 'Reading it took longer than one archive may take. Send it in parts.',
  'archive-broke': 'It could not be read: the reader broke. Unpack it and send the files.',
  'no-room': 'What is in it is more than the team has room for.',
  'not-an-image': 'It is no image that can be read.',
  duplicate: 'The same file is part of this upload already.',
  'not-deidentified': 'Patient data could not be taken out of it, so it stays behind. Send its study with patient data if it has to go.',
};
