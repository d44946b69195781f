/** CRC-32 as in zlib, gzip and zip (polynomial 0xEDB88320, reflected), eight bytes at a time (slicing-by-8). Unsigned. */
export function crc32(bytes: Uint8Array, start = 0): number {
  let crc = ~start;
  let at = 0;
  for (const end = bytes.length - 7; at < end; at += 8) {
    crc ^= byte(bytes, at) | (byte(bytes, at + 1) << 8) | (byte(bytes, at + 2) << 16) | (byte(bytes, at + 3) << 24);
    crc =
      entry(7, crc & 0xff) ^
      entry(6, (crc >>> 8) & 0xff) ^
      entry(5, (crc >>> 16) & 0xff) ^
      entry(4, crc >>> 24) ^
      entry(3, byte(bytes, at + 4)) ^
      entry(2, byte(bytes, at + 5)) ^
      entry(1, byte(bytes, at + 6)) ^
      entry(0, byte(bytes, at + 7));
  }
  for (; at < bytes.length; at += 1) crc = entry(0, (crc ^ byte(bytes, at)) & 0xff) ^ (crc >>> 8);
  return ~crc >>> 0;
}

const TABLES = createTables();

function createTables(): Int32Array {
  const tables = new Int32Array(8 * 256);
  for (let n = 0; n < 256; n += 1) {
    let crc = n;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    tables[n] = crc;
  }
  for (let n = 256; n < tables.length; n += 1) {
    const crc = tables[n - 256] as number;
    tables[n] = (tables[crc & 0xff] as number) ^ (crc >>> 8);
  }
  return tables;
}

function entry(table: number, index: number): number {
  return TABLES[table * 256 + index] as number;
}

function byte(bytes: Uint8Array, index: number): number {
  return bytes[index] as number;
}
