import { createLocalDisk } from './local-disk.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3Place } from './s3-client.ts';

/** Where objects are stored. */
export type ObjectPlace = { readonly kind: 'disk'; readonly folder: string } | ({ readonly kind: 's3' } & S3Place);

/** With `onlyReads`, nothing in the store changes, and another process may be writing to it. */
export async function openObjects(place: ObjectPlace, { onlyReads = false } = {}): Promise<ObjectStore> {
  if (place.kind === 'disk') return createLocalDisk(place.folder, { onlyReads });
  // Loading the SDK takes longer than starting a server with a disk.
  const { openS3 } = await import('./s3.ts');
  return openS3(place, { onlyReads });
}
