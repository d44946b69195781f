/** One header of a tar (POSIX ustar, GNU, and the old form before both), 512 bytes. */
export interface TarHeader {
  rawName: Uint8Array;
  size: number;
  /** `0` a file, `5` a folder, `x` and `g` pax, `L` and `K` GNU's long names, and others. */
  type: string;
}

export const TAR_BLOCK_BYTES = 512;

/** Null if checksum or size is invalid: not a header. */
export function readTarHeader(block: Uint8Array): TarHeader | null {
  if (block.length < TAR_BLOCK_BYTES || !hasCheckSum(block)) return null;
  const size = readNumber(block.subarray(124, 136));
  if (size === null) return null;
  const name = untilNul(block.subarray(0, 100));
  const prefix = isUstar(block) ? untilNul(block.subarray(345, 500)) : new Uint8Array(0);
  const type = String.fromCharCode(block[156] as number);
  return { rawName: joinName(prefix, name), size, type };
}

export function isZeroBlock(block: Uint8Array): boolean {
  return block.every((byte) => byte === 0);
}

/** The sum of all bytes, with its own field as blanks. Some old writers added them as signed bytes. */
function hasCheckSum(block: Uint8Array): boolean {
  const recorded = readNumber(block.subarray(148, 156));
  let unsigned = 0;
  let signed = 0;
  for (let n = 0; n < TAR_BLOCK_BYTES; n += 1) {
    const counted = n >= 148 && n < 156 ? 0x20 : (block[n] as number);
    unsigned += counted;
    signed += counted > 127 ? counted - 256 : counted;
  }
  return recorded === unsigned || recorded === signed;
}

/** Octal digits between blanks or NULs, or with the first bit set a big-endian number (GNU and star, for sizes from 8 GiB). */
export function readNumber(field: Uint8Array): number | null {
  const first = field[0] ?? 0;
  if (first & 0x80) {
    let value = first & 0x7f;
    for (const byte of field.subarray(1)) value = value * 256 + byte;
    return Number.isSafeInteger(value) ? value : null;
  }
  const digits = ascii(untilNul(field)).trim();
  if (digits === '') return 0;
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : null;
}

/** GNU writes "ustar  " and uses the prefix field of POSIX for other data. */
function isUstar(block: Uint8Array): boolean {
  return ascii(block.subarray(257, 263)) === 'ustar\0';
}

function joinName(prefix: Uint8Array, name: Uint8Array): Uint8Array {
  if (prefix.length === 0) return name.slice();
  return new Uint8Array([...prefix, 0x2f, ...name]);
}

export function untilNul(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

function ascii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
