/**
 * A DICOM person name (PS3.5 6.2.1.2: `Family^Given^Middle^Prefix^Suffix`, in up to three scripts separated by `=`) in readable form: "Last, First
 * Middle". Uses the first script that is not empty; '' for an empty name.
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
