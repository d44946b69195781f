import type { BatchProblem } from '#contract/batch.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import type { SortedBatch } from './sort-files.ts';

/** One file of an archive, as far as it has come: where its bytes lie in the packs that were given, or why it stays behind. */
export type UnpackedItem =
  | { is: 'piece'; key: string; pack: number; at: number; offset: number; length: number }
  | { is: 'file'; key: string; path: string; size: number; sha256: string }
  /**
   * `path` is empty where it concerns nothing inside. Pieces that were given under its key are nobody's. What is locked is said once of each archive, by
   * the path of that archive: by it a password is given.
   */
  | { is: 'refused'; key: string; path: string; problem: BatchProblem };

/** Bytes of files, one behind the other, and what has become known since the last ones. */
export interface UnpackedPart {
  /** The number of this pack, from 0: pieces name it. */
  pack: number;
  bytes: Uint8Array;
  items: UnpackedItem[];
}

export interface ArchiveToUnpack {
  name: string;
  source: ByteSource;
  /** By path, of itself and of archives in it. One that has none of its own is tried with that of the archive around it. */
  passwords: Readonly<Record<string, string>>;
}

/** How many there were of what no person is told of one by one. */
export interface UnpackedCount {
  /** Files of a kind that the door refuses. */
  unsupported: number;
}

/** Opens archives of unknown origin, and reads what is in them, where it can harm nobody. */
export interface ArchiveUnpacker {
  /**
   * What is in an archive, part by part; the next comes when the last was taken. The answer is why no more comes, where its time was over.
   */
  unpack(
    archive: ArchiveToUnpack,
    signal: AbortSignal,
    take: (part: UnpackedPart) => Promise<void>,
  ): Promise<UnpackedCount | { problem: BatchProblem }>;
  /** Files by study and series. */
  sort(files: readonly FileToSort[], signal: AbortSignal): Promise<SortedBatch>;
  /** The stored values of the middle frame of a file; null where there is no picture. `owner`: whose it is, as in `ProcessRun`. */
  pixels(file: Pick<FileToSort, 'name' | 'source'>, owner: string, signal: AbortSignal): Promise<FramePixels | null>;
  /** Slices of the files of a series, small: [Note: Slices as numbers]. */
  slices(
    files: readonly Pick<FileToSort, 'name' | 'source'>[],
    wanted: WantedSlices,
    owner: string,
    signal: AbortSignal,
  ): Promise<SliceValues | null>;
}

export interface WantedSlices {
  /** In these files, from 0; null: all of them. */
  slice: number | null;
  /** At most so many. */
  count: number;
  /** Width and height at most. */
  maxSize: number;
}

export interface SliceValues {
  width: number;
  height: number;
  slices: number;
  /** 3: red, green, blue, 0 to 255. */
  samples: 1 | 3;
  windowCenter: number;
  windowWidth: number;
  /** The lowest value is the brightest. */
  isInverted: boolean;
  /** Greys are shown in the colours of hot iron (PREV-009). */
  isHotIron: boolean;
  /** What makes the numbers values behind rescale. */
  slope: number;
  intercept: number;
  /** 16 bits each, signed, little endian, row by row, slice by slice. */
  bytes: Uint8Array;
}

export interface FileToSort {
  name: string;
  sha256: string;
  source: ByteSource;
}

export interface FramePixels {
  rows: number;
  columns: number;
  frames: number;
  /** 16 bits each, signed, little endian, row by row; colours as grey. */
  bytes: Uint8Array;
}
