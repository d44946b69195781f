/**
 * DA and DT texts shifted by whole days; time and zone are kept. A list is shifted value by value. Null if a value is not a date: its
 * meaning is unknown, so it must not be kept.
 */
export function shiftDates(text: string, days: number): string | null {
  const moved = text.split('\\').map((value) => (value.trim() === '' ? '' : shiftDate(value.trim(), days)));
  return moved.every((value) => value !== null) ? moved.join('\\') : null;
}

/** YYYYMMDD, YYYY.MM.DD from before 1993, YYYYMM and YYYY of a less precise DT. */
const DATE = /^(\d{4})(?:(\.?)(\d{2})(?:\2(\d{2}))?)?((?:\d{2,6}(?:\.\d{1,6})?)?(?:[+-]\d{4})?)$/;

function shiftDate(value: string, days: number): string | null {
  const [, year = '', dot = '', month, day, rest = ''] = DATE.exec(value) ?? [];
  if (year === '' || (day === undefined && rest !== '')) return null;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month ?? 1) - 1, Number(day ?? 1) + days);
  // A month of 13 would become January.
  if (Number(month ?? 1) > 12 || Number(day ?? 1) > 31 || date.getUTCFullYear() < 1) return null;
  const parts = [String(date.getUTCFullYear()).padStart(4, '0'), two(date.getUTCMonth() + 1), two(date.getUTCDate())];
  return parts.slice(0, day !== undefined ? 3 : month !== undefined ? 2 : 1).join(dot) + rest;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
