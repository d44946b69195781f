import { t } from '#language/t.ts';
import type { ArchiveProblem } from '#model/files/archive-problem.ts';
import { NAME } from '#features/upload/intake/name-place.ts';
import type { ProblemWords } from '#features/upload/intake/problem-texts.ts';

const UNPACK = t('Unpack it on your computer, then drop the folder.');
const PACK_AGAIN = t('Unpack it on your computer and drop the folder, or pack it again as an ordinary zip.');
const COPY_AGAIN = t('Copy it again from the source.');

export const ARCHIVE_PROBLEM_WORDS: Record<ArchiveProblem, ProblemWords> = {
  'archive-cut-off': {
    what: t('{name} is cut off: it ends before its own end mark. What is whole in it was taken.', { name: NAME }),
    todo: t('Copy it again from the source. What is here already is not taken twice.'),
  },
  'archive-damaged': {
    what: t('{name} is damaged: its bytes do not match the check sum that was packed with them. It was not taken.', { name: NAME }),
    todo: COPY_AGAIN,
  },
  'archive-empty': {
    what: t('{name} is an archive without a file that counts.', { name: NAME }),
    todo: t('If it should hold images, export them again.'),
  },
  'archive-unreadable': {
    what: t('{name} has the name of an archive, but its bytes are none that can be read.', { name: NAME }),
    todo: COPY_AGAIN,
  },
  'archive-encrypted': {
    what: t('{name} is encrypted, and its password cannot be used here.', { name: NAME }),
    todo: t('Unpack it on your computer with its password, then drop the folder.'),
  },
  'archive-deflate64': { what: t('{name} is compressed by Deflate64, which is not read here.', { name: NAME }), todo: PACK_AGAIN },
  'archive-bzip2': { what: t('{name} is compressed by BZip2, which is not read here.', { name: NAME }), todo: PACK_AGAIN },
  'archive-lzma': { what: t('{name} is compressed by LZMA, which is not read here.', { name: NAME }), todo: PACK_AGAIN },
  'archive-method': { what: t('{name} is compressed in a way that is not read here.', { name: NAME }), todo: PACK_AGAIN },
  'archive-split': {
    what: t('{name} is one part of an archive that was split.', { name: NAME }),
    todo: t('Put the parts together and unpack them on your computer, then drop the folder.'),
  },
  'archive-7z': { what: t('{name} is a 7z archive, which is not read here.', { name: NAME }), todo: UNPACK },
  'archive-rar': { what: t('{name} is a RAR archive, which is not read here.', { name: NAME }), todo: UNPACK },
  'archive-bomb': {
    what: t('{name} would become far larger than any study does of an archive of its size, or claims the same bytes twice.', {
      name: NAME,
    }),
    todo: t('If you trust it, unpack it on your computer, then drop the folder.'),
  },
  'archive-too-many': {
    what: t('{name} lists more files than are taken from one archive.', { name: NAME }),
    todo: t('Unpack it on your computer, then drop its folders one after the other.'),
  },
  'archive-nested': {
    what: t('{name} lies too deep in other archives.', { name: NAME }),
    todo: t('Unpack the outer ones on your computer, then drop it alone.'),
  },
  'archive-pair-apart': {
    what: t('{name} stands before its header in the archive, and is too large to be held until the header comes.', { name: NAME }),
    todo: UNPACK,
  },
  'archive-link': {
    what: t('{name} is only a link to another file, or a file with holes.', { name: NAME }),
    todo: t('If it is missed, copy the file itself and drop it.'),
  },
};
