import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { commitFiles } from '#localdb/files/commit-files.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { LocalDb } from '#localdb/schema.ts';
import { bytesToHex } from '#model/hex.ts';
import { createSegment } from '#localdb/files/segment.ts';
import { shownUpload } from '#localdb/upload/uploads.ts';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { PreviewWorker } from './preview-worker.ts';
import { isTile } from './types.ts';

const USER = 9400;

/** A cine with one frame per grey level, each of a single value. */
function clip(instanceNumber: number, greys: readonly number[]): Uint8Array<ArrayBuffer> {
  return smallFile({
    Modality: 'XA',
    SOPInstanceUID: `2.25.${instanceNumber}`,
    InstanceNumber: instanceNumber,
    NumberOfFrames: greys.length,
    BitsAllocated: 8,
    BitsStored: 8,
    HighBit: 7,
    WindowCenter: '128',
    WindowWidth: '256',
    PixelData: new Uint8Array(greys.flatMap((grey) => Array.from({ length: 16 }, () => grey))),
  });
}

it('the slider of a series with several clips covers every frame of each, in order', async () => {
  const db = new LocalDb(USER);
  const device = await openDeviceKey(db);
  const { id: uploadId } = await shownUpload(db);
  const clips = [
    [10, 20, 30],
    [40, 50],
    [60, 70, 80, 90],
  ];
  for (const [index, greys] of clips.entries()) {
    const bytes = clip(index + 1, greys);
    const header = await readDicomHeader(createMemorySource(bytes));
    if (!header.ok) throw new Error(header.why);
    const segment = await createSegment(device, uploadId, bytes);
    const sha256 = bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
    const file = { id: crypto.randomUUID(), names: { name: 'a.dcm', path: 'a.dcm' }, size: bytes.length, sha256 };
    const pieces = [{ segmentId: segment.id, offset: 0, length: bytes.length }];
    await commitFiles(
      db,
      device,
      uploadId,
      [{ ...file, pieces, reading: { ok: true, description: header.description, slices: [] } }],
      [segment],
    );
  }
  const [series] = await db.series.toArray();
  const worker = new PreviewWorker(USER);
  const greyOf = async (slice: number) => {
    const tile = await worker.tile(series!.id, slice, false);
    return isTile(tile) ? tile.pixels[0] : tile.noPicture;
  };
  const walked = [];
  for (let slice = 0; slice < 9; slice += 1) walked.push(await greyOf(slice));
  expect(walked).toEqual(clips.flat());

  // With a window of the user, which is not stored.
  const dark = await worker.tile(series!.id, 0, true, { center: 10.5, width: 1 });
  expect(isTile(dark) && [dark.windowCenter, dark.windowWidth, dark.pixels[0]]).toEqual([10.5, 1, 0]);
  expect([await greyOf(0), (await db.series.get(series!.id))!.window]).toEqual([10, null]);
});
