import { LIMITS } from '#contract/limits.ts';

/** Acts of a pane. What they are called, and their icons, is in texts.ts and act-icons.ts. */
export const FILE_ACTS = [
  { id: 'rename', key: 'F2' },
  { id: 'view', key: 'F3' },
  { id: 'zip', key: 'F4' },
  { id: 'unzip', key: 'Shift F4' },
  { id: 'copy', key: 'F5' },
  { id: 'move', key: 'F6' },
  { id: 'folder', key: 'F7' },
  { id: 'download', key: 'F9' },
  { id: 'upload', key: 'F10' },
  { id: 'upload-folder', key: 'Shift F9' },
  { id: 'delete', key: 'F8' },
] as const;

/** Acts of a bin. */
export const BIN_ACTS = [
  { id: 'restore', key: 'F6' },
  { id: 'erase', key: 'F8' },
] as const;

export type FileActId = (typeof FILE_ACTS)[number]['id'] | (typeof BIN_ACTS)[number]['id'];

export interface FileAct {
  id: FileActId;
  key: string;
}

export const fileActs = (isBin: boolean): readonly FileAct[] => (isBin ? BIN_ACTS : FILE_ACTS);

export interface ActTarget {
  isFolder: boolean;
  isArchive: boolean;
  isBusy: boolean;
}

/** On what an act would work. */
export interface ActSituation {
  /** The list of areas. */
  isRoot: boolean;
  isBin: boolean;
  /** What is selected, or else the line of the cursor. */
  targets: readonly ActTarget[];
  /** The line of the cursor, for acts on one entry; null if it is no entry. */
  current: ActTarget | null;
  /** The folder of the other pane; null if it shows no folder. */
  to: string | null;
  serverReachable: boolean;
  /** The team of this address takes uploads of this person. */
  mayUpload: boolean;
}

export type WhyNot = 'offline' | 'no-upload' | 'root' | 'nothing' | 'file' | 'archive' | 'nowhere' | 'busy' | 'many';

/** They work on the line of the cursor, whatever is selected. */
const ON_ONE: readonly FileActId[] = ['rename', 'view', 'unzip'];
/** Others are carried out in portions. */
const IN_ONE_CALL: readonly FileActId[] = ['zip', 'download'];
const CHANGES: readonly FileActId[] = ['rename', 'move', 'delete'];

/** Why an act cannot be done now; null if it can. */
export function whyNot(act: FileActId, { isRoot, targets, current, to, serverReachable, mayUpload }: ActSituation): WhyNot | null {
  // Files wait on this device until the server can be reached.
  if (act === 'upload' || act === 'upload-folder') return isRoot ? 'root' : mayUpload ? null : 'no-upload';
  if (!serverReachable) return 'offline';
  if (isRoot) return 'root';
  if (act === 'folder') return null;
  const meant = ON_ONE.includes(act) ? (current === null ? [] : [current]) : targets;
  const [first] = meant;
  if (first === undefined) return 'nothing';
  if (IN_ONE_CALL.includes(act) && meant.length > LIMITS.filesPerChange) return 'many';
  if (act === 'view' && first.isFolder) return 'file';
  if (act === 'unzip' && !first.isArchive) return 'archive';
  if ((act === 'copy' || act === 'move' || act === 'unzip') && to === null) return 'nowhere';
  if (CHANGES.includes(act) && meant.some(({ isBusy }) => isBusy)) return 'busy';
  return null;
}
