import { inContext, t } from '#language/t.ts';

/** Words on keys, as keyboards of the language have them. */
const NAMES: Readonly<Record<string, string>> = {
  Ctrl: t('Ctrl'),
  Shift: t('Shift'),
  Space: t('Space'),
  Enter: t('Enter'),
  Home: inContext('key', 'Home'),
  End: inContext('key', 'End'),
  Ins: t('Ins'),
  Insert: t('Insert'),
  Del: t('Del'),
  Delete: inContext('key', 'Delete'),
  Backspace: t('Backspace'),
  Letters: t('Letters'),
  to: t('to'),
};

/** `Ctrl Shift L` in the language of the page. */
export function keyNames(keys: string): string {
  return keys.replace(/[A-Za-z]{2,}/g, (word) => NAMES[word] ?? word);
}
