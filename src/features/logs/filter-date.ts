import { dateToWire } from '#contract/dates.ts';

const DAY = /^(\d{2})\/(\d{2})\/(\d{4})(?: (\d{2}):(\d{2}))?$/;

export interface FilterDate {
  /** In the user's time zone. */
  start: Date;
  /** The first moment after it: the start of the next day or minute. */
  end: Date;
}

/** CONST-08 and CONST-10: `MM/DD/YYYY` for the whole day, or `MM/DD/YYYY HH:mm`. Null for other text or an invalid date. */
export function parseFilterDate(text: string): FilterDate | null {
  const parts = DAY.exec(text.trim());
  if (parts === null) return null;
  const [month, day, year, hour, minute] = parts.slice(1).map((part) => (part === undefined ? null : Number(part))) as [
    ...[number, number, number],
    number | null,
    number | null,
  ];
  const start = new Date(year, month - 1, day, hour ?? 0, minute ?? 0);
  const isDay = start.getFullYear() === year && start.getMonth() === month - 1 && start.getDate() === day;
  if (!isDay || (hour ?? 0) > 23 || (minute ?? 0) > 59) return null;
  // By the calendar, because a day with a clock change is not 24 hours long.
  const end = hour === null ? new Date(year, month - 1, day + 1) : new Date(start.getTime() + 60_000);
  return { start, end };
}

export function formatFilterDay(date: Date): string {
  return `${two(date.getMonth() + 1)}/${two(date.getDate())}/${String(date.getFullYear()).padStart(4, '0')}`;
}

/** CONST-07: the span sent to the server, from the start of the first date to the end of the last. Unreadable dates are ignored. */
export function spanToQuery({ from, to }: { from: string; to: string }): { from?: string; to?: string } {
  const [start, end] = [parseFilterDate(from)?.start, parseFilterDate(to)?.end];
  return { ...(start === undefined ? {} : { from: dateToWire(start) }), ...(end === undefined ? {} : { to: dateToWire(end) }) };
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
