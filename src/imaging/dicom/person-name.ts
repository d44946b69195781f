/**
 * A DICOM person name (PS3.5 6.2.1.2: `Family^Given^Middle^Prefix^Suffix`, in up to three scripts divided by `=`) as a person writes it:
 * "Last, First Middle". The first script that is filled in is taken.
 */
export function personNameToText(raw: string): string {
  const group = raw.split('=').find((each) => each.replaceAll('^', '').trim() !== '') ?? '';
  const [family = '', given = '', middle = ''] = group.split('^').map((part) => part.trim().replace(/\s+/g, ' '));
  const forenames = [given, middle].filter(Boolean).join(' ');
  return [family, forenames].filter(Boolean).join(', ');
}
