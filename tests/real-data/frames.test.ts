import { describe, expect, test } from 'vitest';
import { describeFrames } from '#imaging/dicom/header/describe-frames.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { frameOrder, slicePositionMm } from '#model/pictures/geometry.ts';
import { readSet } from './read-set.ts';
import { NOTE, realData } from './real-data.ts';

/** Slices and their distance in mm, as dcm2niix reads them of the same files (its outputs stand in the manifest). */
const STACKS: [start: string, slices: number, distanceMm: number][] = [
  ['mr-enhanced-siemens-xa30/5_anat-T1w_acq-tfl', 96, 2],
  ['mr-enhanced-siemens-xa30/8_gre_field_mapping/0001', 33, 3.4],
  ['mr-enhanced-siemens-xa30/8_gre_field_mapping/0002', 33, 3.4],
  ['mr-enhanced-siemens-xa30/9_gre_field_mapping', 33, 3.4],
  ['mr-enhanced-siemens-xa30/27_asl_2d_tra', 12, 7.5],
];

describe.skipIf(!realData)(`frames of real enhanced images${NOTE}`, () => {
  test.each(STACKS)('%s: %i slices, %f mm apart, each with its window', async (start, slices, distanceMm) => {
    const { path } = realData!.files.find((file) => file.path.startsWith(start))!;
    const read = await readDicomHeader(realData!.source(path));
    const frames = read.ok ? await describeFrames(read) : null;
    if (!frames) throw new Error('no frames');
    expect(frames).toHaveLength(slices);
    expect(new Set(frames.map(({ windowCenterRaw, windowWidthRaw }) => `${windowCenterRaw} ${windowWidthRaw}`)).size).toBeGreaterThan(
      slices / 2,
    );
    const inOrder = frameOrder(frames).map((frame) => slicePositionMm(frames[frame]!)!);
    const distances = inOrder.slice(1).map((position, index) => position - inOrder[index]!);
    for (const distance of distances) expect(distance).toBeCloseTo(distanceMm, 2);
  });

  test('one without functional groups is shown in file order', async () => {
    const read = await readDicomHeader(realData!.source('enhanced-small/emri_small.dcm'));
    expect(read.ok && (await describeFrames(read))).toBeNull();
  });
});

describe.skipIf(!realData)(`real images that are more than one slice, or have no slice at all${NOTE}`, () => {
  /** Slices as dcm2niix unpacks them. */
  test.each([
    ['mr-mosaic-planes-siemens', 6, 36],
    ['mr-epi-siemens', 8, 5],
  ])('%s: %i mosaics of %i slices', async (set, mosaics, slices) => {
    const read = (await readSet(realData!, set)).flatMap(({ files }) => files);
    expect(read.map(({ description }) => description.mosaicTiles)).toEqual(Array.from({ length: mosaics }, () => slices));
  });

  test.each([
    ['xa-cine/jpeg_baseline_8bit.dcm', 96, 30.3],
    ['us-colour/IM00001.implicit_little_endian.dcm', 8, 22.6],
  ])('%s: a cine of %i frames, %f per second', async (path, frames, rate) => {
    const read = await readDicomHeader(realData!.source(path));
    if (!read.ok) throw new Error(read.detail);
    expect(read.description.numberOfFrames).toBe(frames);
    expect(read.description.cineRate).toBeCloseTo(rate, 1);
    expect(await describeFrames(read)).toBeNull();
  });

  test('pet-cps-1023: every image is in Bq/ml, decay corrected to the start of the scan', async () => {
    const pictures = (await readSet(realData!, 'pet-cps-1023')).flatMap(({ files }) => files).filter(({ description }) => description.pet);
    expect(pictures).toHaveLength(199);
    for (const { description } of pictures) expect(description.pet).toMatchObject({ units: 'BQML', decayCorrection: 'START' });
  });
});
