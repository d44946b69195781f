import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { decodeFrame } from '#imaging/dicom/pixels/decode-frame.ts';
import { describeFrames } from '#imaging/dicom/header/describe-frames.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { decodeNiftiSlice } from '#imaging/nifti/decode-slice.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import { frameOrder } from '#model/pictures/geometry.ts';
import type { Conversion, ConvertedVolume } from '#server/conversion/converter.ts';
import { createDicomConverter } from '#server/conversion/dicom-converter.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { readSet } from './read-set.ts';
import { NOTE, realData } from './real-data.ts';

// Each conversion starts threads and compiles WebAssembly: slow on a busy machine, never timed.
vi.setConfig({ testTimeout: 120_000 });

const codecs = createNodeCodecs();
const converter = createDicomConverter();

/** With an owner, so that processes are reused, as for the series of an upload. */
async function convert(paths: readonly string[]): Promise<Conversion> {
  const files = await Promise.all(paths.map(async (path) => ({ name: 'a name', bytes: await bytesOf(path) })));
  return converter.convert({ files, owner: 'test' }, new AbortController().signal);
}

async function volumesOf(paths: readonly string[]): Promise<ConvertedVolume[]> {
  const conversion = await convert(paths);
  if (!conversion.ok) throw new Error(`${paths[0]}: ${conversion.why}`);
  expect(conversion.note).toBeUndefined();
  return conversion.volumes;
}

async function bytesOf(path: string): Promise<Uint8Array> {
  const source = realData!.source(path);
  return source.read(0, source.size);
}

