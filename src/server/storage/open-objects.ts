import { createLocalDisk } from './local-disk.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3Place } from './s3-client.ts';

/** Where objects lie. */
export type ObjectPlace = { readonly kind: 'disk'; readonly folder: string } | ({ readonly kind: 's3' } & S3Place);

export async function openObjects(place: ObjectPlace): Promise<ObjectStore> {
  if (place.kind === 'disk') return createLocalDisk(place.folder);
  // The SDK takes longer to load than a server with a disk takes to start.
  const { openS3 } = await import('./s3.ts');
  return openS3(place);
}
