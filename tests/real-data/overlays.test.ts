import { describe, expect, test } from 'vitest';
import { decodeFrame } from '#imaging/dicom/pixels/decode-frame.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { NOTE, realData } from './real-data.ts';

/** Of `18_marked_lesion_MPR_Collection__ROI1.nii`, which dcm2niix makes of the overlay: its mean, as the manifest has it. */
const MEAN = 0.00138;

describe.skipIf(!realData)(`overlays${NOTE}`, () => {
  test('have as many points as another reader finds', async () => {
    const read = await readDicomHeader(realData!.source('luts-and-overlays/MR-SIEMENS-DICOM-WithOverlays.dcm'));
    if (!read.ok) throw new Error(read.detail);
    const decoded = await decodeFrame(read.source, read.description, 0);
    if (!decoded.ok) throw new Error(decoded.why);
    const [overlay] = decoded.frame.overlays ?? [];
    const { rows, columns, bits } = overlay!;
    const points = Uint8Array.from({ length: rows * columns }, (_, point) => ((bits[point >> 3] as number) >> (point & 7)) & 1);
    expect(points.reduce((sum, point) => sum + point, 0) / points.length).toBeCloseTo(MEAN, 5);
  });
});
