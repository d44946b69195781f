/**
 * The Siemens measurement protocol: vendor XML followed by a table of assignments (`ASCCONV`). It contains names of people, of the hospital
 * and of the protocol's author. Only the numbers of the first table that a converter reads are kept: they flip mosaic slices and give slice
 * times. Null: none present.
 */
export function rewriteProtocol(bytes: Uint8Array): string | null {
  const from = indexOf(bytes, BEGIN, 0);
  const to = from === -1 ? -1 : indexOf(bytes, END, from);
  if (to === -1 || to - from > LONGEST_TABLE) return null;
  const lines = new TextDecoder('latin1').decode(bytes.subarray(from, to)).split('\n');
  const left = lines.flatMap((line) => {
    const [, key = '', value = ''] = ASSIGNMENT.exec(line.trim()) ?? [];
    return KEYS.test(key) ? [`${key}\t = \t${value}`] : [];
  });
  return left.length === 0 ? null : [`${BEGIN} ###`, ...left, `${END} ###`, ''].join('\n');
}

const BEGIN = '### ASCCONV BEGIN';
const END = '### ASCCONV END';
/** Some 2000 lines are usual. */
const LONGEST_TABLE = 4 * 1024 ** 2;
export const PROTOCOL_HEAD = /^### ASCCONV BEGIN ###\n/;

/** A number, as decimal or hexadecimal. */
const ASSIGNMENT = /^([\w.]{1,64})\s{0,8}=\s{0,8}(0x[0-9a-fA-F]{1,8}|-?\d{1,12}(?:\.\d{1,12})?)$/;
const KEYS =
  /^(?:sSliceArray\.(?:ucMode|lSize|ucImageNumb(?:Sag|Cor|Tra|MSMA)?)|lDelayTimeInTR|sKSpace\.(?:lBaseResolution|lPhaseEncodingLines|uc2DInterpolation)|sFastImaging\.lEchoSpacing)$/;

function indexOf(bytes: Uint8Array, text: string, from: number): number {
  const wanted = new TextEncoder().encode(text);
  for (let at = bytes.indexOf(wanted[0]!, from); at !== -1; at = bytes.indexOf(wanted[0]!, at + 1))
    if (wanted.every((byte, n) => bytes[at + n] === byte)) return at;
  return -1;
}
