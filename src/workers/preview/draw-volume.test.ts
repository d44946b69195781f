import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { VolumeDrawer } from './draw-volume.ts';
import type { NoTile } from '#model/pictures/no-tile.ts';
import { isTile, type Tile } from './types.ts';

/** A volume whose slices are black except for one white voxel, whose position in the row is the slice number. */
const bytes = gzipSync(writeNifti({ dims: [4, 1, 4], voxel: (index) => (index % 5 === 0 ? 100 : 0) }));

const whites = (pixels: Uint8ClampedArray): number[] => [0, 1, 2, 3].filter((x) => pixels[x * 4] === 255);

function drawn(tile: Tile | NoTile): Tile {
  if (!isTile(tile)) throw new Error(tile.noPicture);
  return tile;
}

describe('slices of a volume', () => {
  it('are drawn in any order, each with its own window', async () => {
    const drawer = new VolumeDrawer();
    for (const slice of [2, 0, 3, 1]) {
      const tile = await drawer.draw('file', createMemorySource(bytes), slice, { maxSize: 160 });
      expect(tile).toMatchObject({ width: 4, height: 1, windowCenter: 50, windowWidth: 100 });
      expect(whites(drawn(tile).pixels)).toEqual([slice]);
    }
  });

  it('with one value after slope and intercept have the default window', async () => {
    const flat = writeNifti({ dims: [4, 1, 4], slope: 1e-38, intercept: -1024 });
    const tile = await new VolumeDrawer().draw('file', createMemorySource(flat), 0, { maxSize: 160 });
    expect(drawn(tile)).toMatchObject({ windowCenter: 0, windowWidth: 1000 });
  });

  it('that are missing, or not of a volume, are not drawn', async () => {
    const drawer = new VolumeDrawer();
    expect(await drawer.draw('file', createMemorySource(bytes), 4, { maxSize: 160 })).toEqual({ noPicture: 'damaged' });
    expect(await drawer.draw('other', createMemorySource(new Uint8Array(9)), 0, { maxSize: 160 })).toEqual({ noPicture: 'damaged' });
  });

  it('are drawn again after a temporary read error', async () => {
    const drawer = new VolumeDrawer();
    const failing = { size: bytes.length, read: () => Promise.reject(new Error('gone')) };
    await expect(drawer.draw('file', failing, 0, { maxSize: 160 })).rejects.toThrow('gone');
    expect(isTile(await drawer.draw('file', createMemorySource(bytes), 0, { maxSize: 160 }))).toBe(true);
  });
});
