import { TEXTS } from './texts.ts';

/** A DICOM person name (PS3.5 6.2.1) as one reads it: `Heron^Quiet` is "Heron, Quiet". Of several writings the first is taken. */
export function patientNameText(name: string): string {
  const [family = '', ...given] = (name.split('=')[0] ?? '').split('^').map((part) => part.trim());
  const rest = given.filter((part) => part !== '').join(' ');
  if (family === '' && rest === '') return TEXTS.noName;
  return rest === '' ? family : [family, rest].filter((part) => part !== '').join(', ');
}
