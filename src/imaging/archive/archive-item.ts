import type { ArchiveProblem } from '#model/archive-problem.ts';

/** What an archive gives, one after another. `done` is how far its bytes have been read, 0 to 1. */
export type ArchiveItem = ArchivedFile | RefusedItem;

export interface ArchivedFile {
  kind: 'file';
  /** A label: folders with `/`, see entry-label.ts. */
  path: string;
  /** As the archive says; null where it does not. What really comes may be less or more. */
  size: number | null;
  done: number;
  /** Its bytes, once, before the next item is asked for. Throws an `ArchiveFault` at the end of what is not whole: see readEntry. */
  blocks: () => AsyncIterable<Uint8Array>;
}

export interface RefusedItem {
  kind: 'refused';
  /** Empty for the archive itself. */
  path: string;
  problem: ArchiveProblem;
  done: number;
}
