/** What a NIfTI header may ask of its reader; beyond it, a named refusal. */
export const NIFTI_LIMITS = {
  /** Voxels of one slice, as they stand in the file. The largest real ones measured have 2 MB; a microscope's 16,000 x 16,000 of 8 bits fits. */
  sliceBytes: 256 * 1024 ** 2,
  /** A compressed volume of at most so much is kept inflated while it is looked at: 256 x 256 x 256 voxels of 16 bits are 32 MiB. */
  keptBytes: 64 * 1024 ** 2,
  /** Behind the voxels some writers pad; what inflates further than this is not a volume. */
  paddingBytes: 1024 ** 2,
  /** Deflate makes at most 1032 bytes of one: a header that asks for more than that of its file is not looked into. */
  inflatedPerByte: 1032,
} as const;
