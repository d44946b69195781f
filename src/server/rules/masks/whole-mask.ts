import { voxelSpaceOf } from '#model/grids/voxel-space.ts';
import type { Reader } from '#server/db/database.ts';
import type { MaskToWrite } from '#server/label-maps/label-map-maker.ts';
import { Refusal } from '#server/rules/context.ts';
import { createFairQueue } from '#server/rules/fair-queue.ts';
import { storedGrid } from '#server/rules/segmentations/grids.ts';
import type { SegmentationRow } from '#server/rules/segmentations/segmentation-rows.ts';
import { storedOperations } from './stored-operations.ts';

/** Masks as files: each has a process of its own, and holds the operations of a mask in memory. */
export const ONE_BY_ONE = createFairQueue({ atOnce: 1, waitingMost: 20 });

/** Everything that is drawn now. `order`: values of segments that are written over the others, in this order; the others before them, by value. */
export async function wholeMask(db: Reader, row: SegmentationRow, order: readonly number[]): Promise<MaskToWrite> {
  const stored = await storedGrid(db, row.series_id, row.grid_hash);
  const grid = stored && voxelSpaceOf(stored);
  if (grid === null) throw new Refusal('grid_missing');
  const segments = await db
    .selectFrom('segment')
    .select(['uuid as segment', 'value'])
    .where('segmentation_id', '=', row.id)
    .where('deleted_at', 'is', null)
    .orderBy('value')
    .execute();
  const unknown = order.filter((value) => !segments.some((segment) => segment.value === value));
  if (unknown.length > 0) throw new Refusal('invalid', { errors: { order: [noSegment(unknown)] } });
  // Segments that the author did not know of are empty, or the number would be another one.
  const placeOf = (value: number): number => order.indexOf(value);
  const operations = await storedOperations(db, row.id, row.operation_number);
  if (operations === 'too-large') throw new Refusal('too_large');
  return { segmentation: row.uuid, operations, segments: segments.toSorted((a, b) => placeOf(a.value) - placeOf(b.value)), grid };
}

export const noSegment = (values: readonly number[]): string => `No segment has the value ${values.slice(0, 10).join(', ')}.`;
