/**
 * The name of a file as it goes over the wire, in at most 512 bytes of JSON: so that as many parts as a chunk may have fit its header, whatever
 * the letters (a name on a disk has 255 of them, in an archive up to 1000). A longer one keeps its end, where the extension is.
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

/** Without the quotation marks. */
function jsonBytes(text: string): number {
  return encoder.encode(JSON.stringify(text)).length - 2;
}
