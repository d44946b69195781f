import { writeDicom } from '#imaging/dicom/write-dicom.ts';
import { elements } from '#tests/fixtures/dicom-file.ts';
import type { BenchVolume } from './scene.ts';

/** SOP classes: the annotator shows PET in colours, and others in grey. */
const SOP_CLASS = { CT: '1.2.840.10008.5.1.4.1.1.2', PT: '1.2.840.10008.5.1.4.1.1.128' };

/** A volume as files of one series, a slice each. Both are of one frame of reference. */
export function dicomOf({ size, spacingMm, origin, voxels }: BenchVolume, modality: 'CT' | 'PT'): Uint8Array<ArrayBuffer>[] {
  const [columns, rows, slices] = size;
  const uid = (of: number): string => `2.25.${modality === 'CT' ? 61 : 62}${of}`;
  return Array.from({ length: slices }, (_, slice) => {
    const pixels = voxels.slice(slice * columns * rows, (slice + 1) * columns * rows);
    return writeDicom({
      elements: elements({
        ...{ SOPClassUID: SOP_CLASS[modality], SOPInstanceUID: uid(1000 + slice), SeriesInstanceUID: uid(1) },
        ...{ StudyInstanceUID: '2.25.60', FrameOfReferenceUID: '2.25.63', PatientName: 'Plover^Calm', PatientID: 'T-60' },
        ...{ Modality: modality, InstanceNumber: slice + 1, SamplesPerPixel: 1, PhotometricInterpretation: 'MONOCHROME2' },
        ...{ Rows: rows, Columns: columns, BitsAllocated: 16, BitsStored: 16, HighBit: 15, PixelRepresentation: 1 },
        ...{ RescaleSlope: 1, RescaleIntercept: 0, SliceThickness: spacingMm[2], PixelSpacing: [spacingMm[1], spacingMm[0]] },
        ...{ ImageOrientationPatient: [1, 0, 0, 0, 1, 0] },
        ImagePositionPatient: [origin[0], origin[1], origin[2] + slice * spacingMm[2]],
        PixelData: new Uint8Array(pixels.buffer),
      }).toSorted((a, b) => a.tag - b.tag),
    });
  });
}
