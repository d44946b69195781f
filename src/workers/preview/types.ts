import type { NoTile } from '#model/pictures/no-tile.ts';

/** A drawn slice, at most 160 px wide and high times the device pixel ratio, aspect as in millimetres. */
export interface Tile {
  width: number;
  height: number;
  /** width x height x 4, RGBA. */
  pixels: Uint8ClampedArray<ArrayBuffer>;
  windowCenter: number;
  windowWidth: number;
}

/** Set by the user, in place of the initial window of the image. */
export interface TileWindow {
  center: number;
  width: number;
}

/** `away`: it is on a server that does not return it at the moment. */
export type NoPreview = NoTile | { noPicture: 'away' };

export function isTile(answer: Tile | NoPreview): answer is Tile {
  return 'pixels' in answer;
}

/** A file of the file manager, as it is shown beside the lists. */
export type AreaFile =
  | {
      kind: 'image';
      /** `NIfTI-1, int16`. */
      format: string;
      /** Voxels along each axis of the file. */
      size: readonly [number, number, number];
      spacingMm: readonly [number | null, number | null, number | null];
      /** As in `LPS`; empty if the file says nothing. */
      axes: string;
      volumes: number;
      /** Of all volumes. */
      slices: number;
    }
  | { kind: 'picture'; type: string; bytes: Uint8Array }
  | { kind: 'text'; text: string; isCut: boolean }
  | { kind: 'empty' | 'unknown' | 'too-large' };
