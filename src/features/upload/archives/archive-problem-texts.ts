import type { ArchiveProblem } from '#model/files/archive-problem.ts';
import type { ProblemWords } from '#features/upload/intake/problem-texts.ts';

const UNPACK = 'Unpack it on your computer, then drop the folder.';
const PACK_AGAIN = 'Unpack it on your computer and drop the folder, or pack it again as an ordinary zip.';
const COPY_AGAIN = 'Copy it again from the source.';

export const ARCHIVE_PROBLEM_WORDS: Record<ArchiveProblem, ProblemWords> = {
  'archive-cut-off': {
    what: '{name} is cut off: it ends before its own end mark. What is whole in it was taken.',
    todo: `${COPY_AGAIN} What is here already is not taken twice.`,
  },
  'archive-damaged': {
    what: '{name} is damaged: its bytes do not match the check sum that was packed with them. It was not taken.',
    todo: COPY_AGAIN,
  },
  'archive-empty': {
    what: '{name} is an archive without a file that counts.',
    todo: 'If it should hold images, export them again.',
  },
  'archive-unreadable': {
    what: '{name} has the name of an archive, but its bytes are none that can be read.',
    todo: COPY_AGAIN,
  },
  'archive-encrypted': {
    what: '{name} is encrypted, and its password cannot be used here.',
    todo: 'Unpack it on your computer with its password, then drop the folder.',
  },
  'archive-deflate64': { what: '{name} is compressed by Deflate64, which is not read here.', todo: PACK_AGAIN },
  'archive-bzip2': { what: '{name} is compressed by BZip2, which is not read here.', todo: PACK_AGAIN },
  'archive-lzma': { what: '{name} is compressed by LZMA, which is not read here.', todo: PACK_AGAIN },
  'archive-method': { what: '{name} is compressed in a way that is not read here.', todo: PACK_AGAIN },
  'archive-split': {
    what: '{name} is one part of an archive that was split.',
    todo: 'Put the parts together and unpack them on your computer, then drop the folder.',
  },
  'archive-7z': { what: '{name} is a 7z archive, which is not read here.', todo: UNPACK },
  'archive-rar': { what: '{name} is a RAR archive, which is not read here.', todo: UNPACK },
  'archive-bomb': {
    what: '{name} would become far larger than any study does of an archive of its size, or claims the same bytes twice.',
    todo: 'If you trust it, unpack it on your computer, then drop the folder.',
  },
  'archive-too-many': {
    what: '{name} lists more files than are taken from one archive.',
    todo: 'Unpack it on your computer, then drop its folders one after the other.',
  },
  'archive-nested': {
    what: '{name} lies too deep in other archives.',
    todo: 'Unpack the outer ones on your computer, then drop it alone.',
  },
  'archive-pair-apart': {
    what: '{name} stands before its header in the archive, and is too large to be held until the header comes.',
    todo: UNPACK,
  },
  'archive-link': {
    what: '{name} is only a link to another file, or a file with holes.',
    todo: 'If it is missed, copy the file itself and drop it.',
  },
};
