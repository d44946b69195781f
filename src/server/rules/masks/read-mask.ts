import { Readable } from 'node:stream';
import type { Reader } from '#server/db/database.ts';
import type { LabelMapMaker } from '#server/label-maps/label-map-maker.ts';
import type { ByteAnswer } from '#server/rules/byte-answer.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { findRow } from '#server/rules/segmentations/segmentation-rows.ts';
import { ONE_BY_ONE, wholeMask } from './whole-mask.ts';

interface AskedMask {
  study: string;
  /** Id or UUID of the segmentation. */
  ref: string;
  /** The client has gone. */
  left: AbortSignal;
}

/**
 * PCALL-17: a whole mask as a label map (NIfTI in gzip) on the volume of its series, whose values are those of the segments; where they overlap,
 * that of the highest value. The ETag is the number of the last operation in it, which a writer sends back as `If-Match`. `grid_missing`: the
 * series has no volume, or several.
 */
export async function readMask(
  context: ServerContext,
  maker: LabelMapMaker,
  caller: Member,
  { study, ref, left }: AskedMask,
): Promise<ByteAnswer> {
  const row = await findRow(context.db.read, caller, ref, study);
  const made = await ONE_BY_ONE(String(caller.userId), async () => {
    const mask = await wholeMask(context.db.read, row, []);
    const { object_key: key, size } = await requireVolume(context.db.read, row.series_id);
    const volume = { size, read: (offset: number, length: number) => context.objects.read(key, offset, length) };
    return maker.make(mask, volume, { owner: `team-${caller.teamId}`, signal: left });
  });
  if (made === 'damaged') throw new Error('A mask or its volume cannot be read');
  if (made === 'other-voxels') throw new Refusal('grid_missing');
  const { bytes } = made;
  return {
    ...{ size: bytes.length, type: 'application/gzip', sha256: null, saveAs: null },
    headers: { etag: `"${row.operation_number}"` },
    stream: () => Readable.from([bytes]),
  };
}

async function requireVolume(db: Reader, seriesId: number | null): Promise<{ object_key: string; size: number }> {
  const volumes =
    seriesId === null
      ? []
      : await db.selectFrom('volume').select(['object_key', 'size']).where('series_id', '=', seriesId).limit(2).execute();
  if (volumes.length !== 1) throw new Refusal('grid_missing');
  return volumes[0]!;
}
