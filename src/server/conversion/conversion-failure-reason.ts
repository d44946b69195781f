/**
 * dcm2niix says why it made nothing only in its log, and the log names files and series. A line that we know becomes a sentence of ours
 * (with nothing in it but a transfer syntax's UID); every other line stays where it is.
 */
const KNOWN: readonly [RegExp, (found: string) => string][] = [
  [/Unsupported transfer syntax '([0-9.]{1,64})/i, cannotRead],
  [/Unable to decode .{0,40}Transfer Syntax ([0-9.]{1,64}?)[,\s]/i, cannotRead],
  [/Compressed image stored as \d+ fragments: decompress/i, () => 'The converter cannot read compressed images of several frames.'],
  [/not large enough to store image data/i, () => 'An image is cut off: it has fewer bytes than its header says.'],
  [/(?:unable to allocate|out of memory|failed to allocate)/i, () => 'The converter ran out of memory.'],
  [/(?:Unable to find any DICOM images|No valid DICOM images)/i, () => 'The converter found no image in these files.'],
];

export function conversionFailureReason(log: readonly string[]): string {
  for (const [pattern, toSentence] of KNOWN) {
    for (const line of log) {
      const found = pattern.exec(line);
      if (found) return toSentence(found[1] ?? '');
    }
  }
  return 'The converter made no volume of these files.';
}

function cannotRead(transferSyntax: string): string {
  return `The converter cannot read images of the transfer syntax ${transferSyntax}.`;
}
