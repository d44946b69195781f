/**
 * A series number as typed by the user: an Integer String (PS3.5 6.2), so digits, optionally after a minus, within 32 bits. '' is an empty number
 * (UPL2-022); null is a text that is not a number.
 */
export function textToSeriesNumber(text: string): number | '' | null {
  const written = text.trim();
  if (written === '' || written === '-') return '';
  if (!/^-?\d{1,11}$/.test(written)) return null;
  const number = Number(written);
  // 0 for -0.
  return number >= LOWEST && number <= HIGHEST ? number + 0 : null;
}

const LOWEST = -(2 ** 31);
const HIGHEST = 2 ** 31 - 1;

/**
 * The number of a series: the one that the user entered ('' while empty: null), else that of its header. A series whose files have none, such as a
 * NIfTI volume, uses its order of arrival in its study, because a required number must not block files that never had one.
 */
export function seriesNumber(header: number | null, { number, arrival }: { number: number | '' | null; arrival: number }): number | null {
  if (number === '') return null;
  return number ?? header ?? arrival;
}
