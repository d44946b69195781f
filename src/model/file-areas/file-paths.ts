import { LIMITS } from '#contract/limits.ts';
import { t } from '#language/t.ts';

/** Paths of areas: `/{area}/{folder}/{name}`. Plain functions: nothing here knows what exists. */
export interface ParsedPath {
  /** First part of the path; null for the list of areas. */
  area: string | null;
  /** Folders and the last name, in NFC. */
  names: string[];
}

export type NameProblem =
  | 'empty'
  | 'dots'
  | 'slash'
  | 'control'
  | 'not-text'
  | 'too-long'
  | 'reserved'
  | 'ends-with-dot-or-space'
  | 'not-absolute'
  | 'too-deep';

/** What is said of a name. They never repeat the name. */
export const NAME_PROBLEMS: Readonly<Record<NameProblem, string>> = {
  empty: t('A name must not be empty.'),
  dots: t('A name must not be . or ..'),
  slash: t('A name must not contain a slash.'),
  control: t('A name must not contain control characters.'),
  'not-text': t('This name is not valid text.'),
  'too-long': t('A name has at most 255 bytes.'),
  reserved: t('Windows reserves this name for a device.'),
  'ends-with-dot-or-space': t('A name must not end with a dot or a space.'),
  'not-absolute': t('A path begins with a slash.'),
  'too-deep': t('Folders can be nested at most 64 deep.'),
};

/** Windows takes them for devices, whatever the extension. The superscript digits count as 1 to 3 there. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])\s*(?:\.|$)/i;
/** The last ones change the direction of writing, and would disguise a name. */
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Null: the name is allowed, in the form of `normalName`. */
export function nameProblem(name: string): NameProblem | null {
  if (name === '') return 'empty';
  if (name === '.' || name === '..') return 'dots';
  if (/[/\\]/.test(name)) return 'slash';
  if (CONTROL.test(name)) return 'control';
  if (!name.isWellFormed()) return 'not-text';
  if (new TextEncoder().encode(normalName(name)).length > LIMITS.fileNameBytes) return 'too-long';
  if (DEVICE.test(name)) return 'reserved';
  return /[. ]$/.test(name) ? 'ends-with-dot-or-space' : null;
}

/** Two Unicode forms of a name are one name. */
export function normalName(name: string): string {
  return name.normalize('NFC');
}

export function parseFilePath(path: string): ParsedPath | NameProblem {
  if (!path.startsWith('/')) return 'not-absolute';
  const trimmed = path.endsWith('/') ? path.slice(1, -1) : path.slice(1);
  if (trimmed === '') return { area: null, names: [] };
  const [area, ...names] = trimmed.split('/');
  for (const name of [area!, ...names]) {
    const problem = nameProblem(name);
    if (problem !== null) return problem;
  }
  if (names.length > LIMITS.folderDepth) return 'too-deep';
  return { area: area!, names: names.map(normalName) };
}

/** What PHP's `pathinfo` says of a name. */
export function partsOfName(basename: string): { filename: string; extension: string } {
  const dot = basename.lastIndexOf('.');
  return dot === -1 ? { filename: basename, extension: '' } : { filename: basename.slice(0, dot), extension: basename.slice(dot + 1) };
}

/** `scan (2).nii.gz`. The stem is cut where the name would be too long. */
export function numberedName(name: string, number: number): string {
  const extension = /(?<=.)(?:\.nii|\.tar)?\.[A-Za-z][A-Za-z0-9]{0,9}$/.exec(name)?.[0] ?? '';
  const mark = ` (${number})${extension}`;
  let stem = name.slice(0, name.length - extension.length);
  const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
  while (bytesOf(stem + mark) > LIMITS.fileNameBytes) stem = [...stem].slice(0, -1).join('');
  return stem + mark;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `1.2 MB`: decimal units, one decimal below 100. */
export function prettySize(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 999.5 && unit < UNITS.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${unit === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Folders first, then in natural order; names that it takes for the same, by their characters. */
export function compareEntries(a: { isDir: boolean; name: string }, b: { isDir: boolean; name: string }): number {
  if (a.isDir !== b.isDir) return a.isDir ? -1 : 1;
  return collator.compare(a.name, b.name) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}
