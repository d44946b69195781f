import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { FileConflict, FileFailure, FileWork, FileWorkKind } from '#contract/file-areas.ts';
import { formatBytes, formatBytesOf, formatCount, formatCountOf, formatDuration, formatRate } from '#ui/format.ts';
import type { AreaUploadView } from '#localdb/area-upload/area-uploads.ts';
import { NAME_PROBLEMS, type NameProblem } from '#model/file-areas/file-paths.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';
import type { FileActId, WhyNot } from './acts/file-acts.ts';
import { nameOf, parentOf, ROOT } from './pane/paths.ts';
import type { Pace } from './works/pace.ts';

/** Texts of the file manager. */
export const TEXTS = {
  files: 'Files',
  administration: 'Administration',
  team: 'Team',
  areas: 'All areas',
  bin: 'bin',
  columns: { name: 'Name', size: 'Size', changed: 'Changed', deleted: 'Deleted' },
  panes: { left: 'Left pane', right: 'Right pane' },
  /** For screen readers, with the list. */
  keysNote: 'Tab: other pane. Insert or Space: select. Enter: open. Escape: to the actions.',
  keys: [
    ['Tab', 'other pane'],
    ['Ins', 'select'],
    ['Enter', 'open'],
  ],
  paths: { left: 'Path of the left pane', right: 'Path of the right pane' },
  kept: 'kept 7 days',
  busy: 'in work',
  select: 'Select',
  actions: 'Actions',
  actionsOf: 'Actions of the pane',
  clear: 'Clear selection',
  needsServer: 'The server cannot be reached',
  newName: 'New name',
  /** States of a pane. */
  empty: 'This folder is empty',
  emptyWhy: 'Copy here what is selected in the other pane, or make a folder.',
  emptyAreas: 'No area is open to you',
  emptyAreasWhy: 'The files of a team are open to its administrators, and those of the server to platform administrators.',
  emptyBin: 'The bin is empty',
  emptyBinWhy: 'What is deleted is kept here for 7 days and can be restored.',
  failed: 'This folder could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  notHere: 'This folder is not here',
  notHereWhy: 'It was moved or deleted, or it is not open to you. Go to the folder above.',
  goUp: 'Folder above',
  goAreas: 'All areas',
  ...PAGE_OFFLINE,
  offline: 'This folder is not available offline',
  offlineWhy: 'You are offline, and this folder is not on this device. It loads when the network is back.',
  /** Dialogs. */
  cancel: 'Cancel',
  folderTitle: 'New folder',
  folderName: 'Name of the folder',
  folderAct: 'Make folder',
  zipTitle: 'Pack into a zip',
  zipName: 'Name of the zip',
  zipAct: 'Pack',
  needed: 'This field is required',
  deleteWhy: 'They go to the bin of the area. For 7 days they can be restored from there.',
  deleteAct: 'Delete',
  keep: 'Keep',
  eraseWhy: 'They are removed for good. This cannot be undone.',
  eraseAct: 'Delete for good',
  emptyBinAct: 'Empty bin',
  emptyBinTitle: 'Empty the bin?',
  conflictWhy: 'Nothing has been changed yet. Choose what happens to the names that exist.',
  skip: 'Skip',
  keepBoth: 'Keep both',
  overwrite: 'Overwrite',
  conflictNotes: {
    'keep-both': 'The new one gets a number, as in “scan (2).nii”.',
    skip: 'The new one is left out. At a move it stays where it is.',
    overwrite: 'What is there now goes to the bin.',
  },
  /** Works. */
  works: 'Works',
  cancelWork: 'Cancel',
  sendRest: 'Upload these',
  close: 'Close',
  progress: 'Progress',
  /** Preview. */
  preview: 'Preview',
  closePreview: 'Close the preview',
  download: 'Download',
  previewFailed: 'This file could not be read',
  previewFailedWhy: 'Nothing was changed. Try again.',
  previewOffline: 'Needs the server',
  previewOfflineWhy: 'You are offline. The preview reads the file from the server.',
  again: 'Try again',
  unknown: 'No preview of this kind of file',
  unknownWhy: 'Text, pictures, NIfTI and DICOM are shown here. Download it to open it.',
  tooLarge: 'Too large for a preview',
  tooLargeWhy: 'Download it to open it.',
  emptyFile: 'This file is empty',
  textCut: 'The first 64 KB',
  slice: 'Slice',
  noPicture: 'This slice cannot be drawn here',
  fields: { kind: 'Kind', bytes: 'Bytes', size: 'Size', voxel: 'Voxel', axes: 'Axes', volumes: 'Time points' },
  show: 'Show',
} as const;

