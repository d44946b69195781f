/** What an archive may ask of its reader. Far above what studies need, far below what would fill a device or hang a tab; beyond it, a named refusal. */
export const ARCHIVE_LIMITS = {
  /** Of an archive and all archives in it. A CT of 10,000 slices is a large study; the largest folder that was measured holds 1,521 files. */
  entries: 100_000,
  /** Archives in one another, the outermost counted: a zip of one zip per patient has two, and an archive that holds itself ends here. */
  depth: 3,
  /** The directory of a zip is held in memory while it is read: 100,000 entries with names of 250 bytes. */
  directoryBytes: 32 * 1024 ** 2,
  /** The end record of a zip is looked for so far from its end: its comment is 64 KiB at most, and what a server has added behind is short. */
  endRecordBytes: 128 * 1024,
  /** How many end records are tried, should the last of them not fit: each may ask for a whole directory. */
  endRecords: 8,
  /** Headers of a tar that say something about the next entry (long names, pax). A path of 4,096 bytes is the longest that systems take. */
  tarNoteBytes: 1024 ** 2,
  /** How much is asked of the file at once: 56 MB in steps of 1 MiB take Chromium 180 ms, in steps of 4 MiB 95. Two are held at once. */
  readBytes: 4 * 1024 ** 2,
  /** How much goes into the inflater at once: at 1032 bytes for one, no step makes more than 17 MB before they are counted. */
  inflateStepBytes: 16 * 1024,
  /** The same for the inflater of the platform, of which every step costs some 20 us beside its work: 34 MB at most, in pieces of 64 KiB. */
  nativeStepBytes: 32 * 1024,
  /** Where more than so much came of the last step the next is so small, and makes 2 MB at most: what was made is not collected at once. */
  denseRatio: 32,
  denseStepBytes: 2 * 1024,
  /** An inflater that was given so much and made nothing of it is being fed what no packer writes; a stored block needs 64 KiB. */
  idleInputBytes: 256 * 1024,
  /**
   * Members of a gzip file: each costs the inflater half a millisecond, whatever it holds. bgzip makes one of 64 KiB; beyond the free ones a file
   * may have one for so many inflated bytes.
   */
  gzipMembers: { free: 1000, bytesEach: 8 * 1024 },
  /**
   * Halves of NIfTI pairs are held until the other half comes: headers in memory, images as archives in archives are. Headers, and bytes of images;
   * what is beyond stays by itself.
   */
  heldHeaders: 64,
  heldImageBytes: 128 * 1024 ** 2,
  /** A path is only a label here, and a label longer than this is cut at its front. Characters. */
  pathLength: 1000,
} as const;
