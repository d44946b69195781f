import { describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { slicesOfInstance } from '#imaging/describe-slices.ts';
import { countVoxels, sameBits } from '#imaging/mask/bits/bits.ts';
import { readSegmentationBits } from '#imaging/mask/interchange/dicom/read-segmentation-bits.ts';
import { writeSegmentation } from '#imaging/mask/interchange/dicom/write-segmentation.ts';
import { readLabelMap } from '#imaging/mask/interchange/nifti/read-label-map.ts';
import { writeLabelMaps } from '#imaging/mask/interchange/nifti/write-label-map.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import { gridOf } from '#model/grids/grid.ts';
import { voxelSpaceOf } from '#model/grids/voxel-space.ts';
import { readArriving } from '#workers/masks/import/read-arriving.ts';
import { headerOf, overlayOf } from '#tests/fixtures/phantom-overlays.ts';
import { NOTE, realData } from './real-data.ts';

const SEG = 'pet-cps-1023/SEG/tumor_User1_Manual_Trial1.dcm';
/** Of its two segments, as pydicom counts them. */
const SEG_VOXELS = [54, 212];

/** Of label maps of TotalSegmentator: how many labels, the largest, and the voxels of all, as nibabel counts them. */
const LABEL_MAPS: [string, number, number, number][] = [
  ['ct-body-masks/example_seg.nii.gz', 41, 117, 110_225],
  ['ct-body-masks/example_seg_mr.nii.gz', 23, 49, 44_034],
];

async function slicesOfSet(folder: string) {
  const paths = realData!.files.map(({ path }) => path).filter((path) => path.startsWith(`${folder}/`));
  const slices = await Promise.all(
    paths.map(async (path) => {
      const header = await readDicomHeader(realData!.source(path));
      return header.ok ? slicesOfInstance(header) : [];
    }),
  );
  return slices.flat();
}

describe.skipIf(!realData)(`masks${NOTE}`, () => {
  it('of a DICOM segmentation lie on the slices of its series, and come back through a file and through NIfTI [MASK-43]', async () => {
    const bytes = await realData!.source(SEG).read(0, 1e6);
    const grid = gridOf(await slicesOfSet('pet-cps-1023/PET'))!;
    const header = await headerOf(bytes);
    const overlay = await overlayOf(bytes, 'segmentation');
    const read = await readSegmentationBits(header, overlay, grid, { resample: false, codecs: null });
    if (!read.ok) throw new Error(read.why);
    expect([...read.bits.values()].map(countVoxels)).toEqual(SEG_VOXELS);
    const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    const segments = overlay.segments.map(({ number, label, category, type }) => ({
      ...{ segment: uuid(number), name: label, colour: '#4FD0D0', value: number, bits: read.bits.get(number)!, algorithm: null },
      codes: { category, type, modifier: null, laterality: null },
    }));
    const written = writeSegmentation({
      ...{
        grid,
        segments,
        label: 'Tumour',
        author: '',
        series: uuid(8),
        dimensions: uuid(9),
        date: '20260101',
        time: '120000',
        softwareVersion: '1',
      },
      ...{
        seriesInstanceUid: overlay.seriesUids[0]!,
        sopClassUid: '1.2.840.10008.5.1.4.1.1.128',
        framesOf: () => 1,
        instance: () => uuid(10),
      },
      study: {
        ...{ studyInstanceUid: '1.2.3', studyId: '', accessionNumber: '', date: '', time: '', referringPhysician: '' },
        ...{ patientName: '', patientId: '', patientBirthDate: '', patientSex: '' },
      },
    });
    if (!written.ok) throw new Error(written.why);
    const [file] = written.files;
    const again = await readSegmentationBits(await headerOf(file!.bytes), await overlayOf(file!.bytes, 'segmentation'), grid, {
      resample: false,
      codecs: null,
    });
    if (!again.ok) throw new Error(again.why);
    for (const [number, bits] of read.bits) expect(sameBits(again.bits.get(number)!, bits)).toBe(true);
    const space = voxelSpaceOf(grid)!;
    const labels = await readLabelMap(createMemorySource(writeLabelMaps(segments, space).files[0]!.nifti), space, { resample: false });
    if (!labels.ok) throw new Error(labels.why);
    for (const { value, bits } of labels.labels) expect(sameBits(bits, read.bits.get(value)!)).toBe(true);
  });

  it('of a DICOM segmentation are imported as they are, and a structure set of other coordinates is refused [MASK-140, MASK-145]', async () => {
    const grid = gridOf(await slicesOfSet('pet-cps-1023/PET'))!;
    const ports = { grid, studyUid: '', codecs: null, step: async () => true };
    const read = await readArriving([{ name: 'a.dcm', source: realData!.source(SEG) }], ports);
    if (typeof read === 'string') throw new Error(read);
    expect(read).toMatchObject({ isResampled: false, isCut: false, isOtherStudy: false });
    expect(read.segments.map(({ bits }) => countVoxels(bits))).toEqual(SEG_VOXELS);
    const structures = { name: 'b.dcm', source: realData!.source('no-pixel-data/rtstruct.dcm') };
    expect(await readArriving([structures], ports)).toBe('frame-of-reference');
  });

  it.each(LABEL_MAPS)('of a label map are those of another reader, and come back: %s [MASK-39]', async (path, count, largest, voxels) => {
    const source = realData!.source(path);
    const header = await readNifti(source);
    if (!header.ok) throw new Error(header.why);
    const { affine, columns, rows, slices } = header.header;
    const toDicom = ([x, y, z]: readonly [number, number, number]) => [-x, -y, z] as const;
    const [i, j, k] = affine!.steps.map(toDicom) as unknown as [
      readonly [number, number, number],
      readonly [number, number, number],
      readonly [number, number, number],
    ];
    const space = { size: [columns, rows, slices], origin: toDicom(affine!.origin), steps: [i, j, k] } as const;
    const read = await readLabelMap(source, space, { resample: false });
    if (!read.ok) throw new Error(read.why);
    expect([read.labels.length, read.labels.at(-1)!.value]).toEqual([count, largest]);
    expect(read.labels.reduce((sum, { bits }) => sum + countVoxels(bits), 0)).toBe(voxels);
    const segments = read.labels.map(({ value, bits }) => ({ name: String(value), colour: '#4FD0D0', value, bits }));
    const { files } = writeLabelMaps(segments, space);
    const again = await readLabelMap(createMemorySource(files[0]!.nifti), space, { resample: false });
    if (!again.ok) throw new Error(again.why);
    expect(again.labels.map(({ bits }, at) => sameBits(bits, segments[at]!.bits))).toEqual(segments.map(() => true));
  });
});