async function niftiOf(bytes: Uint8Array) {
  const read = await readNifti(createMemorySource(bytes));
  if (!read.ok) throw new Error(read.why);
  const { header, voxels } = read;
  return { header, voxels, hash: hashOf(await voxels.read(header.voxelOffset, header.voxelBytes)) };
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe.skipIf(!realData)(`volumes of real series${NOTE}`, () => {
  /** Volumes that dcm2niix made of the same files, or that the source repository ships, beside ours by name. */
  const REFERENCES: Record<string, Record<string, string>> = {
    'mr-brain-siemens-noext': {
      '17_Perfusion_Weighted': 'reference-dcm2niix/17_Perfusion_Weighted.nii.gz',
      '18_relCBF': 'reference-dcm2niix/18_relCBF.nii.gz',
      '5_mocoMEMPRAGE_220FOV_RMS': 'reference-dcm2niix/5_mocoMEMPRAGE_220FOV_RMS.nii.gz',
    },
    'mr-enhanced-siemens-xa30': {
      '27_Perfusion_Weighted': 'reference/27_asl_2d_tra.nii',
      '5_anat-T1w_acq-tfl': 'reference/5_anat-T1w_acq-tfl.nii.gz',
      '8_gre_field_mapping_e1': 'reference/8_gre_field_mapping_e1.nii',
      '8_gre_field_mapping_e2': 'reference/8_gre_field_mapping_e2.nii',
      '9_gre_field_mapping_e2_ph': 'reference/9_gre_field_mapping_e2_ph.nii',
    },
    'mr-mosaic-planes-siemens': {
      '10_ax_desc_36sl': 'reference/ax_desc_36sl_10.nii',
      '13_cor_asc_36sl': 'reference/cor_asc_36sl_13.nii',
      '21_sag_int_36sl': 'reference/sag_int_36sl_21.nii',
    },
    'mr-fmri-ge': { '4_Axial_EPI-FMRI_(Interleaved_I_to_S)': 'reference/DCM2NIIX_regression_test_4.nii' },
    'pet-cps-1023': { '-823696643_PET_WB_0': 'reference-dcm2niix/3471270653_PET_WB_0.nii.gz' },
  };

  test.each(Object.entries(REFERENCES))('%s: sizes, position in space and every voxel match the reference', async (set, references) => {
    const volumes: ConvertedVolume[] = [];
    for (const { files } of await readSet(realData!, set)) volumes.push(...(await volumesOf(files.map(({ path }) => path))));
    for (const [name, path] of Object.entries(references)) {
      const volume = volumes.find((each) => each.name === name);
      if (!volume) throw new Error(`${name} is none of ${volumes.map((each) => each.name).join(', ')}`);
      const [ours, reference] = [await niftiOf(volume.bytes), await niftiOf(await bytesOf(`${set}/${path}`))];
      const { columns, rows, slices, volumes: count, datatype } = reference.header;
      expect(ours.header).toMatchObject({ columns, rows, slices, volumes: count, datatype });
      expectNear(placeOf(ours.header.affine), placeOf(reference.header.affine));
      expect({ name, hash: ours.hash }).toEqual({ name, hash: reference.hash });
    }
  });

  test('a series with a missing slice has the voxels of the reference, and the position of its lowest slice', async () => {
    const [series] = await readSet(realData!, 'mr-prostate-missing-slice');
    const name = '8_ep2d_diff_tra_DYNDISTCALC_BVAL';
    const volume = (await volumesOf(series!.files.map(({ path }) => path))).find((each) => each.name === name);
    const reference = await niftiOf(await bytesOf(`mr-prostate-missing-slice/reference-dcm2niix/${name}.nii.gz`));
    const ours = await niftiOf(volume!.bytes);
    expect(ours.hash).toBe(reference.hash);
    // By Image Position and Orientation (Patient) of the lowest slice; the reference, an older dcm2niix, lays the gap below it.
    expectNear([...ours.header.affine!.origin], [45.685, -128.172, -97.502]);
  });

  test('slices whose lossless frames are split into fragments have the position of the reference', async () => {
    const [series] = await readSet(realData!, 'mr-jpeg-lossless-siemens');
    const [volume] = await volumesOf(series!.files.map(({ path }) => path));
    const ours = await niftiOf(volume!.bytes);
    const reference = await niftiOf(await bytesOf('mr-jpeg-lossless-siemens/reference/anat-T1w_acq-tfl_5001.nii.gz'));
    // 16 of 96 sagittal slices, which stand along i.
    const [steps, origin] = [reference.header.affine!.steps, reference.header.affine!.origin];
    expect(ours.header).toMatchObject({ columns: 16, rows: 128, slices: 128 });
    const FIRST = 40;
    expectNear(placeOf(ours.header.affine), placeOf({ steps, origin: [0, 1, 2].map((axis) => origin[axis]! + FIRST * steps[0][axis]!) }));
    const { header, voxels } = reference;
    const [all, some] = [
      await voxels.read(header.voxelOffset, header.voxelBytes),
      await ours.voxels.read(ours.header.voxelOffset, ours.header.voxelBytes),
    ];
    for (let line = 0; line < 128 * 128; line += 1) {
      const from = (line * 96 + FIRST) * 2;
      expect(hashOf(some.subarray(line * 32, line * 32 + 32))).toBe(hashOf(all.subarray(from, from + 32)));
    }
  });

  test.each(['SC_rgb', 'TestPattern_RGB'])('%s, a screen capture, matches the volume of the reference converter', async (name) => {
    const [volume] = await volumesOf([`sc-colour/${name}.dcm`]);
    const [ours, reference] = [await niftiOf(volume!.bytes), await niftiOf(await bytesOf(`sc-colour/reference-dcm2niix/${name}.nii.gz`))];
    expect(ours.hash).toBe(reference.hash);
    expectNear(placeOf(ours.header.affine), placeOf(reference.header.affine));
    expect(ours.header.spacingMm).toEqual(reference.header.spacingMm);
  });

  test('an enhanced CT gives the same volume in all its transfer syntaxes', async () => {
    const lossy = /jpeg_baseline/;
    const SYNTAXES = ['explicit', 'fragmented_no_bot_jpeg_baseline', 'fragmented_no_bot_jpeg_lossless.57', 'not_fragmented_bot'];
    const all = paths(SYNTAXES.map((syntax) => `enhanced-ct-multiframe/CT0012.${syntax}`));
    expect(all).toHaveLength(5);
    const found = new Map<string, string[]>();
    for (const path of all) {
      const [volume] = await volumesOf([path]);
      const { header, hash } = await niftiOf(volume!.bytes);
      expect(header).toMatchObject({ columns: 512, rows: 512, slices: 2 });
      expect(header.affine).not.toBeNull();
      if (!lossy.test(path)) found.set(hash, [...(found.get(hash) ?? []), path]);
    }
    expect([...found.values()]).toEqual([all.filter((path) => !lossy.test(path))]);
  });
});

describe.skipIf(!realData)(`volumes of real images without a position in space${NOTE}`, () => {
  const PICTURES = [
    'xa-cine/jpeg_baseline_8bit',
    'us-colour/IM00001.fragmented_no_bot_jpeg_baseline.50',
    'us-colour/OBXXXX1A_rle_2frame',
    'us-colour/US-YBR_FULL_422-EVRLE',
    'us-colour/US1_J2KR',
    'us-colour/color-pl',
    'us-colour/gdcm-US-ALOKA-16',
    'sc-colour/HTJ2KLossless_08_RGB',
    'sc-colour/JLSL_RGB_ILV0',
    'sc-colour/SC_rgb_jpeg_dcmtk',
    'sc-colour/SC_rgb_rle_16bit_2frame',
    'sc-colour/SC_rgb_rle_32bit.',
    'sc-colour/TestPattern_Palette_16',
    'enhanced-small/liver_rle',
    'enhanced-small/parametric_map_double_float',
  ];

  test.each(paths(PICTURES))('%s: every voxel equals the displayed pixel', async (path) => {
    const [volume] = await volumesOf([path]);
    const { header, voxels } = await niftiOf(volume!.bytes);
    const read = await readDicomHeader(realData!.source(path));
    if (!read.ok) throw new Error(read.why);
    const frames = await describeFrames(read);
    const order = frames && frameOrder(frames);
    expect(header.slices).toBe(read.description.numberOfFrames);
    for (let place = 0; place < header.slices; place += 1) {
      const frame = await decodeFrame(read.source, read.description, order?.[place] ?? place, codecs);
      const slice = await decodeNiftiSlice(voxels, header, place);
      if (!frame.ok || !slice.ok) throw new Error(`${place}: ${frame.ok ? 'slice' : frame.why}`);
      expect([slice.frame.kind, slice.frame.rows, slice.frame.columns]).toEqual([frame.frame.kind, frame.frame.rows, frame.frame.columns]);
      expect(hashOf(bytesOfSamples(slice.frame.samples))).toBe(hashOf(bytesOfSamples(frame.frame.samples)));
    }
  });
});

function paths(beginnings: readonly string[]): string[] {
  return (realData?.files ?? [])
    .map(({ path }) => path)
    .filter((path) => beginnings.some((beginning) => path.startsWith(beginning)) && path.endsWith('.dcm'));
}

function bytesOfSamples({
  buffer,
  byteOffset,
  byteLength,
}: {
  buffer: ArrayBufferLike;
  byteOffset: number;
  byteLength: number;
}): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function placeOf(affine: { steps: readonly (readonly number[])[]; origin: readonly number[] } | null): number[] {
  return affine ? [...affine.steps.flat(), ...affine.origin] : [];
}

/** Within a hundredth of a millimetre: versions of dcm2niix place by the first slice or by the mean of all. */
function expectNear(ours: readonly number[], reference: readonly number[]): void {
  expect(ours).toHaveLength(reference.length);
  for (const [index, number] of ours.entries()) expect(Math.abs(number - reference[index]!)).toBeLessThan(0.01);
}
