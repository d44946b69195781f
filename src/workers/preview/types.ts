/** A drawn slice, at most 160 px wide and high times the device pixel ratio, aspect as in millimetres. */
export interface Tile {
  width: number;
  height: number;
  /** width x height x 4, RGBA. */
  pixels: Uint8ClampedArray<ArrayBuffer>;
  windowCenter: number;
  windowWidth: number;
}

/**
 * Why a slice has no picture; its file is sent all the same (PREV-016). `pixels`: no kind that is drawn here; `damaged`: what stands in the file
 * contradicts its header; `gone`: it left this device before it was drawn.
 */
export type NoTile =
  | { noPicture: 'transfer-syntax'; transferSyntaxUid: string }
  | { noPicture: 'pixels' | 'too-large' | 'damaged' | 'gone' };

export function isTile(answer: Tile | NoTile): answer is Tile {
  return 'pixels' in answer;
}
