import { ARCHIVE_LIMITS } from './limits.ts';

/**
 * The path of an entry as a label: nothing is ever written to it. Both slashes separate; drives, roots, `.` and `..` are removed, the file
 * is kept. Control characters are removed too; those that change the writing direction would disguise a name on screen.
 */
export function entryLabel(path: string): string {
  const parts = path
    .replace(INVISIBLE, '')
    .split(/[/\\]/)
    .map((part, n) => (n === 0 ? part.replace(/^[a-z]:/i, '') : part))
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  return shortened(parts.join('/')) || 'unnamed';
}

/** Cut at a slash if possible: half a name could be `..`. */
function shortened(label: string): string {
  const { pathLength } = ARCHIVE_LIMITS;
  if (label.length <= pathLength) return label;
  const end = label.slice(-pathLength);
  return end.includes('/') ? end.slice(end.indexOf('/') + 1) : end.replace(/^\.+/, '');
}

/** Whether the label is not the place that the path names: see `ArchivedFile`. */
export function misplaced(path: string): { misplaced?: true } {
  const leaves = /^[/\\]|^[a-z]:/i.test(path) || path.split(/[/\\]/).includes('..');
  return leaves || path.length > ARCHIVE_LIMITS.pathLength ? { misplaced: true } : {};
}

export function isFolder(path: string): boolean {
  return /[/\\]$/.test(path);
}

const INVISIBLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
