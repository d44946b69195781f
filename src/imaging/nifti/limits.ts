/** Limits for reading a NIfTI header; beyond them, a named refusal. */
export const NIFTI_LIMITS = {
  /** Stored bytes of one slice. The largest real ones measured have 2 MB; a microscope's 16,000 x 16,000 of 8 bits fits. */
  sliceBytes: 256 * 1024 ** 2,
  /** A compressed volume up to this size is kept inflated while it is viewed: 256 x 256 x 256 voxels of 16 bits are 32 MiB. */
  keptBytes: 64 * 1024 ** 2,
  /** Some writers pad after the voxels; anything that inflates further than this is not a volume. */
  paddingBytes: 1024 ** 2,
  /** Deflate expands by at most 1032: a header that requires more from its file is refused. */
  inflatedPerByte: 1032,
} as const;
