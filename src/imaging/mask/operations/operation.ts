import type { RunsByBlock } from '#imaging/mask/bits/change.ts';

/** What somebody did to a segmentation, as it is stored and sent. Never changed. */
export type Operation = Stroke | Bulk | Withdrawal;

interface Author {
  /** Made by the device. Whatever arrives with it again is the same operation. */
  readonly uuid: string;
  readonly segmentation: string;
  readonly author: string;
  /** Device and tab: for display. */
  readonly device: string;
  /** Number of the last operation that the author had seen; 0 is none. */
  readonly base: number;
}

/** An operation that writes to a segment. */
interface Writing extends Author {
  readonly segment: string;
  /** Segments may not overlap: what it sets is cleared in all others. */
  readonly exclusive: boolean;
  /** What it was done with, for display: `brush`, `polygon`, `threshold` and so on. */
  readonly tool: string;
}

/** Runs that it sets and clears, by number of the block. No voxel is in both. */
export interface Stroke extends Writing {
  readonly kind: 'stroke';
  readonly set: RunsByBlock;
  readonly clear: RunsByBlock;
}

/** SHA-256 of packed blocks (`packBlock`) that it sets and clears, by number of the block. With any conflict it becomes a proposal as a whole. */
export interface Bulk extends Writing {
  readonly kind: 'bulk';
  readonly set: HashesByBlock;
  readonly clear: HashesByBlock;
}

/** Undoes operations of the same author. */
export interface Withdrawal extends Author {
  readonly kind: 'withdrawal';
  readonly uuids: readonly string[];
}

/** SHA-256 in lower case, by number of the block. */
export type HashesByBlock = ReadonlyMap<number, string>;

/** With the number that the server gave it. Numbers increase; they need not follow each other. */
export interface Numbered {
  readonly number: number;
  readonly operation: Operation;
}
