import { currentLanguage } from './current-language.ts';

export const THIN_SPACE = '\u2009';

/** 1284 → "1 284", with thin spaces in every language (design.md §4). */
export function formatCount(count: number): string {
  return Math.round(count)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, THIN_SPACE);
}

/** 8.5 → "8.5", in German "8,5": always with this many digits after the point. */
export function formatDecimal(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return currentLanguage() === 'de' ? text.replace('.', ',') : text;
}
