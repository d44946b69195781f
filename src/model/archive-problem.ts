/** Why an archive, or something in it, stays behind. */
export type ArchiveProblem =
  /** It ends before its directory, its end mark, or the end of an entry. What is whole in it was taken. */
  | 'archive-cut-off'
  /** Its bytes contradict each other or their check sum. */
  | 'archive-damaged'
  /** Nothing in it is a file. */
  | 'archive-empty'
  /** No archive at all, whatever its name says. */
  | 'archive-unreadable'
  | 'archive-encrypted'
  | 'archive-deflate64'
  | 'archive-bzip2'
  | 'archive-lzma'
  /** Compressed in yet another way. */
  | 'archive-method'
  /** One of several parts. */
  | 'archive-split'
  | 'archive-7z'
  | 'archive-rar'
  /** Expands beyond all measure, or claims the same bytes for several entries. */
  | 'archive-bomb'
  | 'archive-too-many'
  /** An archive too deep inside others. */
  | 'archive-nested'
  /** The image of a NIfTI pair that stands before its header and is too large to be held until that comes. */
  | 'archive-pair-apart'
  /** An entry that only points to another file, or that leaves holes. */
  | 'archive-link';
