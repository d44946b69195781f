/**
 * Limits for reading an archive: far above the needs of studies, far below what would fill a device or block a tab. Beyond them, a specific
 * refusal.
 */
export const ARCHIVE_LIMITS = {
  /** For an archive and all archives in it. A CT of 10,000 slices is a large study; the largest measured folder has 1,521 files. */
  entries: 100_000,
  /** Nested archives, including the outermost: a zip of one zip per patient has two, and an archive that contains itself ends here. */
  depth: 3,
  /** The directory of a zip is in memory while it is read: 100,000 entries with names of 250 bytes. */
  directoryBytes: 32 * 1024 ** 2,
  /** How far from the end of a zip its end record is searched: its comment has 64 KiB at most, and data added by a server is short. */
  endRecordBytes: 128 * 1024,
  /** How many end records are tried if the last ones do not match: each may claim a whole directory. */
  endRecords: 8,
  /** Tar headers with information about the next entry (long names, pax). The longest path that systems accept has 4,096 bytes. */
  tarNoteBytes: 1024 ** 2,
  /** Bytes read at a time: Chromium takes 180 ms for 56 MB in steps of 1 MiB, and 95 ms in steps of 4 MiB. Two are held at once. */
  readBytes: 4 * 1024 ** 2,
  /** Input of the inflater per step: at 1032 output bytes for one, no step creates more than 17 MB before they are counted. */
  inflateStepBytes: 16 * 1024,
  /** The same for the platform's inflater, whose steps cost some 20 us in addition to the work: 34 MB at most, in pieces of 64 KiB. */
  nativeStepBytes: 32 * 1024,
  /** If the last step expanded by more than this, the next one is small and creates 2 MB at most, because memory is not reclaimed immediately. */
  denseRatio: 32,
  denseStepBytes: 2 * 1024,
  /** If an inflater has been given this much without output, its input was not made by a packer; a stored block needs 64 KiB. */
  idleInputBytes: 256 * 1024,
  /**
   * Members of a gzip file: each costs the inflater half a millisecond, whatever its size. bgzip makes one per 64 KiB. Beyond the free ones, a file
   * may have one for this many inflated bytes.
   */
  gzipMembers: { free: 1000, bytesEach: 8 * 1024 },
  /**
   * Halves of NIfTI pairs are held until the other half comes: headers in memory, images like nested archives. Limits for the number of headers and
   * the bytes of images; others are not joined.
   */
  heldHeaders: 64,
  heldImageBytes: 128 * 1024 ** 2,
  /** A path is only a label here, and a longer one is cut at its beginning. In characters. */
  pathLength: 1000,
} as const;
