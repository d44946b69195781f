import type { NoSlice } from '#model/pictures/no-slice.ts';
import { fetchMadeNifti } from '#api/opened-on-server.ts';
import { createMemorySource, type ByteSource } from '#imaging/byte-source.ts';
import type { Codecs } from '#imaging/dicom/codecs/codecs.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { KeptObjectGoneError } from '#localdb/kept-copies/offline-objects.ts';
import { FactsCache } from '#localdb/upload/decrypted-rows.ts';
import type { FileRow, LocalDb, SeriesRow } from '#localdb/schema.ts';
import { readStagedFile, StagedBytesMissingError } from '#localdb/files/staged-file.ts';
import { DicomStack } from './dicom-stack.ts';
import type { SliceReader } from './slice-reader.ts';
import { VolumeSlices } from './volume-slices.ts';

/** A series staged on this device. Files that were removed from it are reported one by one. */
export async function openDeviceSeries(db: LocalDb, device: DeviceKey, seriesId: string, codecs: Codecs): Promise<SliceReader | NoSlice> {
  const series = await db.series.get(seriesId);
  if (!series) return { noPicture: 'gone' };
  if (series.server) return openOnServer(db, series);
  const facts = await new FactsCache().series(device, series);
  const inOrder = db.files.where('[seriesId+order+order2]').between([seriesId, -Infinity, -Infinity], [seriesId, Infinity, Infinity]);
  const files = await inOrder.toArray();
  const [first] = files;
  if (!first) return { noPicture: 'gone' };
  const open = (file: FileRow) => openStaged(db, device, file);
  if (facts.type === 'nii') return VolumeSlices.open(await open(first));
  // Facts from an earlier version: with one file they have its number of frames, with several only the maximum.
  const ofEach = facts.numberOfFrames === 1 || files.length === 1 ? facts.numberOfFrames : null;
  return DicomStack.open(
    files.map((file) => ({ frames: file.frames ?? ofEach, open: () => open(file) })),
    codecs,
  );
}

/** For a series on the server: the volume that it creates for viewing (CALL-062). Read once for all slices. */
async function openOnServer(db: LocalDb, { uploadId: session, server }: SeriesRow): Promise<SliceReader | NoSlice> {
  const upload = await db.uploads.get(session);
  if (!upload || !server) return { noPicture: 'gone' };
  const volume = await fetchMadeNifti({ session, uploadToken: upload.uploadToken, ...server });
  if (volume === 'unreachable' || volume === 'refused') return { noPicture: volume };
  return VolumeSlices.open(createMemorySource(volume));
}

async function openStaged(db: LocalDb, device: DeviceKey, file: FileRow): Promise<ByteSource | NoSlice> {
  const segments = await db.segments.where('id').anyOf(file.segmentIds).count();
  if (segments < file.segmentIds.length) return { noPicture: 'gone' };
  return {
    size: file.size,
    read: (offset, length) => readStagedFile(db, device, file, offset, Math.max(0, Math.min(length, file.size - offset))),
  };
}

/** Bytes that were deleted while they were viewed. */
export function isGone(error: unknown): boolean {
  return error instanceof StagedBytesMissingError || error instanceof KeptObjectGoneError;
}
