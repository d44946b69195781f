/** Why an archive, or something in it, is not uploaded. */
export type ArchiveProblem =
  /** It ends before its directory, its end mark, or the end of an entry. Complete entries were accepted. */
  | 'archive-cut-off'
  /** Its bytes are inconsistent or do not match their checksum. */
  | 'archive-damaged'
  /** It contains no files. */
  | 'archive-empty'
  /** Not an archive, whatever its name. */
  | 'archive-unreadable'
  | 'archive-encrypted'
  | 'archive-deflate64'
  | 'archive-bzip2'
  | 'archive-lzma'
  /** Compressed with another method. */
  | 'archive-method'
  /** One of several parts. */
  | 'archive-split'
  | 'archive-7z'
  | 'archive-rar'
  /** Expands excessively, or claims the same bytes for several entries. */
  | 'archive-bomb'
  | 'archive-too-many'
  /** An archive nested too deeply. */
  | 'archive-nested'
  /** The image of a NIfTI pair that precedes its header and is too large to keep until the header comes. */
  | 'archive-pair-apart'
  /** An entry that only links to another file, or that has holes. */
  | 'archive-link';
