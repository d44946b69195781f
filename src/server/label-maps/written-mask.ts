import type { ByteSource } from '#imaging/byte-source.ts';
import type { MaskToWrite } from './label-map-maker.ts';

/** A label map that somebody sends for a mask. */
export interface WrittenMask {
  /** The mask as its sender had seen it. Values are those of the label map. */
  mask: MaskToWrite;
  isExclusive: boolean;
  author: number;
  action: string;
}

export interface MadeOperation {
  segment: string;
  /** Packed blocks of a bulk operation, in Base64. */
  bytes: string;
}

export type WrittenMaskAnswer =
  | { ok: true; operations: MadeOperation[] }
  /** `damaged`: the stored operations cannot be read. */
  | { ok: false; why: 'damaged' }
  /** `no-nifti`: it cannot be read. `not-labels`: other than whole numbers from 0. `values`: some stand for no segment. */
  | { ok: false; why: 'no-nifti' | 'other-voxels' | 'not-labels' }
  | { ok: false; why: 'values'; values: number[] };

/** Compares label maps with masks in a process of its own: files of others may ask for much memory. */
export interface WrittenMaskReader {
  read(written: WrittenMask, file: ByteSource, signal: AbortSignal): Promise<WrittenMaskAnswer>;
}
