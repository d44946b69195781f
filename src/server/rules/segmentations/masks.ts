import type { Reader } from '#server/db/database.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { withGrid } from './grids.ts';
import { changeSegmentations, requireRight, touch } from './segmentation-rows.ts';

/** CALL-070: an empty mask on the grid of a series. A mask that exists is kept, on whatever grid it is, so the call may be repeated. */
export async function createMask(
  context: ServerContext,
  caller: Member,
  { uuid, ref }: { uuid: string; ref: string },
): Promise<{ revision: number }> {
  return changeSegmentations(context, caller, async (tx, now) => {
    const series = await seriesFor(tx, caller, uuid);
    const row = await requireRight(tx, caller, 'edit', ref, series.study);
    const isNew = row.grid_hash === null;
    if (isNew) {
      if (series.chosen === null) throw new Refusal('grid_missing');
      await tx
        .updateTable('segmentation')
        .set({ series_id: series.chosen.id, grid_hash: series.chosen.hash })
        .where('id', '=', row.id)
        .execute();
      await touch(tx, row.id, now);
    }
    return { study: isNew ? series.study : null, answer: { revision: row.operation_number } };
  });
}

/** By the UUID of a series, or of a study: then its reference series, or its only one with a grid (ODD-25). */
async function seriesFor(
  db: Reader,
  caller: Member,
  uuid: string,
): Promise<{ study: string; chosen: { id: number; hash: string } | null }> {
  const found = await withGrid(db, caller)
    .where((eb) => eb.or([eb('series.uuid', '=', uuid), eb('study.uuid', '=', uuid)]))
    .orderBy('series.idx')
    .execute();
  const [first] = found;
  if (first === undefined) throw new Refusal('not_found');
  const usable = found.flatMap(({ id, hash, ref_serie }) => (hash === null ? [] : [{ id, hash, isReference: ref_serie === 1 }]));
  const chosen = usable.find(({ isReference }) => isReference) ?? (usable.length === 1 ? usable[0]! : null);
  return { study: first.study_uuid, chosen };
}
