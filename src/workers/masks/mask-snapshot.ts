import type { Hash } from '#imaging/mask/operations/block-store.ts';
import type { MaskState, Start } from '#imaging/mask/operations/mask-state.ts';
import { readSnapshot, writeSnapshot } from '#imaging/mask/operations/snapshot.ts';
import { deflateSnapshot, type JournalStart } from '#localdb/masks/mask-start.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';

/** A mask at a number, as it is handed in. */
export interface MadeSnapshot {
  number: number;
  /** Of the bytes before they were deflated. */
  sha256: string;
  /** RFC 1950. */
  deflated: Uint8Array<ArrayBuffer>;
}

export function madeSnapshot(state: MaskState, hash: Hash): MadeSnapshot {
  const { bytes, hash: sha256 } = writeSnapshot(state, hash);
  return { number: state.number, sha256, deflated: deflateSnapshot(bytes) };
}

/** Null if it is damaged, of another grid or number, or of a later version. */
export function openedSnapshot({ number, sha256, bytes }: JournalStart, size: Voxel, hash: Hash): Start | null {
  const read = bytes && readSnapshot(bytes, { hash, is: sha256 });
  if (!read?.ok || read.start.number !== number || read.size.some((length, axis) => length !== size[axis])) return null;
  return read.start;
}
