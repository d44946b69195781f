import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import type { Selectable } from 'kysely';
import type { BrickPacker } from '#server/conversion/converter.ts';
import type { VolumeTable } from '#server/db/schema.ts';
import type { ServerContext } from '#server/rules/context.ts';
import type { SeriesOfJob } from './series-of-job.ts';

export type BricksOfVolume = Pick<Selectable<VolumeTable>, 'bricks_key' | 'bricks_size' | 'bricks_sha256' | 'bricks_tail'>;

export const NO_BRICKS: BricksOfVolume = { bricks_key: null, bricks_size: null, bricks_sha256: null, bricks_tail: null };

/**
 * Writes the bricks of a volume [Note: The object of bricks]. Their key is made of the hash of the volume, so that a repeated conversion has the same
 * one; what an earlier conversion wrote for the same volume stays as it is. A volume that cannot be packed has no bricks and is read as a whole.
 */
export async function writeBricks(
  context: ServerContext,
  packer: BrickPacker,
  series: SeriesOfJob,
  volume: { bytes: Uint8Array; sha256: string },
  signal: AbortSignal,
): Promise<BricksOfVolume> {
  if (!packer.isFor(volume.bytes)) return NO_BRICKS;
  const earlier = await earlierBricks(context, series.id, volume.sha256);
  if (earlier !== null) return earlier;
  const key = `team-${series.teamId}/study-${series.studyUuid}/volume-${series.id}-${volume.sha256.slice(0, 32)}.bricks`;
  const packed = await packInto(context, packer, { key, bytes: volume.bytes, owner: series.session, signal });
  return packed === null ? NO_BRICKS : { bricks_key: key, ...packed };
}

async function earlierBricks({ db, objects }: ServerContext, seriesId: number, sha256: string): Promise<BricksOfVolume | null> {
  const row = await db.read
    .selectFrom('volume')
    .select(['bricks_key', 'bricks_size', 'bricks_sha256', 'bricks_tail'])
    .where('series_id', '=', seriesId)
    .where('sha256', '=', sha256)
    .where('bricks_key', 'is not', null)
    .executeTakeFirst();
  return row !== undefined && (await objects.size(row.bricks_key!)) === row.bricks_size ? row : null;
}

interface Packing {
  key: string;
  bytes: Uint8Array;
  owner: string;
  signal: AbortSignal;
}

/** Packed and written at the same time: only some parts are in memory. */
async function packInto(
  { objects }: ServerContext,
  packer: BrickPacker,
  { key, bytes, owner, signal }: Packing,
): Promise<Omit<BricksOfVolume, 'bricks_key'> | null> {
  const hash = createHash('sha256');
  const stream = new PassThrough();
  // The store notices it too.
  stream.on('error', () => undefined);
  const storing = new AbortController();
  const written = objects.write(key, stream).catch((error: unknown) => storing.abort(error));
  let size = 0;
  async function take(part: Uint8Array): Promise<void> {
    hash.update(part);
    size += part.length;
    if (!stream.write(part)) await drained(stream);
  }
  const tail = await packer
    .pack(bytes, { owner, signal: AbortSignal.any([signal, storing.signal]) }, take)
    // A crash of the packer must not cost anybody the volume.
    .catch(() => null);
  const isStored = !storing.signal.aborted;
  if (tail === null) stream.destroy(new Error('Not packed'));
  else stream.end();
  await written;
  signal.throwIfAborted();
  if (tail === null && isStored) return null;
  storing.signal.throwIfAborted();
  return { bricks_size: size, bricks_sha256: hash.digest('hex'), bricks_tail: tail };
}

/** Until it takes more, or is closed. */
function drained(stream: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    stream.once('drain', resolve);
    stream.once('close', resolve);
  });
}
