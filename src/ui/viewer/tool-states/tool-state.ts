import type { Tool } from '#ui/viewer/types.ts';

/** A pointer over the cell: CSS pixels from the middle of the cell. */
export interface Pointer {
  id: number;
  x: number;
  y: number;
  /** Of a mouse: 0 main, 1 middle, 2 secondary. */
  button: number;
  isTouch: boolean;
  isShift?: boolean;
  isAlt?: boolean;
  /** Where it was since the last event, and where it is now: a fast pen moves several times between two of them. */
  way?: readonly { x: number; y: number }[];
}

/** What a tool may do to the view. */
export interface ViewActions {
  /** What a drag of the main button, or of one finger, does at the moment. */
  tool(pointer: Pointer): Tool;
  walk(by: number): void;
  /** Pixels that make one slice: a short series is not walked through by a twitch. */
  pixelsPerSlice(): number;
  /** Parts of the width that the window had at `begin`: how much wider, and how much higher its centre. */
  widen(byWidth: number, byCenter: number): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, at: { x: number; y: number }): void;
  /** A drag begins: what is shown now is what `restore` gives back. */
  begin(): void;
  restore(): void;
}

/** The state of no pointer, to go back to. */
export type Rest = () => ToolState;

/** What the pointers are doing. Every event is answered with the state that follows; cancelling gives back what was shown before. */
export interface ToolState {
  readonly name:
    | 'idle'
    | 'walking'
    | 'windowing'
    | 'panning'
    | 'zooming'
    | 'pinching'
    | 'lifting'
    | 'pointing'
    | 'turning'
    | 'framing'
    | 'placing'
    | 'following'
    | 'outlining'
    | 'cornering'
    | 'adjusting'
    | 'painting';
  down(pointer: Pointer): ToolState;
  move(pointer: Pointer): ToolState;
  up(pointer: Pointer): ToolState;
  cancel(): ToolState;
}
