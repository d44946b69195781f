import { GRID } from '#contract/recognition.ts';
import type { Tile } from './types.ts';

export interface LabelledTile {
  seriesId: string;
  /** Number of the series, and nothing else about it (REC-031). */
  label: string;
  tile: Tile;
}

export interface DrawnGrid {
  /** PNG. */
  image: Blob;
  /** Series of its tiles, row by row. */
  series: string[];
}

/** REC-015: tiles of 160 px, four in a row, each centred in its square, with its label in the upper left corner. */
export async function drawGrid(tiles: readonly LabelledTile[]): Promise<DrawnGrid> {
  const { tilePx, columns, labelPx } = GRID;
  const canvas = new OffscreenCanvas(columns * tilePx, Math.ceil(tiles.length / columns) * tilePx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('Nothing can be drawn here');
  context.fillStyle = '#000';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.font = '12px sans-serif';
  context.textBaseline = 'middle';
  for (const [place, { label, tile }] of tiles.entries()) {
    const left = (place % columns) * tilePx;
    const top = Math.floor(place / columns) * tilePx;
    const [x, y] = [left + Math.floor((tilePx - tile.width) / 2), top + Math.floor((tilePx - tile.height) / 2)];
    context.putImageData(new ImageData(tile.pixels, tile.width, tile.height), x, y);
    context.fillStyle = '#000';
    context.fillRect(left, top, context.measureText(label).width + 8, labelPx);
    context.fillStyle = '#fff';
    context.fillText(label, left + 4, top + labelPx / 2);
  }
  return { image: await canvas.convertToBlob({ type: 'image/png' }), series: tiles.map(({ seriesId }) => seriesId) };
}
