import { scramble } from './texture.ts';

/** A UID under 2.25 (PS3.5 B.2) that is always the same for the same words. Only for synthetic studies: anyone can compute its 128 bits. */
export function uidFromWords(...words: (string | number)[]): string {
  const text = words.join('/');
  let number = 0n;
  for (let part = 0; part < 4; part += 1) number = (number << 32n) | BigInt(hash(`${part}:${text}`));
  return `2.25.${number}`;
}

function hash(text: string): number {
  let value = text.length;
  for (const character of text) value = scramble(Math.imul(value, 31) ^ (character.codePointAt(0) ?? 0));
  return value;
}
