import type { Drawn } from '#workers/masks/types.ts';

/** What somebody did in one go, as it is listed. */
export interface HistoryAction {
  action: string;
  /** `draw`: something was set or cleared. `clear`: the server cleared a deleted segment. */
  kind: 'draw' | 'undo' | 'redo' | 'clear';
  /** Tool of the operations, or of those that were undone; null where it is not known. */
  tool: string | null;
  segments: readonly string[];
  /** ID of the account, and its name if the device knows it. Null: the account no longer exists. */
  author: { id: number; name: string | null } | null;
  /** When it was drawn here, or when the server took it; null where this was not kept. ISO 8601. */
  at: string | null;
  /** Of its last operation; null: the server has not confirmed all of it, or what came before is not here yet. */
  number: number | null;
  /** Undone by a later action, and not redone by the same one. */
  isUndone: boolean;
}

/** Newest first, without bytes. */
export interface MaskHistory {
  actions: readonly HistoryAction[];
  /** There are earlier ones. */
  hasMore: boolean;
}

/** A state: after an operation of the server, or after an action that is on this device. */
export type EarlierState = { number: number } | { action: string };

/** `not-here`: operations up to it are not on this device. */
export type ShownState = { ok: true } | { ok: false; why: 'closed' | 'not-here' };

/**
 * `restored`: segments that were changed; none if nothing differs. `locked`: segments that differ, and of which something stayed as it is because they are locked.
 * `gone`: segments that had voxels then, and do not exist any more.
 */
export type Restored =
  | { ok: true; restored: readonly string[]; locked: readonly string[]; gone: readonly string[] }
  | Exclude<Drawn, { ok: true }>
  | { ok: false; why: 'not-here' };

/** Segments as they are now. */
export interface RestoreRights {
  existing: readonly string[];
  locked: readonly string[];
}

/** What was done to an open segmentation, and how it was before. */
export interface MaskHistories {
  /** `most`: how many actions. Null while the segmentation is closed. */
  historyOf(segmentation: string, most: number): Promise<MaskHistory | null>;
  /** Shows an earlier state on slices and planes, and draws nothing meanwhile; null: shows what is drawn now. */
  showAt(segmentation: string, state: EarlierState | null): Promise<ShownState>;
  /** Makes the segments as they were, as one action that can be undone. Nothing is deleted. */
  restore(segmentation: string, state: EarlierState, rights: RestoreRights): Promise<Restored>;
}
