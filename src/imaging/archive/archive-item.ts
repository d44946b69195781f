import type { ArchiveProblem } from '#model/files/archive-problem.ts';

/** The items of an archive in order. `done` is how far its bytes have been read, 0 to 1. */
export type ArchiveItem = ArchivedFile | RefusedItem;

export interface ArchivedFile {
  kind: 'file';
  /** A label: folders with `/`, see entry-label.ts. */
  path: string;
  /** The archive puts it elsewhere than the label says: outside of its folder, or so deep that the label was cut. */
  misplaced?: true;
  /** As declared by the archive; null if it is not. The actual size may differ. */
  size: number | null;
  done: number;
  /** Its bytes, once, before the next item is requested. Throws an `ArchiveFault` at the end if incomplete: see readEntry. */
  blocks: () => AsyncIterable<Uint8Array>;
}

export interface RefusedItem {
  kind: 'refused';
  /** Empty for the archive itself. */
  path: string;
  problem: ArchiveProblem;
  done: number;
}
