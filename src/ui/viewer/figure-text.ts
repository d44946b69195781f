import { formatDecimal } from '#language/numbers.ts';

/** A number with the digits that it has, and the decimal sign of the language. */
export function figureText(value: number): string {
  const text = String(value);
  const decimals = text.split('.')[1];
  return decimals === undefined || text.includes('e') ? text : formatDecimal(value, decimals.length);
}
