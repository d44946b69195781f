/** A date and a time of DICOM as one DT text; '' unless both are there (PS3.5 6.2). */
export function joinMoment(date: string, time: string): string {
  const [day, clock] = [date.replaceAll('.', ''), time.replaceAll(':', '')];
  return /^\d{8}$/.test(day) && /^\d{4}/.test(clock) ? `${day}${clock}` : '';
}

/** A TM, not a DT. */
export const isTimeOfDay = (text: string): boolean => /^\d{2}(?::?\d{2}){0,2}(?:\.\d+)?$/.test(text.trim());

export function onDayOf(moment: string, time: string): string {
  return joinMoment(moment.slice(0, 8), time.trim());
}

const MOMENT = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})?(\d{2})?(\.\d+)?/;

/** Seconds of a DT text since 1970, of the clock of the device that wrote it; null if it names no hour. An offset from UTC is not applied: times without one are compared with it. */
export function momentSeconds(moment: string): number | null {
  const parts = MOMENT.exec(moment.trim());
  if (parts === null) return null;
  const [year, month, day, hour, minute = 0, second = 0] = parts.slice(1, 7).map((part) => (part === undefined ? undefined : Number(part)));
  return Date.UTC(year!, month! - 1, day, hour, minute, second) / 1000 + Number(parts[7] ?? 0);
}
