import type { Frame } from '#imaging/frame.ts';
import type { Window } from '#imaging/render/window.ts';
import type { InstanceDescription } from '#model/instance.ts';
import type { NoSlice, SliceField, SliceVideo } from './types.ts';

/** An opened series, whatever its bytes are: slices from 0, decoded when asked for. Throws only where bytes cannot be read for now. */
export interface SliceReader {
  readonly slices: number;
  readonly isCine: boolean;
  read(slice: number): Promise<ReadSlice | NoSlice>;
  fields(slice: number): Promise<SliceField[] | NoSlice>;
  /** The stream that the file of a slice is, where its transfer syntax is one of video. Absent: none of its kind is. */
  video?(slice: number): Promise<SliceVideo | NoSlice>;
}

export interface ReadSlice {
  frame: Frame;
  description: InstanceDescription;
  /** The window that it starts with, where its file has a way of its own to tell it. */
  startWindow: Window | null;
}
