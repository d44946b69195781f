import type { NoSlice } from '#model/pictures/no-slice.ts';
import type { Frame } from '#imaging/frame.ts';
import type { Window } from '#imaging/render/window.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import type { SliceField, SliceVideo } from './types.ts';

/** An opened series from any source: slices from 0, decoded on request. Throws only if bytes cannot be read at the moment. */
export interface SliceReader {
  readonly slices: number;
  readonly isCine: boolean;
  read(slice: number): Promise<ReadSlice | NoSlice>;
  fields(slice: number): Promise<SliceField[] | NoSlice>;
  /** The header of a slice, without decoding it. Absent: not supported by this reader. */
  describe?(slice: number): Promise<Pick<ReadSlice, 'description' | 'frameInFile'> | NoSlice>;
  /** The video stream in the file of a slice, if its transfer syntax is a video one. Absent: not supported by this reader. */
  video?(slice: number): Promise<SliceVideo | NoSlice>;
}

export interface ReadSlice {
  frame: Frame;
  /** Number of the frame in its file, from 0. */
  frameInFile: number;
  description: InstanceDescription;
  /** The initial window, if the file format defines one in its own way. */
  startWindow: Window | null;
  /** Some of its values are those of a lower resolution. */
  isCoarse?: boolean;
}
