import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { FileConflict, FileFailure, FileWork, FileWorkKind } from '#contract/file-areas.ts';
import { inContext, t } from '#language/t.ts';
import { formatBytes, formatBytesOf, formatCount, formatDecimal, formatDuration, formatRate } from '#ui/format.ts';
import type { AreaUploadView } from '#localdb/area-upload/area-uploads.ts';
import { NAME_PROBLEMS, type NameProblem } from '#model/file-areas/file-paths.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';
import type { FileActId, WhyNot } from './acts/file-acts.ts';
import { nameOf, parentOf, ROOT } from './pane/paths.ts';
import type { Pace } from './works/pace.ts';

/** Texts of the file manager. */
export const TEXTS = {
  files: t('Files'),
  administration: t('Administration'),
  team: t('Team'),
  areas: t('All areas'),
  bin: t('bin'),
  columns: { name: t('Name'), size: t('Size'), changed: t('Changed'), deleted: t('Deleted') },
  panes: { left: t('Left pane'), right: t('Right pane') },
  /** For screen readers, with the list. */
  keysNote: t('Tab: other pane. Insert or Space: select. Enter: open. Escape: to the actions.'),
  keys: [
    ['Tab', t('other pane')],
    ['Ins', t('select')],
    ['Enter', inContext('verb', 'open')],
  ],
  paths: { left: t('Path of the left pane'), right: t('Path of the right pane') },
  kept: t('kept 7 days'),
  busy: t('in work'),
  select: t('Select'),
  actions: t('Actions'),
  actionsOf: t('Actions of the pane'),
  clear: t('Clear selection'),
  needsServer: t('The server cannot be reached'),
  newName: t('New name'),
  /** States of a pane. */
  empty: t('This folder is empty'),
  emptyWhy: t('Copy here what is selected in the other pane, or make a folder.'),
  emptyAreas: t('No area is open to you'),
  emptyAreasWhy: t('The files of a team are open to its administrators, and those of the server to platform administrators.'),
  emptyBin: t('The bin is empty'),
  emptyBinWhy: t('What is deleted is kept here for 7 days and can be restored.'),
  failed: t('This folder could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  notHere: t('This folder is not here'),
  notHereWhy: t('It was moved or deleted, or it is not open to you. Go to the folder above.'),
  goUp: t('Folder above'),
  goAreas: t('All areas'),
  ...PAGE_OFFLINE,
  offline: t('This folder is not available offline'),
  offlineWhy: t('You are offline, and this folder is not on this device. It loads when the network is back.'),
  /** Dialogs. */
  cancel: t('Cancel'),
  folderTitle: t('New folder'),
  folderName: t('Name of the folder'),
  folderAct: t('Make folder'),
  zipTitle: t('Pack into a zip'),
  zipName: t('Name of the zip'),
  zipAct: t('Pack'),
  needed: t('This field is required'),
  deleteWhy: t('They go to the bin of the area. For 7 days they can be restored from there.'),
  deleteAct: t('Delete'),
  keep: t('Keep'),
  eraseWhy: t('They are removed for good. This cannot be undone.'),
  eraseAct: t('Delete for good'),
  emptyBinAct: t('Empty bin'),
  emptyBinTitle: t('Empty the bin?'),
  conflictWhy: t('Nothing has been changed yet. Choose what happens to the names that exist.'),
  skip: t('Skip'),
  keepBoth: t('Keep both'),
  overwrite: t('Overwrite'),
  conflictNotes: {
    'keep-both': t('The new one gets a number, as in “scan (2).nii”.'),
    skip: t('The new one is left out. At a move it stays where it is.'),
    overwrite: t('What is there now goes to the bin.'),
  },
  /** Works. */
  works: t('Works'),
  cancelWork: t('Cancel'),
  sendRest: t('Upload these'),
  close: t('Close'),
  progress: t('Progress'),
  /** Preview. */
  preview: t('Preview'),
  closePreview: t('Close the preview'),
  download: t('Download'),
  previewFailed: t('This file could not be read'),
  previewFailedWhy: t('Nothing was changed. Try again.'),
  previewOffline: t('Needs the server'),
  previewOfflineWhy: t('You are offline. The preview reads the file from the server.'),
  again: t('Try again'),
  unknown: t('No preview of this kind of file'),
  unknownWhy: t('Text, pictures, NIfTI and DICOM are shown here. Download it to open it.'),
  tooLarge: t('Too large for a preview'),
  tooLargeWhy: t('Download it to open it.'),
  emptyFile: t('This file is empty'),
  textCut: t('The first 64 KB'),
  slice: t('Slice'),
  noPicture: t('This slice cannot be drawn here'),
  fields: { kind: t('Kind'), bytes: t('Bytes'), size: t('Size'), voxel: t('Voxel'), axes: t('Axes'), volumes: t('Time points') },
  show: t('Show'),
} as const;

export const ACT_TEXTS: Readonly<Record<FileActId, string>> = {
  rename: t('Rename'),
  view: inContext('verb', 'View'),
  zip: t('Zip'),
  unzip: t('Unpack'),
  copy: t('Copy'),
  move: t('Move'),
  folder: t('Folder'),
  download: t('Download'),
  upload: inContext('verb', 'Upload'),
  'upload-folder': t('Upload a folder'),
  delete: t('Delete'),
  restore: t('Restore'),
  erase: t('Delete for good'),
};

/** Beside their keys, in a row that has room for short words. */
export const KEY_TEXTS: Readonly<Record<FileActId, string>> = {
  ...ACT_TEXTS,
  download: inContext('key', 'Download'),
  upload: inContext('key', 'Upload'),
};

/** In a menu, which has the room to say where to. */
export function actText(act: FileActId, to: string | null): string {
  if (act === 'folder') return t('New folder');
  if (to === null) return ACT_TEXTS[act];
  const where = nameOf(to);
  if (act === 'copy') return t('Copy to {where}', { where });
  if (act === 'move') return t('Move to {where}', { where });
  return act === 'unzip' ? t('Unpack into {where}', { where }) : ACT_TEXTS[act];
}

export const WHY_NOT_TEXTS: Readonly<Record<WhyNot, string>> = {
  offline: TEXTS.needsServer,
  'no-upload': t('You may not upload to the team of this address'),
  root: t('Open an area first'),
  nothing: t('Nothing is selected'),
  file: t('Only files can be viewed'),
  archive: t('Only archives (zip, tar, gz) can be unpacked'),
  nowhere: t('Open a folder in the other pane first'),
  busy: t('Something is still being written into it'),
  many: t('Select at most 1\u2009000, or the folder that they are in'),
};

const entries = (count: number): string => t('{count, plural, one {# entry} other {# entries}}', { count });

export const entriesText = entries;

/** `2.9 GB in 2 files and 1 folder`. */
export function selectionText({ files, folders, bytes }: { files: number; folders: number; bytes: number }): string {
  const size = formatBytes(bytes);
  if (files === 0) return folders === 0 ? '' : t('{folders, plural, one {# folder} other {# folders}}', { folders });
  if (folders === 0) return t('{size} in {files, plural, one {# file} other {# files}}', { size, files });
  return t('{size} in {files, plural, one {# file} other {# files}} and {folders, plural, one {# folder} other {# folders}}', {
    size,
    files,
    folders,
  });
}

export const selectedText = (count: number): string => t('{count} selected', { count: formatCount(count) });

/** `38.2 of 200 GB`. */
export const usedText = ({ bytes, limit }: { bytes: number; limit: number | null }): string =>
  limit === null ? t('{size} used', { size: formatBytes(bytes) }) : formatBytesOf(bytes, limit);

export const copiesHereText = (key: string): string => t('{key} copies here', { key });

/** Shown at the pointer while entries are dragged. */
export function dragText(isCopy: boolean, count: number, name: string, to: string): string {
  const values = { count, name, folder: to === ROOT ? TEXTS.areas : nameOf(to) };
  return isCopy
    ? t('{count, plural, =1 {Copy {name} to {folder}} other {Copy # entries to {folder}}}', values)
    : t('{count, plural, =1 {Move {name} to {folder}} other {Move # entries to {folder}}}', values);
}

export const dragNoteText = (isCopy: boolean): string => (isCopy ? '' : t('Ctrl: copy'));

export const deleteTitle = (count: number, name: string): string =>
  t('{count, plural, =1 {Delete “{name}”?} other {Delete # entries?}}', { count, name });
export const eraseTitle = (count: number, name: string): string =>
  t('{count, plural, =1 {Delete “{name}” for good?} other {Delete # entries for good?}}', { count, name });

/** The title of a conflict dialog. */
export function conflictTitle(conflicts: readonly FileConflict[]): string {
  const count = conflicts.reduce((sum, conflict) => sum + conflict.count, 0);
  return t('{count, plural, one {# name exists} other {# names exist}}', { count });
}

export function conflictText({ kind, count }: FileConflict): string {
  if (kind === 'file') return t('{count, plural, one {# file is there already} other {# files are there already}}', { count });
  if (kind === 'folder')
    return t('{count, plural, one {# folder is there and is merged} other {# folders are there and are merged}}', { count });
  return t(
    '{count, plural, one {# name is of a file here and of a folder there} other {# names are of files here and of folders there, or the other way round}}',
    { count },
  );
}

export const moreText = (count: number): string => t('and {count} more', { count: formatCount(count) });

type Titles = (values: { title: string; count: number; more: number }) => string;

const DOING: Readonly<Record<FileWorkKind, Titles>> = {
  copy: (values) => t('{more, plural, =0 {Copying {title}} other {Copying {title} and # more}}', values),
  move: (values) => t('{more, plural, =0 {Moving {title}} other {Moving {title} and # more}}', values),
  delete: (values) => t('{more, plural, =0 {Deleting {title}} other {Deleting {title} and # more}}', values),
  zip: (values) => t('{more, plural, =0 {Packing {title}} other {Packing {title} and # more}}', values),
  unzip: (values) => t('{more, plural, =0 {Unpacking {title}} other {Unpacking {title} and # more}}', values),
  take: (values) => t('{count, plural, one {Uploading # file to {title}} other {Uploading # files to {title}}}', values),
  put: (values) => t('Writing {title}', values),
};
const DONE: Readonly<Record<FileWorkKind, Titles>> = {
  copy: (values) => t('{more, plural, =0 {Copied {title}} other {Copied {title} and # more}}', values),
  move: (values) => t('{more, plural, =0 {Moved {title}} other {Moved {title} and # more}}', values),
  delete: (values) => t('{more, plural, =0 {Deleted {title}} other {Deleted {title} and # more}}', values),
  zip: (values) => t('{more, plural, =0 {Packed {title}} other {Packed {title} and # more}}', values),
  unzip: (values) => t('{more, plural, =0 {Unpacked {title}} other {Unpacked {title} and # more}}', values),
  take: (values) => t('{count, plural, one {Uploaded # file to {title}} other {Uploaded # files to {title}}}', values),
  put: (values) => t('Wrote {title}', values),
};
const CANCELLED: Readonly<Record<FileWorkKind, Titles>> = {
  copy: (values) => t('{more, plural, =0 {Copy {title}: cancelled} other {Copy {title} and # more: cancelled}}', values),
  move: (values) => t('{more, plural, =0 {Move {title}: cancelled} other {Move {title} and # more: cancelled}}', values),
  delete: (values) => t('{more, plural, =0 {Delete {title}: cancelled} other {Delete {title} and # more: cancelled}}', values),
  zip: (values) => t('{more, plural, =0 {Pack {title}: cancelled} other {Pack {title} and # more: cancelled}}', values),
  unzip: (values) => t('{more, plural, =0 {Unpack {title}: cancelled} other {Unpack {title} and # more: cancelled}}', values),
  take: (values) => t('{count, plural, one {Upload # file to {title}: cancelled} other {Upload # files to {title}: cancelled}}', values),
  put: (values) => t('Write {title}: cancelled', values),
};
const FAILED: Readonly<Record<FileWorkKind, Titles>> = {
  copy: (values) => t('{more, plural, =0 {Copy {title}: failed} other {Copy {title} and # more: failed}}', values),
  move: (values) => t('{more, plural, =0 {Move {title}: failed} other {Move {title} and # more: failed}}', values),
  delete: (values) => t('{more, plural, =0 {Delete {title}: failed} other {Delete {title} and # more: failed}}', values),
  zip: (values) => t('{more, plural, =0 {Pack {title}: failed} other {Pack {title} and # more: failed}}', values),
  unzip: (values) => t('{more, plural, =0 {Unpack {title}: failed} other {Unpack {title} and # more: failed}}', values),
  take: (values) => t('{count, plural, one {Upload # file to {title}: failed} other {Upload # files to {title}: failed}}', values),
  put: (values) => t('Write {title}: failed', values),
};

/** `Copying hippocampus-v3 and 2 more`. Of an upload the folder is known, and not which file is the first. */
export function workTitle({ kind, state, title, count }: Pick<FileWork, 'kind' | 'state' | 'title' | 'count'>): string {
  const values = { title, count, more: Math.max(0, count - 1) };
  if (state === 'waiting' || state === 'running') return DOING[kind](values);
  if (state === 'done') return DONE[kind](values);
  return state === 'cancelled' ? CANCELLED[kind](values) : FAILED[kind](values);
}

/** Where a running work is, or what an ended one did. */
export function workNote(work: FileWork): string {
  const { state, entries_done: done, entries_total: total, current, skipped, dir } = work;
  if (state === 'waiting') return t('waits for its turn');
  if (state === 'running') {
    const place =
      total === null ? entries(done) : t('{done} of {total, plural, one {# entry} other {# entries}}', { done: formatCount(done), total });
    return current === null ? place : `${place}, ${current}`;
  }
  if (work.failure !== null) return FAILURE_TEXTS[work.failure];
  if (state === 'cancelled') return t('Nothing of it was kept.');
  const left = skipped > 0 ? [t('{count} skipped', { count: formatCount(skipped) })] : [];
  const bytes = work.bytes_done > 0 ? [formatBytes(work.bytes_done)] : [];
  return [entries(done), ...bytes, ...left, ...(work.kind === 'delete' ? [] : [t('in {dir}', { dir })])].join(' · ');
}

/** `22 MB/s   7 s left`. */
export function paceText({ bytesPerSecond, secondsLeft }: Pace): string {
  return [
    ...(bytesPerSecond === null ? [] : [formatRate(bytesPerSecond)]),
    ...(secondsLeft === null ? [] : [t('{time} left', { time: formatDuration(secondsLeft) })]),
  ].join(' · ');
}

export const amountText = ({ bytes_done: done, bytes_total: total }: Pick<FileWork, 'bytes_done' | 'bytes_total'>): string =>
  total === null || total === 0 ? '' : formatBytesOf(done, total);

export const closeWorkText = (title: string): string => t('Close: {title}', { title });
export const cancelWorkText = (title: string): string => t('Cancel: {title}', { title });

/** An upload on this device: what it waits for. */
type Noted = Pick<AreaUploadView, 'phase' | 'halt' | 'waiting' | 'files'>;

export function uploadNote({ phase, halt, waiting, files }: Noted, serverReachable: boolean): string {
  if (phase === 'none' && files === 0) return t('The page was closed before a file was on this device. Cancel, and choose again.');
  if (phase === 'none') return t('The page was closed before all files were on this device. Upload these, or cancel and choose again.');
  if (halt?.why === 'sign-in') return t('Waits until you sign in.');
  if (halt?.why === 'rights') return t('Waits until you may upload to this team again.');
  if (halt !== null) return haltText(halt.code);
  if (!serverReachable || waiting?.reason === 'network') return t('Waits on this device for the network.');
  if (waiting?.reason === 'storage_full') return t('Waits: the storage of the team is full.');
  return waiting === null ? t('You can close this page.') : t('Waits for the server.');
}

const STOPPED: Readonly<Record<string, string>> = {
  not_found: t('Stopped: the folder was moved or deleted. Cancel, and upload into another one.'),
  work_ended: t('Stopped: it was cancelled or failed on the server. Cancel, and upload again.'),
};
const haltText = (code: string): string => STOPPED[code] ?? t('Stopped: the server does not accept it. Cancel, and upload again.');

/** Nothing is queued then. */
export function refusedNameText(path: string, problem: NameProblem): string {
  return t('“{path}”: {problem} Nothing was uploaded.', { path, problem: NAME_PROBLEMS[problem] });
}

export const copyingText = (handled: number, total: number): string =>
  t('Copying to this device: {handled} of {total, plural, one {# file} other {# files}}. Keep this page open.', {
    handled: formatCount(handled),
    total,
  });
export const notStoredText = (count: number): string =>
  t('{count, plural, one {# file was} other {# files were}} not stored on this device: no space, or unreadable. The others are uploaded.', {
    count,
  });
export const tooManyText = (most: number): string =>
  t('At most {most} files can be uploaded at once. Nothing was uploaded.', { most: formatCount(most) });
export const unreadableText = (count: number): string =>
  t('{count, plural, one {# file} other {# files}} could not be read. Nothing was uploaded.', { count });

/** Why a work failed: the fact, and what would help. */
export const FAILURE_TEXTS: Readonly<Record<FileFailure, string>> = {
  'archive-cut-off': t('The archive is not complete. Upload it again. Nothing of it was kept.'),
  'archive-damaged': t('The archive is damaged. Upload it again. Nothing of it was kept.'),
  'archive-empty': t('There is nothing in the archive.'),
  'archive-unreadable': t('The archive cannot be read. Nothing of it was kept.'),
  'archive-encrypted': t('The archive has a password. Unpack it on your machine and upload its files. Nothing of it was kept.'),
  'archive-deflate64': t('The archive uses Deflate64, which is not read here. Pack it again as an ordinary zip. Nothing of it was kept.'),
  'archive-bzip2': t('The archive uses bzip2, which is not read here. Pack it again as an ordinary zip. Nothing of it was kept.'),
  'archive-lzma': t('The archive uses LZMA, which is not read here. Pack it again as an ordinary zip. Nothing of it was kept.'),
  'archive-method': t(
    'The archive is compressed in a way that is not read here. Pack it again as an ordinary zip. Nothing of it was kept.',
  ),
  'archive-split': t('The archive is one of several parts. Join them on your machine first. Nothing of it was kept.'),
  'archive-7z': t('7z archives are not read here. Pack it again as a zip. Nothing of it was kept.'),
  'archive-rar': t('RAR archives are not read here. Pack it again as a zip. Nothing of it was kept.'),
  'archive-bomb': t('The archive unpacks to far more than its size. Nothing of it was kept.'),
  'archive-too-many': t('The archive has too many entries. Unpack it in parts. Nothing of it was kept.'),
  'archive-nested': t('There are archives in the archive, too deep to follow. Nothing of it was kept.'),
  'archive-link': t('The archive has links, which could lead out of the folder. Nothing of it was kept.'),
  'archive-escapes': t('An entry of the archive would leave the folder. Nothing of it was kept.'),
  'archive-slow': t('Unpacking took too long. Nothing of it was kept.'),
  'name-refused': t('A name in it is not allowed here. Rename it first. Nothing of it was kept.'),
  'folder-full': t('A folder holds at most 10,000 entries. Nothing of it was kept.'),
  'too-deep': t('Its folders are nested too deep. Nothing of it was kept.'),
  'no-room': t('There is not enough storage. Delete something, and empty the bin. Nothing of it was kept.'),
  gone: t('A file or folder that it needs was deleted meanwhile. Nothing of it was kept.'),
  'not-allowed': t('It was no longer allowed when it was its turn. Nothing of it was kept.'),
  incomplete: t('Some of its files are not on the server yet. Start it again when they are. Nothing of it was kept.'),
  broke: t('It failed each time it was tried. Nothing of it was kept.'),
  interrupted: t('The server stopped each time while it ran. Start it again. Nothing of it was kept.'),
};

/** Why a change was not made. The server says which name it refused and why. */
export function filesFailureText(failure: ApiFailure): string {
  if (failure.kind === 'refused' && failure.code === 'file_name_refused') {
    const reason = Object.values(failure.errors ?? {}).flat()[0];
    return reason ?? failure.message;
  }
  return changeFailureText(failure, { not_found: DELETED_MEANWHILE });
}

export const menuOfText = (name: string): string => t('Actions for {name}', { name });
export const spokenSlice = (position: number, slices: number): string => t('slice {position} of {slices}', { position, slices });

export const renameText = (name: string): string => t('New name of {name}', { name });

/** `Left pane, /north/a`. */
export const paneName = (side: 'left' | 'right', { dir, isBin }: { dir: string; isBin: boolean }): string =>
  `${TEXTS.panes[side]}, ${isBin ? t('bin of {dir}', { dir }) : dir}`;

export const menuTitle = (count: number, name: string | null): string => {
  if (count === 0) return TEXTS.actions;
  return count === 1 && name !== null ? name : selectedText(count);
};

export const wasText = (path: string): string => t('was in {path}', { path: parentOf(path) });

/** `384 × 384 × 19`. */
export const sizeText = (size: readonly number[]): string => size.filter((length, at) => at < 2 || length > 1).join(' × ');

/** `0.5 × 0.5 × 3.0 mm`; empty if a length is not known. */
export const voxelText = (spacingMm: readonly (number | null)[]): string => {
  const known = spacingMm.filter((mm) => mm !== null);
  if (known.length < 2) return '';
  return `${known.map((mm) => formatDecimal(mm, mm >= 0.1 ? 1 : digitsOf(mm))).join(' × ')}\u00A0mm`;
};

/** So many that a small length is not 0. */
const digitsOf = (mm: number): number => mm.toPrecision(1).split('.')[1]?.length ?? 0;
