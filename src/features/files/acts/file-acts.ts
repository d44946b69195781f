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

/** On what an act would work. */
export interface ActSituation {
  /** The list of areas. */
  isRoot: boolean;
  isBin: boolean;
  /** What is selected, or else the line of the cursor. */
  targets: readonly { isFolder: boolean; isArchive: boolean; isBusy: boolean }[];
  /** The folder of the other pane; null if it shows no folder. */
  to: string | null;
  serverReachable: boolean;
}

export type WhyNot = 'offline' | 'root' | 'nothing' | 'one' | 'file' | 'archive' | 'nowhere' | 'busy';

const NEEDS_ONE: readonly FileActId[] = ['rename', 'view', 'unzip'];
const CHANGES: readonly FileActId[] = ['rename', 'move', 'delete'];

/** Why an act cannot be done now; null if it can. */
export function whyNot(act: FileActId, { isRoot, targets, to, serverReachable }: ActSituation): WhyNot | null {
  // What was viewed before can be viewed again without the server, which the preview finds out.
  if (!serverReachable && act !== 'view') return 'offline';
  if (isRoot) return 'root';
  if (act === 'folder') return null;
  const [target] = targets;
  if (target === undefined) return 'nothing';
  if (NEEDS_ONE.includes(act) && targets.length > 1) return 'one';
  if (act === 'view' && target.isFolder) return 'file';
  if (act === 'unzip' && !target.isArchive) return 'archive';
  if ((act === 'copy' || act === 'move' || act === 'unzip') && to === null) return 'nowhere';
  if (CHANGES.includes(act) && targets.some(({ isBusy }) => isBusy)) return 'busy';
  return null;
}
