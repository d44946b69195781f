import { LIMITS } from '#contract/limits.ts';

export type FileKind =
  /** Read as DICOM; its bytes decide whether it is. */
  | 'dicom'
  | 'nifti'
  | 'compressed'
  /** Unpacked on this device; each file in it is checked by these rules. */
  | 'archive'
  /** An archive that is not opened here: given toast, and a row that explains what to do. */
  | 'foreign-archive'
  /** Refused with the given toast. */
  | 'unsupported'
  /** Files left by systems and discs: skipped silently. */
  | 'litter';

/** The file rules (FILE-001..010, 017): the kind of a file by name and size. Case does not matter. */
export function classifyFile(path: string, size: number): FileKind {
  const name = lastName(path).toLowerCase();
  if (isLitter(path, name)) return 'litter';
  // given (FILE-004): names *containing* nii.gz.
  if (name.includes('nii.gz') && !name.endsWith('.zip')) return 'compressed';
  if (/\.(zip|tar|tgz|tar\.gz|dcm\.gz)$/.test(name)) return 'archive';
  if (FOREIGN_ARCHIVE.test(name)) return 'foreign-archive';
  switch (extension(name)) {
    case 'dcm':
      return 'dicom';
    case 'nii':
      return 'nifti';
    // given (FILE-005, 006): larger than 10240 bytes counts as DICOM.
    case null:
      return size > LIMITS.extensionlessMinBytes ? 'dicom' : 'unsupported';
    default:
      return 'unsupported';
  }
}

/** Formats without a reader here, and parts of split archives (`x.zip.001`, `x.z01`). */
const FOREIGN_ARCHIVE = /\.(rar|7z|z\d\d|(zip|7z|rar|tar|tgz|gz)\.\d{2,4})$/;

function lastName(path: string): string {
  return path.split(/[/\\]/).pop() ?? '';
}

const LITTER_NAMES: ReadonlySet<string> = new Set(['', 'dicomdir', 'thumbs.db', 'desktop.ini', 'autorun.inf', 'ehthumbs.db']);
const LITTER_FOLDERS: ReadonlySet<string> = new Set(['__macosx', '$recycle.bin', 'system volume information', '.git', '.svn', '@eadir']);

/** A DICOMDIR lists the files next to it, which are read directly; `._1.dcm` is macOS metadata of `1.dcm`. */
function isLitter(path: string, name: string): boolean {
  if (LITTER_NAMES.has(name) || name.startsWith('.')) return true;
  return path
    .toLowerCase()
    .split(/[/\\]/)
    .slice(0, -1)
    .some((folder) => LITTER_FOLDERS.has(folder));
}

/** Null for a name without a dot, with only a leading or trailing one, or with only digits after the last, as in `MR.1.3.12`. */
function extension(name: string): string | null {
  const point = name.lastIndexOf('.');
  if (point <= 0 || point === name.length - 1) return null;
  const last = name.slice(point + 1);
  return /^\d+$/.test(last) ? null : last;
}
