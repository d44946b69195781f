import type { Bits } from '#imaging/mask/bits/bits.ts';
import type { Change } from '#imaging/mask/bits/change.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import type { Operation } from './operation.ts';

/** A segmentation at a number of the server, and how it came there. Never changed: `applyOperations` gives a new one. */
export interface MaskState {
  /** Of the grid. */
  readonly size: Voxel;
  /** Of the last operation. */
  readonly number: number;
  /** Without empty ones. */
  readonly segments: ReadonlyMap<string, Bits>;
  /** From where it was replayed. */
  readonly start: Start;
  /** Every operation since the start, in the order of the numbers. */
  readonly log: readonly Entry[];
}

/** The bits at a number: of a snapshot, or nothing at 0. */
export interface Start {
  readonly number: number;
  readonly segments: ReadonlyMap<string, Bits>;
}

export interface Entry {
  readonly number: number;
  readonly operation: Operation;
  readonly outcome: Outcome;
  /** What it wrote: less than the operation says where there was a conflict. */
  readonly written: Change;
  /** By a later operation. It writes nothing, and its conflict is settled. */
  readonly isWithdrawn: boolean;
}

/** What became of an operation when it arrived. This does not change when others withdraw theirs. */
export type Outcome =
  | { readonly kind: 'applied' }
  /** Not written where somebody else had written the opposite after the base; that is left to the author. */
  | { readonly kind: 'conflict'; readonly conflict: Change }
  /** A bulk operation with a conflict. Nothing of it was written. */
  | { readonly kind: 'proposal'; readonly conflict: Change }
  /** Which operations were withdrawn, and which were left, because nobody knows them or they are somebody else's. */
  | { readonly kind: 'withdrew'; readonly uuids: readonly string[]; readonly left: readonly string[] }
  /** It had arrived before. */
  | { readonly kind: 'repeated' }
  | { readonly kind: 'refused'; readonly why: OperationRefusal };

export type OperationRefusal =
  /** Its base is not before its own number. */
  | 'base'
  | 'outside-grid'
  /** A voxel is both set and cleared. */
  | 'contradiction'
  /** A block of a bulk operation cannot be read. */
  | 'damaged-block';

export const emptyState = (size: Voxel): MaskState => stateAt(size, { number: 0, segments: new Map() });

export const stateAt = (size: Voxel, start: Start): MaskState => ({ size, number: start.number, segments: start.segments, start, log: [] });

/** Conflicts and proposals that their author has not withdrawn. To take one is a new operation with its conflict and a new base; which ones were left, the caller knows. */
export function conflictsOf({ log }: MaskState): Entry[] {
  return log.filter(({ outcome, isWithdrawn }) => !isWithdrawn && (outcome.kind === 'conflict' || outcome.kind === 'proposal'));
}
