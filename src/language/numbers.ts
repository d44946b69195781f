import { currentLanguage } from './current-language.ts';

export const THIN_SPACE = '\u2009';

/** 1284 → "1 284", with thin spaces in every language (design.md §4). */
export function formatCount(count: number): string {
  return Math.round(count)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, THIN_SPACE);
}

/** 8.5 → "8.5", in German "8,5": always with this many digits after the point. */
export const formatDecimal = (value: number, digits: number): string => withSign(value.toFixed(digits));

/** The same with the digits that it has: 2 → "2", "1.20" → "1.20". A number with an exponent is left as it is. */
export function formatFigure(value: number | string): string {
  const text = String(value);
  return text.includes('e') ? text : withSign(text);
}

const withSign = (text: string): string => (currentLanguage() === 'de' ? text.replace('.', ',') : text);