export const ACT_TEXTS: Readonly<Record<FileActId, string>> = {
  rename: 'Rename',
  view: 'View',
  zip: 'Zip',
  unzip: 'Unpack',
  copy: 'Copy',
  move: 'Move',
  folder: 'Folder',
  download: 'Download',
  upload: 'Upload',
  'upload-folder': 'Upload a folder',
  delete: 'Delete',
  restore: 'Restore',
  erase: 'Delete for good',
};

/** In a menu, which has the room to say where to. */
export function actText(act: FileActId, to: string | null): string {
  if (act === 'folder') return 'New folder';
  if (to === null) return ACT_TEXTS[act];
  const where = nameOf(to);
  if (act === 'copy') return `Copy to ${where}`;
  if (act === 'move') return `Move to ${where}`;
  return act === 'unzip' ? `Unpack into ${where}` : ACT_TEXTS[act];
}

export const WHY_NOT_TEXTS: Readonly<Record<WhyNot, string>> = {
  offline: TEXTS.needsServer,
  'no-upload': 'You may not upload to the team of this address',
  root: 'Open an area first',
  nothing: 'Nothing is selected',
  file: 'Only files can be viewed',
  archive: 'Only archives (zip, tar, gz) can be unpacked',
  nowhere: 'Open a folder in the other pane first',
  busy: 'Something is still being written into it',
  many: 'Select at most 1\u2009000, or the folder that they are in',
};

const entries = (count: number): string => formatCountOf(count, 'entry', 'entries');

export const entriesText = entries;

/** `2.9 GB in 2 files and 1 folder`. */
export function selectionText({ files, folders, bytes }: { files: number; folders: number; bytes: number }): string {
  const counts = [
    ...(files > 0 ? [formatCountOf(files, 'file', 'files')] : []),
    ...(folders > 0 ? [formatCountOf(folders, 'folder', 'folders')] : []),
  ].join(' and ');
  return files === 0 ? counts : `${formatBytes(bytes)} in ${counts}`;
}

export const selectedText = (count: number): string => `${formatCount(count)} selected`;

/** `38.2 of 200 GB`. */
export const usedText = ({ bytes, limit }: { bytes: number; limit: number | null }): string =>
  limit === null ? `${formatBytes(bytes)} used` : formatBytesOf(bytes, limit);

export const copiesHereText = (key: string): string => `${key} copies here`;

/** Shown at the pointer while entries are dragged. */
export const dragText = (isCopy: boolean, count: number, name: string, to: string): string =>
  `${isCopy ? 'Copy' : 'Move'} ${count === 1 ? name : entries(count)} to ${to === ROOT ? TEXTS.areas : nameOf(to)}`;

export const dragNoteText = (isCopy: boolean): string => (isCopy ? '' : 'Ctrl: copy');

const ofNames = (count: number, name: string): string => (count === 1 ? `“${name}”` : entries(count));

export const deleteTitle = (count: number, name: string): string => `Delete ${ofNames(count, name)}?`;
export const eraseTitle = (count: number, name: string): string => `Delete ${ofNames(count, name)} for good?`;

/** The title of a conflict dialog. */
export function conflictTitle(conflicts: readonly FileConflict[]): string {
  const count = conflicts.reduce((sum, conflict) => sum + conflict.count, 0);
  return count === 1 ? '1 name exists' : `${formatCount(count)} names exist`;
}

export function conflictText({ kind, count }: FileConflict): string {
  if (kind === 'file') return count === 1 ? '1 file is there already' : `${formatCount(count)} files are there already`;
  if (kind === 'folder') return count === 1 ? '1 folder is there and is merged' : `${formatCount(count)} folders are there and are merged`;
  return count === 1
    ? '1 name is of a file here and of a folder there'
    : `${formatCount(count)} names are of files here and of folders there, or the other way round`;
}

export const moreText = (count: number): string => `and ${formatCount(count)} more`;

const DOING: Readonly<Record<FileWorkKind, string>> = {
  copy: 'Copying',
  move: 'Moving',
  delete: 'Deleting',
  zip: 'Packing',
  unzip: 'Unpacking',
  take: 'Uploading',
};
const DONE: Readonly<Record<FileWorkKind, string>> = {
  copy: 'Copied',
  move: 'Moved',
  delete: 'Deleted',
  zip: 'Packed',
  unzip: 'Unpacked',
  take: 'Uploaded',
};
const NOT_DONE: Readonly<Record<FileWorkKind, string>> = {
  copy: 'Copy',
  move: 'Move',
  delete: 'Delete',
  zip: 'Pack',
  unzip: 'Unpack',
  take: 'Upload',
};

