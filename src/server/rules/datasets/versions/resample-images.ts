import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import type { Selectable } from 'kysely';
import type { ByteSource } from '#imaging/byte-source.ts';
import type { DatasetImageTable } from '#server/db/schema.ts';
import type { ChannelResampler } from '#server/label-maps/channel-resampler.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';

type ImageRow = Selectable<DatasetImageTable>;

interface OfCase {
  version: { id: number; uuid: string; teamId: number };
  study: string;
  images: readonly ImageRow[];
  signal: AbortSignal;
}

/** Whether an image still has to be resampled: until then its row names the volume that it is made of. */
export const isToResample = ({ resampled_from, sha256, object_key }: ImageRow): boolean =>
  resampled_from !== null && resampled_from === sha256 && object_key !== null;

/**
 * Stores the images of a case that lie on other voxels on those of its first image. Each is stored as it is made, so a run that was interrupted goes on with those that are
 * missing. False: one of them cannot be read.
 */
export async function resampleImages(context: ServerContext, resampler: ChannelResampler, of: OfCase): Promise<boolean> {
  const [reference] = of.images;
  for (const image of of.images) {
    if (!isToResample(image) || reference?.object_key == null) continue;
    if (!(await resample(context, resampler, of, { image, reference }))) return false;
  }
  return true;
}

async function resample(
  context: ServerContext,
  resampler: ChannelResampler,
  { version, study, signal }: OfCase,
  { image, reference }: { image: ImageRow; reference: ImageRow },
): Promise<boolean> {
  const [stream, hash, key] = [new PassThrough(), createHash('sha256'), Promise.withResolvers<string | null>()];
  const written = context.objects.write(key.promise, stream);
  // Also seen below; without this, an early one would end the server.
  written.catch(() => undefined);
  let bytes = 0;
  const take = async (part: Uint8Array): Promise<void> => {
    hash.update(part);
    bytes += part.length;
    if (!stream.write(part)) await Promise.race([new Promise((resolve) => void stream.once('drain', resolve)), written]);
  };
  let made: 'made' | 'damaged';
  try {
    const sourceOf = ({ object_key, bytes: size }: ImageRow): ByteSource => ({
      size,
      read: (offset, length) => context.objects.read(object_key!, offset, length),
    });
    made = await resampler.resample(sourceOf(image), sourceOf(reference), { owner: `team-${version.teamId}`, signal, take });
  } catch (error) {
    key.resolve(null);
    stream.destroy();
    await written.catch(() => undefined);
    throw error;
  }
  const sha256 = hash.digest('hex');
  const object_key = `team-${version.teamId}/study-${study}/image-${version.uuid}-${image.number}-${image.channel}-${sha256.slice(0, 32)}.nii`;
  key.resolve(made === 'made' ? object_key : null);
  stream.end();
  await written;
  if (made === 'damaged') return false;
  await context.db.write((tx) =>
    tx
      .updateTable('dataset_image')
      .set({ object_key, sha256, bytes })
      .where('version_id', '=', version.id)
      .where('number', '=', image.number)
      .where('channel', '=', image.channel)
      // Not if it was withdrawn, or another run has made it.
      .where('object_key', '=', image.object_key)
      .execute(),
  );
  await removeUnusedObjects(context, [object_key, image.object_key!]);
  return true;
}
