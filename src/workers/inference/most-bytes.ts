/** Bytes that images and results may take. WebAssembly ends at 4 GiB, and the network needs its part. */
export const MOST_BYTES = 1.5 * 1024 ** 3;
