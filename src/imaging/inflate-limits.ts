const MiB = 1024 ** 2;

/**
 * [Note: How far deflated bytes may grow]
 *
 * All inflating, on a device or on the server, stops at `mostInflated`, counted on the way and not taken from a header. Deflate expands by
 * at most 1032. CT slices expand by 3, and MR volumes of mostly zeros by some hundreds, so the ratio counts only beyond the free bytes. A
 * label map of one organ (512 x 512 x 1500 voxels of 8 bits, 400 KB compressed) fits into the free bytes.
 */
const INFLATE_LIMITS = {
  /** For an archive with all archives in it: it is written to the device. */
  archive: { freeBytes: 128 * MiB, timesItsSize: 200, bytes: Infinity },
  /** For a DICOM data set (PS3.5 A.5) or a frame (PS3.5 A.4.13): it is held in memory. */
  dataSet: { freeBytes: 64 * MiB, timesItsSize: 100, bytes: 512 * MiB },
  /**
   * For a NIfTI volume: it is read piece by piece. The trailer of gzip counts up to 4 GiB (RFC 1952, 2.3.1), and no screen or converter handles
   * more.
   */
  volume: { freeBytes: 1024 * MiB, timesItsSize: 200, bytes: 4096 * MiB - 1 },
} as const;

export type Inflated = keyof typeof INFLATE_LIMITS;

/** Maximum inflated size for this number of deflated bytes. */
export function mostInflated(what: Inflated, deflatedBytes: number): number {
  const { freeBytes, timesItsSize, bytes } = INFLATE_LIMITS[what];
  return Math.min(bytes, freeBytes + timesItsSize * deflatedBytes);
}
