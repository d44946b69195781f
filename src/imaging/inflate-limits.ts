const MiB = 1024 ** 2;

/**
 * [Note: How far deflated bytes may grow]
 *
 * Whatever is inflated, on a device or on the server, ends at `mostInflated`, counted while it flows and not believed from what a header says.
 * Deflate makes 1032 bytes of one at most. CT slices grow by 3, and MR volumes of mostly zeros by some hundreds: so the ratio counts beyond the free
 * bytes only. A label map of one organ (512 x 512 x 1500 voxels of 8 bits, 400 KB compressed) fits into what is free.
 */
const INFLATE_LIMITS = {
  /** Of an archive with all archives in it: it is written to the device. */
  archive: { freeBytes: 128 * MiB, timesItsSize: 200, bytes: Infinity },
  /** Of a DICOM data set (PS3.5 A.5) and of a frame (PS3.5 A.4.13): it is held in memory. */
  dataSet: { freeBytes: 64 * MiB, timesItsSize: 100, bytes: 512 * MiB },
  /** Of a NIfTI volume: it is walked. The trailer of gzip counts no further than 4 GiB (RFC 1952, 2.3.1), and no screen or converter takes more. */
  volume: { freeBytes: 1024 * MiB, timesItsSize: 200, bytes: 4096 * MiB - 1 },
} as const;

export type Inflated = keyof typeof INFLATE_LIMITS;

/** Bytes that so many deflated bytes may become. */
export function mostInflated(what: Inflated, deflatedBytes: number): number {
  const { freeBytes, timesItsSize, bytes } = INFLATE_LIMITS[what];
  return Math.min(bytes, freeBytes + timesItsSize * deflatedBytes);
}
