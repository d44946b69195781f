import type { NoTile } from '#model/no-tile.ts';

/** A drawn slice, at most 160 px wide and high times the device pixel ratio, aspect as in millimetres. */
export interface Tile {
  width: number;
  height: number;
  /** width x height x 4, RGBA. */
  pixels: Uint8ClampedArray<ArrayBuffer>;
  windowCenter: number;
  windowWidth: number;
}

/** Of a person, in place of the one that the picture starts with. */
export interface TileWindow {
  center: number;
  width: number;
}

/** `away`: it lies on a server that does not give it now. */
export type NoPreview = NoTile | { noPicture: 'away' };

export function isTile(answer: Tile | NoPreview): answer is Tile {
  return 'pixels' in answer;
}
