import { LIMITS } from '#contract/limits.ts';

export type FileKind =
  /** Read as DICOM; whether it is, its bytes tell. */
  | 'dicom'
  | 'nifti'
  | 'compressed'
  /** Refused at the door with the given toast. */
  | 'unsupported'
  /** What systems and discs leave among the files: passed over without a word. */
  | 'litter';

/** The door (FILE-001..010, 017): what a file is taken for by its name and size. Letter case does not count. */
export function classifyFile(path: string, size: number): FileKind {
  const name = lastName(path).toLowerCase();
  if (isLitter(path, name)) return 'litter';
  // given (FILE-004): names *containing* nii.gz.
  if (name.includes('nii.gz')) return 'compressed';
  switch (extension(name)) {
    case 'dcm':
      return 'dicom';
    case 'nii':
      return 'nifti';
    case 'zip':
      return 'compressed';
    // given (FILE-005, 006): larger than 10240 bytes counts as DICOM.
    case null:
      return size > LIMITS.extensionlessMinBytes ? 'dicom' : 'unsupported';
    default:
      return 'unsupported';
  }
}

function lastName(path: string): string {
  return path.split(/[/\\]/).pop() ?? '';
}

const LITTER_NAMES: ReadonlySet<string> = new Set(['', 'dicomdir', 'thumbs.db', 'desktop.ini', 'autorun.inf', 'ehthumbs.db']);
const LITTER_FOLDERS: ReadonlySet<string> = new Set(['__macosx', '$recycle.bin', 'system volume information', '.git', '.svn', '@eadir']);

/** A DICOMDIR lists the files beside it, which are read themselves; `._1.dcm` is what macOS keeps about `1.dcm`. */
function isLitter(path: string, name: string): boolean {
  if (LITTER_NAMES.has(name) || name.startsWith('.')) return true;
  return path
    .toLowerCase()
    .split(/[/\\]/)
    .slice(0, -1)
    .some((folder) => LITTER_FOLDERS.has(folder));
}

/** Null for a name without a point, with only a leading or closing one, or with digits only behind the last, as in `MR.1.3.12`. */
function extension(name: string): string | null {
  const point = name.lastIndexOf('.');
  if (point <= 0 || point === name.length - 1) return null;
  const last = name.slice(point + 1);
  return /^\d+$/.test(last) ? null : last;
}
