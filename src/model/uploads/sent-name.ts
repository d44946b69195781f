/**
 * The name of a file as sent, in at most 512 bytes of JSON, so that the maximum number of parts fits into the header of a chunk in any script
 * (names on a disk have up to 255 characters, in an archive up to 1000). A longer name keeps its end with the extension.
 */
export function sentName(name: string): string {
  if (jsonBytes(name) <= LONGEST_BYTES) return name;
  const letters = [...name].slice(-LONGEST_BYTES);
  let bytes = 0;
  let first = letters.length;
  while (first > 0) {
    bytes += jsonBytes(letters[first - 1] ?? '');
    if (bytes > LONGEST_BYTES) break;
    first -= 1;
  }
  return letters.slice(first).join('');
}

const LONGEST_BYTES = 512;
const encoder = new TextEncoder();

/** Without the quotes. */
function jsonBytes(text: string): number {
  return encoder.encode(JSON.stringify(text)).length - 2;
}
