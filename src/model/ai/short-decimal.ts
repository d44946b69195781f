import { formatDecimal } from '#language/numbers.ts';

/** With as many digits as it has: 2 → "2", "1.20" → "1.20". */
export const shortDecimal = (value: number | string): string => formatDecimal(Number(value), (String(value).split('.')[1] ?? '').length);
