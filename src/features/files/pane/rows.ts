import type { BinItem, FileItem } from '#contract/file-areas.ts';
import { parseWireDate } from '#contract/dates.ts';

/** Where a pane stands: a folder, or the bin of the area whose folder `dir` is. */
export interface Place {
  dir: string;
  isBin: boolean;
}

export type RowKind = 'up' | 'bin' | 'folder' | 'file' | 'deleted';

/** A line of a pane. */
export interface Row {
  /** Of this line among those of the pane: the path of an entry, the id of a deleted one. */
  key: string;
  kind: RowKind;
  name: string;
  isFolder: boolean;
  /** Bytes; null of a folder. */
  size: number | null;
  /** Milliseconds since 1970; null of lines that are no entries. */
  changedAt: number | null;
  /** A work writes into it. */
  isBusy: boolean;
  /** Of a deleted entry: where it was. */
  was?: string;
}

/** Keys that no path and no id can have. */
export const UP_KEY = '..';
export const BIN_KEY = '..bin';

/** Whether it is chosen for acts: the ways up and into the bin are not. */
export const isEntry = ({ kind }: Row): boolean => kind === 'file' || kind === 'folder' || kind === 'deleted';

const line = (key: string, kind: 'up' | 'bin', name: string): Row => ({
  ...{ key, kind, name, isFolder: true, size: null, changedAt: null, isBusy: false },
});

export const UP_ROW: Row = line(UP_KEY, 'up', '..');
export const BIN_ROW: Row = line(BIN_KEY, 'bin', 'bin');

export const rowOfItem = (item: FileItem): Row => ({
  key: item.path,
  kind: item.isDir ? 'folder' : 'file',
  name: item.basename,
  isFolder: item.isDir,
  size: item.isDir ? null : item.size,
  changedAt: item.changed_at === 0 ? null : item.changed_at,
  isBusy: item.busy,
});

export const rowOfDeleted = (item: BinItem): Row => ({
  key: item.id,
  kind: 'deleted',
  name: item.basename,
  isFolder: item.isDir,
  size: item.size,
  changedAt: parseWireDate(item.deleted_at)?.getTime() ?? null,
  isBusy: false,
  was: item.path,
});