/** `Copying hippocampus-v3 and 2 more`. */
export function workTitle({ kind, state, title, count }: Pick<FileWork, 'kind' | 'state' | 'title' | 'count'>): string {
  // Of an upload the folder is known, and not which file is the first.
  const what =
    kind === 'take'
      ? `${formatCountOf(count, 'file', 'files')} to ${title}`
      : count > 1
        ? `${title} and ${formatCount(count - 1)} more`
        : title;
  if (state === 'waiting' || state === 'running') return `${DOING[kind]} ${what}`;
  if (state === 'done') return `${DONE[kind]} ${what}`;
  return state === 'cancelled' ? `${NOT_DONE[kind]} ${what}: cancelled` : `${NOT_DONE[kind]} ${what}: failed`;
}

/** Where a running work is, or what an ended one did. */
export function workNote(work: FileWork): string {
  const { state, entries_done: done, entries_total: total, current, skipped, dir } = work;
  if (state === 'waiting') return 'waits for its turn';
  if (state === 'running') {
    const place = total === null ? entries(done) : `${formatCount(done)} of ${entries(total)}`;
    return current === null ? place : `${place}, ${current}`;
  }
  if (work.failure !== null) return FAILURE_TEXTS[work.failure];
  if (state === 'cancelled') return 'Nothing of it was kept.';
  const left = skipped > 0 ? [`${formatCount(skipped)} skipped`] : [];
  const bytes = work.bytes_done > 0 ? [formatBytes(work.bytes_done)] : [];
  return [entries(done), ...bytes, ...left, ...(work.kind === 'delete' ? [] : [`in ${dir}`])].join(' · ');
}

/** `22 MB/s   7 s left`. */
export function paceText({ bytesPerSecond, secondsLeft }: Pace): string {
  return [
    ...(bytesPerSecond === null ? [] : [formatRate(bytesPerSecond)]),
    ...(secondsLeft === null ? [] : [`${formatDuration(secondsLeft)} left`]),
  ].join(' · ');
}

export const amountText = ({ bytes_done: done, bytes_total: total }: Pick<FileWork, 'bytes_done' | 'bytes_total'>): string =>
  total === null || total === 0 ? '' : formatBytesOf(done, total);

export const closeWorkText = (title: string): string => `Close: ${title}`;
export const cancelWorkText = (title: string): string => `Cancel: ${title}`;

/** An upload on this device: what it waits for. */
export function uploadNote({ phase, halt, waiting }: Pick<AreaUploadView, 'phase' | 'halt' | 'waiting'>, serverReachable: boolean): string {
  if (phase === 'none') return 'The page was closed before all files were on this device. Upload these, or cancel and choose again.';
  if (halt?.why === 'sign-in') return 'Waits until you sign in.';
  if (halt?.why === 'rights') return 'Waits until you may upload to this team again.';
  if (halt !== null) return haltText(halt.code);
  if (!serverReachable || waiting?.reason === 'network') return 'Waits on this device for the network.';
  if (waiting?.reason === 'storage_full') return 'Waits: the storage of the team is full.';
  return waiting === null ? 'You can close this page.' : 'Waits for the server.';
}

const STOPPED: Readonly<Record<string, string>> = {
  not_found: 'Stopped: the folder was moved or deleted. Cancel, and upload into another one.',
  work_ended: 'Stopped: it was cancelled or failed on the server. Cancel, and upload again.',
};
const haltText = (code: string): string => STOPPED[code] ?? 'Stopped: the server does not accept it. Cancel, and upload again.';

/** Nothing is queued then. */
export function refusedNameText(path: string, problem: NameProblem): string {
  return `“${path}”: ${NAME_PROBLEMS[problem]} Nothing was uploaded.`;
}

export const copyingText = (handled: number, total: number): string =>
  `Copying to this device: ${formatCount(handled)} of ${formatCountOf(total, 'file', 'files')}. Keep this page open.`;
export const notStoredText = (count: number): string =>
  `${formatCountOf(count, 'file was', 'files were')} not stored on this device: no space, or unreadable. The others are uploaded.`;
export const tooManyText = (most: number): string => `At most ${formatCount(most)} files can be uploaded at once. Nothing was uploaded.`;
export const unreadableText = (count: number): string =>
  `${formatCountOf(count, 'file', 'files')} could not be read. Nothing was uploaded.`;

