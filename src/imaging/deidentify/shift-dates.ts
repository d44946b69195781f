/**
 * DA and DT texts moved by whole days; time and zone stay. A list is moved value by value. Null where a value is no date: then it is not known what
 * it says, and it may not stay.
 */
export function shiftDates(text: string, days: number): string | null {
  const moved = text.split('\\').map((value) => (value.trim() === '' ? '' : shiftDate(value.trim(), days)));
  return moved.every((value) => value !== null) ? moved.join('\\') : null;
}

/** YYYYMMDD, YYYY.MM.DD of before 1993, YYYYMM and YYYY of a DT that knows no more. */
const DATE = /^(\d{4})(?:(\.?)(\d{2})(?:\2(\d{2}))?)?((?:\d{2,6}(?:\.\d{1,6})?)?(?:[+-]\d{4})?)$/;

function shiftDate(value: string, days: number): string | null {
  const [, year = '', dot = '', month, day, rest = ''] = DATE.exec(value) ?? [];
  if (year === '' || (day === undefined && rest !== '')) return null;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month ?? 1) - 1, Number(day ?? 1) + days);
  // A month of 13 would be taken for January.
  if (Number(month ?? 1) > 12 || Number(day ?? 1) > 31 || date.getUTCFullYear() < 1) return null;
  const parts = [String(date.getUTCFullYear()).padStart(4, '0'), two(date.getUTCMonth() + 1), two(date.getUTCDate())];
  return parts.slice(0, day !== undefined ? 3 : month !== undefined ? 2 : 1).join(dot) + rest;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
