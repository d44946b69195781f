/**
 * A TM, or the time of a DT, shifted by whole seconds within one day: intervals within a study are kept. The day of a DT becomes the first
 * of 1900. Null if it is not a complete time: its meaning is unknown.
 */
export function shiftTime(text: string, seconds: number): string | null {
  const [, day, hours = '', minutes = '', full = '', fraction = ''] = TIME.exec(text.trim()) ?? [];
  if (hours === '') return null;
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(full) + seconds;
  const within = ((total % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS;
  const moved = [Math.floor(within / 3600), Math.floor(within / 60) % 60, within % 60].map((part) => String(part).padStart(2, '0'));
  return `${day === undefined ? '' : DUMMY_DAY}${moved.join('')}${fraction}`;
}

/** The hour of a TM; null if there is none. */
export function hourOf(text: string): number | null {
  const hour = /^([01]\d|2[0-3])(?:\d\d){0,2}(?:\.\d{1,6})?$/.exec(text.trim())?.[1];
  return hour === undefined ? null : Number(hour);
}

const DAY_SECONDS = 86_400;
const DUMMY_DAY = '19000101';
/** The zone is removed: it hints at a place. */
const TIME = /^(\d{8})?([01]\d|2[0-3])([0-5]\d)([0-5]\d|60)(\.\d{1,6})?(?:[+-]\d{4})?$/;