const NOTHING_LEFT = 'Nothing of it was kept.';

/** Why a work failed: the fact, and what would help. */
export const FAILURE_TEXTS: Readonly<Record<FileFailure, string>> = {
  'archive-cut-off': `The archive is not complete. Upload it again. ${NOTHING_LEFT}`,
  'archive-damaged': `The archive is damaged. Upload it again. ${NOTHING_LEFT}`,
  'archive-empty': 'There is nothing in the archive.',
  'archive-unreadable': `The archive cannot be read. ${NOTHING_LEFT}`,
  'archive-encrypted': `The archive has a password. Unpack it on your machine and upload its files. ${NOTHING_LEFT}`,
  'archive-deflate64': `The archive uses Deflate64, which is not read here. Pack it again as an ordinary zip. ${NOTHING_LEFT}`,
  'archive-bzip2': `The archive uses bzip2, which is not read here. Pack it again as an ordinary zip. ${NOTHING_LEFT}`,
  'archive-lzma': `The archive uses LZMA, which is not read here. Pack it again as an ordinary zip. ${NOTHING_LEFT}`,
  'archive-method': `The archive is compressed in a way that is not read here. Pack it again as an ordinary zip. ${NOTHING_LEFT}`,
  'archive-split': `The archive is one of several parts. Join them on your machine first. ${NOTHING_LEFT}`,
  'archive-7z': `7z archives are not read here. Pack it again as a zip. ${NOTHING_LEFT}`,
  'archive-rar': `RAR archives are not read here. Pack it again as a zip. ${NOTHING_LEFT}`,
  'archive-bomb': `The archive unpacks to far more than its size. ${NOTHING_LEFT}`,
  'archive-too-many': `The archive has too many entries. Unpack it in parts. ${NOTHING_LEFT}`,
  'archive-nested': `There are archives in the archive, too deep to follow. ${NOTHING_LEFT}`,
  'archive-link': `The archive has links, which could lead out of the folder. ${NOTHING_LEFT}`,
  'archive-escapes': `An entry of the archive would leave the folder. ${NOTHING_LEFT}`,
  'archive-slow': `Unpacking took too long. ${NOTHING_LEFT}`,
  'name-refused': `A name in it is not allowed here. Rename it first. ${NOTHING_LEFT}`,
  'folder-full': `A folder holds at most 10,000 entries. ${NOTHING_LEFT}`,
  'too-deep': `Its folders are nested too deep. ${NOTHING_LEFT}`,
  'no-room': `There is not enough storage. Delete something, and empty the bin. ${NOTHING_LEFT}`,
  gone: `A file or folder that it needs was deleted meanwhile. ${NOTHING_LEFT}`,
  broke: `It failed each time it was tried. ${NOTHING_LEFT}`,
  interrupted: `The server stopped each time while it ran. Start it again. ${NOTHING_LEFT}`,
};

/** Why a change was not made. The server says which name it refused and why. */
export function filesFailureText(failure: ApiFailure): string {
  if (failure.kind === 'refused' && failure.code === 'file_name_refused') {
    const reason = Object.values(failure.errors ?? {}).flat()[0];
    return reason ?? failure.message;
  }
  return changeFailureText(failure, { not_found: DELETED_MEANWHILE });
}

export const menuOfText = (name: string): string => `Actions for ${name}`;
export const spokenSlice = (position: number, slices: number): string => `slice ${position} of ${slices}`;

export const renameText = (name: string): string => `New name of ${name}`;

/** `Left pane, /north/a`. */
export const paneName = (side: 'left' | 'right', { dir, isBin }: { dir: string; isBin: boolean }): string =>
  `${TEXTS.panes[side]}, ${isBin ? `${TEXTS.bin} of ${dir}` : dir}`;

export const menuTitle = (count: number, name: string | null): string => {
  if (count === 0) return TEXTS.actions;
  return count === 1 && name !== null ? name : selectedText(count);
};

export const wasText = (path: string): string => `was in ${parentOf(path)}`;

/** `384 × 384 × 19`. */
export const sizeText = (size: readonly number[]): string => size.filter((length, at) => at < 2 || length > 1).join(' × ');

/** `0.5 × 0.5 × 3.0 mm`; empty if a length is not known. */
export const voxelText = (spacingMm: readonly (number | null)[]): string => {
  const known = spacingMm.filter((mm) => mm !== null);
  if (known.length < 2) return '';
  return `${known.map((mm) => (mm >= 0.1 ? mm.toFixed(1) : mm.toPrecision(1))).join(' × ')}\u00A0mm`;
};
