import { formatCount, formatDecimal } from '#language/numbers.ts';
import { t } from '#language/t.ts';

export { formatCount, formatDecimal };

/** Formats of numbers and times on every screen (design.md §4, §8): in one place, so that a value always looks the same. */

const NO_BREAK_SPACE = '\u00A0';
const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** 20600000 → "20.6 MB". Decimal units, one decimal below 100, none in bytes. */
export function formatBytes(bytes: number): string {
  const { value, unit } = scaleBytes(bytes);
  return `${value}${NO_BREAK_SPACE}${unit}`;
}

/** "20.6 of 42.9 MB": the first uses the unit of the second, so that they can be compared. Zero is "0", not "0.0". */
export function formatBytesOf(bytes: number, total: number): string {
  const amount = bytes > 0 ? scaled(bytes, exponentOf(total)) : '0';
  return t('{amount} of {total}', { amount, total: formatBytes(total) });
}

/** 410000 → "410 KB/s". */
export function formatRate(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond)}/s`;
}

/** 0.4789 → "47 %". Rounded down, so that 100 % is shown only when everything is done. */
export function formatShare(share: number): string {
  return `${Math.floor(Math.min(Math.max(share, 0), 1) * 100 + 1e-9)}${NO_BREAK_SPACE}%`;
}

/** DD.MM.YYYY HH:mm:ss in local time; without seconds where space is short. */
export function formatDateTime(at: Date | number, options: { seconds?: boolean } = {}): string {
  const date = new Date(at);
  return `${formatDate(date)} ${formatTime(date, options)}`;
}

/** The same without seconds, for a moment that may not be known. */
export function formatMoment(at: Date | null, unknown = ''): string {
  return at === null ? unknown : formatDateTime(at, { seconds: false });
}

/** DD.MM.YYYY in local time. */
export function formatDate(at: Date | number): string {
  const date = new Date(at);
  return `${two(date.getDate())}.${two(date.getMonth() + 1)}.${String(date.getFullYear()).padStart(4, '0')}`;
}

/** A date in DICOM's form (PS3.5, DA; with dots in files before 1993): `20240131` → `31.01.2024`. Anything else is unchanged. */
export function formatStudyDate(date: string): string {
  const [, year, month, day] = /^(\d{4})\.?(\d{2})\.?(\d{2})$/.exec(date.trim()) ?? [];
  return day === undefined ? date : `${day}.${month}.${year}`;
}

/** HH:mm:ss in local time, as in "list as of 07:58". */
export function formatTime(at: Date | number, { seconds = true }: { seconds?: boolean } = {}): string {
  const date = new Date(at);
  const minutes = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return seconds ? `${minutes}:${two(date.getSeconds())}` : minutes;
}

/** 54 → "54 s", 90 → "1 min 30 s", 600 → "10 min", 5400 → "1 h 30 min". Never more than two units. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const days = Math.floor(whole / 86_400);
  const hours = Math.floor((whole % 86_400) / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  if (days > 0) return joinUnits([days, 'd'], [hours, 'h']);
  if (hours > 0) return joinUnits([hours, 'h'], [minutes, 'min']);
  if (minutes >= 10) return joinUnits([minutes, 'min']);
  if (minutes > 0) return joinUnits([minutes, 'min'], [whole % 60, 's']);
  return `${whole}${NO_BREAK_SPACE}s`;
}

/** 1 → "1 study", 3 → "3 studies". */
export function formatCountOf(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

function joinUnits(...parts: [number, string][]): string {
  return parts
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value}${NO_BREAK_SPACE}${unit}`)
    .join(' ');
}

function exponentOf(bytes: number): number {
  if (!(bytes >= 1000)) return 0;
  const exponent = Math.floor(Math.log10(bytes) / 3 + 1e-12);
  // 999 960 bytes would read "1000.0 KB", so what rounds up to the next unit uses that unit.
  const rounded = Math.round(bytes / 1000 ** exponent);
  return Math.min(rounded >= 1000 ? exponent + 1 : exponent, BYTE_UNITS.length - 1);
}

function scaleBytes(bytes: number): { value: string; unit: string } {
  const exponent = exponentOf(bytes);
  return { value: scaled(bytes, exponent), unit: BYTE_UNITS[exponent] ?? 'B' };
}

function scaled(bytes: number, exponent: number): string {
  const value = Math.max(0, bytes) / 1000 ** exponent;
  return exponent === 0 || value >= 99.95 ? formatCount(value) : formatDecimal(value, 1);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
