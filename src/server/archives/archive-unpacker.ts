import type { BatchProblem } from '#contract/batch.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import type { SortedBatch } from './sort-files.ts';

/** The current state of one file of an archive: where its bytes are in the packs, or why it is refused. */
export type UnpackedItem =
  | { is: 'piece'; key: string; pack: number; at: number; offset: number; length: number }
  | { is: 'file'; key: string; path: string; size: number; sha256: string }
  /**
   * `path` is empty if it concerns the archive as a whole. Pieces already returned under its key are unused. An encrypted archive is reported once
   * by its path, under which its password is given.
   */
  | { is: 'refused'; key: string; path: string; problem: BatchProblem };

/** Bytes of files in order, with the items that have become known since the last part. */
export interface UnpackedPart {
  /** Number of this pack, from 0; pieces refer to it. */
  pack: number;
  bytes: Uint8Array;
  items: UnpackedItem[];
}

export interface ArchiveToUnpack {
  name: string;
  source: ByteSource;
  /** By path, for the archive and nested ones. A nested archive without a password is tried with that of the enclosing one. */
  passwords: Readonly<Record<string, string>>;
}

/** Counts of files that are not reported individually. */
export interface UnpackedCount {
  /** Files of a kind that an upload refuses. */
  unsupported: number;
}

/** Opens untrusted archives and reads their contents in isolation. */
export interface ArchiveUnpacker {
  /**
   * Returns the contents of an archive part by part; the next one is sent when the last was received. The answer has the reason if it ended early
   * because of the time limit.
   */
  unpack(
    archive: ArchiveToUnpack,
    signal: AbortSignal,
    take: (part: UnpackedPart) => Promise<void>,
  ): Promise<UnpackedCount | { problem: BatchProblem }>;
  /** Files by study and series. */
  sort(files: readonly FileToSort[], signal: AbortSignal): Promise<SortedBatch>;
  /** The stored values of the middle frame of a file; null if there is no image. `owner`: see `ProcessRun`. */
  pixels(file: Pick<FileToSort, 'name' | 'source'>, owner: string, signal: AbortSignal): Promise<FramePixels | null>;
  /** Slices of the files of a series, reduced in size: [Note: Slices as numbers]. */
  slices(
    files: readonly Pick<FileToSort, 'name' | 'source'>[],
    wanted: WantedSlices,
    owner: string,
    signal: AbortSignal,
  ): Promise<SliceValues | null>;
}

export type FilesProblem =
  | Exclude<BatchProblem, 'no-room' | 'not-an-image' | 'duplicate' | 'not-deidentified' | 'archive-broke'>
  /** An entry of it is outside of its folder. */
  | 'archive-escapes';

/** Returns every file of an archive part by part, whatever its kind, or why it is refused. */
export interface FilesUnpacker {
  unpack(
    archive: Omit<ArchiveToUnpack, 'passwords'>,
    signal: AbortSignal,
    take: (part: UnpackedPart) => Promise<void>,
  ): Promise<{ problem: FilesProblem | null }>;
}

export interface WantedSlices {
  /** Index in these files, from 0; null: all of them. */
  slice: number | null;
  /** Upper limit. */
  count: number;
  /** Maximum width and height. */
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
  /** Greys are shown in hot iron colours (PREV-009). */
  isHotIron: boolean;
  /** Slope of the conversion to rescaled values. */
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
  /** 16 bits each, signed, little endian, row by row; colours are converted to grey. */
  bytes: Uint8Array;
}
