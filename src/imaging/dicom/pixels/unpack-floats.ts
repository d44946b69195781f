/** Float (7FE0,0008) or double (7FE0,0009) pixel data, in the byte order of the data set. */
export function unpackFloats(
  bytes: Uint8Array,
  count: number,
  numbers: 'float' | 'double',
  isBigEndian: boolean,
): Float32Array | Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (numbers === 'float') return Float32Array.from({ length: count }, (_, index) => view.getFloat32(index * 4, !isBigEndian));
  return Float64Array.from({ length: count }, (_, index) => view.getFloat64(index * 8, !isBigEndian));
}
