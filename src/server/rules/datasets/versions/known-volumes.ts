import { voxelOrder } from '#imaging/mask/interchange/nifti/label-map-on-volume.ts';
import { isPerpendicular } from '#imaging/mask/tools/margins/grow-shrink.ts';
import { HEADER_BYTES, parseNiftiHeader } from '#imaging/nifti/parse-header.ts';
import { doOverlap } from '#imaging/nifti/resample-volume.ts';
import { volumeSpaceOf } from '#imaging/nifti/volume-space.ts';
import { frameOf } from '#model/grids/grid.ts';
import { voxelSpaceOf, type VoxelSpace } from '#model/grids/voxel-space.ts';
import type { Reader } from '#server/db/database.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { storedGrid } from '#server/rules/segmentations/grids.ts';
import { ObjectMissingError } from '#server/storage/object-store.ts';

export interface PlacedVolume {
  objectKey: string;
  size: number;
  sha256: string;
}

/** How many heads are read at the same time. */
const AT_ONCE = 8;

/**
 * Where the voxels of grids and volumes are. Neither ever changes, so what was read before a transaction is still true in it, where objects cannot be read.
 */
export class KnownVolumes {
  readonly #volumes = new Map<string, VoxelSpace | null>();
  readonly #grids = new Map<string, KnownGrid | null>();

  /** Reads what is not known yet: the first bytes of volumes, and grids. */
  async learn(
    { db, objects }: Pick<ServerContext, 'db' | 'objects'>,
    wanted: { volumes: readonly PlacedVolume[]; grids: readonly { seriesId: number; hash: string }[] },
  ): Promise<void> {
    const volumes = wanted.volumes.filter(({ objectKey }) => !this.#volumes.has(objectKey));
    for (let at = 0; at < volumes.length; at += AT_ONCE)
      await Promise.all(
        volumes.slice(at, at + AT_ONCE).map(async ({ objectKey, size }) => {
          const head = await objects.read(objectKey, 0, Math.min(size, HEADER_BYTES)).catch((error: unknown) => {
            if (error instanceof ObjectMissingError) return null;
            throw error;
          });
          this.#volumes.set(objectKey, head && spaceOf(head));
        }),
      );
    for (const { seriesId, hash } of wanted.grids)
      if (!this.#grids.has(keyOf(seriesId, hash))) this.#grids.set(keyOf(seriesId, hash), await readGrid(db.read, seriesId, hash));
  }

  has(volumes: readonly PlacedVolume[], grids: readonly { seriesId: number; hash: string }[]): boolean {
    return (
      grids.every(({ seriesId, hash }) => this.#grids.has(keyOf(seriesId, hash))) &&
      volumes.every(({ objectKey }) => this.#volumes.has(objectKey))
    );
  }

  /** The first of these volumes that has exactly the voxels of the grid. `tilted`: it has, but its slices are shifted. */
  onGrid<T extends PlacedVolume>(volumes: readonly T[], { seriesId, hash }: { seriesId: number; hash: string }): T | 'none' | 'tilted' {
    const grid = this.#grids.get(keyOf(seriesId, hash))?.space ?? null;
    const found = volumes.find(({ objectKey }) => {
      const volume = this.#volumes.get(objectKey) ?? null;
      return grid !== null && volume !== null && voxelOrder(grid, volume) !== null;
    });
    if (found === undefined) return 'none';
    return isPerpendicular(grid!.steps) ? found : 'tilted';
  }

  /** The first of these volumes with the same voxels as the reference, in the same order. */
  alike<T extends PlacedVolume>(volumes: readonly T[], reference: PlacedVolume): T | null {
    const space = this.#volumes.get(reference.objectKey) ?? null;
    const found = volumes.find(({ objectKey }) => {
      const other = this.#volumes.get(objectKey) ?? null;
      return space !== null && other !== null && haveSameVoxels(space, other);
    });
    return found ?? null;
  }

  /** Whether both grids are known to be in one frame of reference: only then their places are those of the same patient in the same position. */
  inOneFrame(a: { seriesId: number; hash: string }, b: { seriesId: number; hash: string }): boolean {
    const frame = this.#grids.get(keyOf(a.seriesId, a.hash))?.frame ?? null;
    return frame !== null && frame === this.#grids.get(keyOf(b.seriesId, b.hash))?.frame;
  }

  /** The first of these volumes that lies, at least in part, where the reference is. */
  overlapping<T extends PlacedVolume>(volumes: readonly T[], reference: PlacedVolume): T | null {
    const space = this.#volumes.get(reference.objectKey) ?? null;
    const found = volumes.find(({ objectKey }) => {
      const other = this.#volumes.get(objectKey) ?? null;
      return space !== null && other !== null && doOverlap(space, other);
    });
    return found ?? null;
  }
}

interface KnownGrid {
  /** Null if its slices make no volume. */
  space: VoxelSpace | null;
  /** Null if its files name none, or several. */
  frame: string | null;
}

function haveSameVoxels(a: VoxelSpace, b: VoxelSpace): boolean {
  const order = voxelOrder(a, b);
  const [columns, rows] = a.size;
  return order?.start === 0 && order.strides.every((stride, axis) => stride === [1, columns, columns * rows][axis]);
}

const keyOf = (seriesId: number, hash: string): string => `${seriesId} ${hash}`;

/** Null unless it is one volume of plain numbers. */
function spaceOf(head: Uint8Array): VoxelSpace | null {
  const parsed = parseNiftiHeader(head);
  if (!parsed.ok) return null;
  const { header } = parsed;
  return header.volumes === 1 && header.datatype.samplesPerVoxel === 1 && !header.isPair ? volumeSpaceOf(header) : null;
}

async function readGrid(db: Reader, seriesId: number, hash: string): Promise<KnownGrid | null> {
  const grid = await storedGrid(db, seriesId, hash);
  return grid && { space: voxelSpaceOf(grid), frame: frameOf(grid) || null };
}
