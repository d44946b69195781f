/** Nobody can try it on a server that counts attempts: whoever has the file tries as fast as their machine computes. */
export const PASSPHRASE_CHARACTERS = 12;
const DIFFERENT_CHARACTERS = 6;

export type PassphraseFault = 'short' | 'same-characters' | 'differs';

/** What is wrong with a new passphrase that was typed twice; null if nothing is. */
export function passphraseFault(passphrase: string, again: string): PassphraseFault | null {
  const characters = [...passphrase.normalize('NFC')];
  if (characters.length < PASSPHRASE_CHARACTERS) return 'short';
  if (new Set(characters).size < DIFFERENT_CHARACTERS) return 'same-characters';
  return passphrase === again ? null : 'differs';
}
