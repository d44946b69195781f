/**
 * A series number as a person types it: an Integer String (PS3.5 6.2), so digits, a minus before them, and what 32 bits hold. '' is a number
 * that is open (UPL2-022); null is a text that is none.
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
 * The number of a series: what a person wrote ('' while it is open: null), else that of its header. A series whose files have none, a NIfTI
 * volume above all, has its place by arrival in the study that it came to: a number that is required must not hold up what never had one.
 */
export function seriesNumber(header: number | null, { number, arrival }: { number: number | '' | null; arrival: number }): number | null {
  if (number === '') return null;
  return number ?? header ?? arrival;
}
