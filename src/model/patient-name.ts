/**
 * A DICOM person name (PS3.5 6.2.1.2: `Family^Given^Middle^Prefix^Suffix`, in up to three scripts divided by `=`) as a person reads it:
 * "Last, First Middle". The first script that is filled in is taken; '' for a name that says nothing.
 */
export function patientNameToText(name: string): string {
  return (
    name
      .split('=')
      .map(scriptToText)
      .find((text) => text !== '') ?? ''
  );
}

function scriptToText(script: string): string {
  const [family = '', given = '', middle = ''] = script.split('^').map((part) => part.trim().replace(/\s+/g, ' '));
  const forenames = [given, middle].filter((part) => part !== '').join(' ');
  return [family, forenames].filter((part) => part !== '').join(', ');
}
