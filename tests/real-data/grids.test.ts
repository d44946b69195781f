import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import type { NoVolume } from '#contract/grids.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import type { DeidentifyRules } from '#model/uploads/deidentified.ts';
import { readSeries } from '#server/reading/read-series.ts';
import { gridHash } from '#server/rules/segmentations/grids.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { elements, smallFile } from '#tests/fixtures/dicom-file.ts';
import { sentSeries, type SentSeries } from '#tests/fixtures/sent-series.ts';
import { VENDOR_SERIES } from '#tests/fixtures/vendor-series.ts';
import { NOTE, realData } from './real-data.ts';

const rulesOf = (usual: boolean): DeidentifyRules => ({
  settings: { ...FIRST_DEIDENTIFICATION, usual },
  key: '07'.repeat(32),
  tag: usual ? 'de-identified' : 'as it is',
});
const codecs = createNodeCodecs();
/** The server receives the files in another order. */
const gridOnServer = async ({ type, files }: SentSeries) => (await readSeries({ type, files: files.toReversed() }, codecs)).grid;

const AXIAL = [1, 0, 0, 0, 1, 0];
const HALF = Math.SQRT1_2;

/** A series of images at these positions. */
const images = (positions: readonly (readonly number[])[], orientation: readonly number[] = AXIAL) =>
  positions.map((position, n): [string, Uint8Array] => [
    `${n}.dcm`,
    smallFile({
      ...{ SOPInstanceUID: `2.25.90${n}`, InstanceNumber: n + 1, FrameOfReferenceUID: '2.25.9', PixelSpacing: [0.5, 0.625] },
      ...{ ImagePositionPatient: [...position], ImageOrientationPatient: [...orientation] },
    }),
  ]);

function enhanced(): [string, Uint8Array][] {
  const frame = (z: number) => elements({ PlanePositionSequence: { items: [elements({ ImagePositionPatient: [0, 0, z] })] } });
  const shared = elements({
    PlaneOrientationSequence: { items: [elements({ ImageOrientationPatient: AXIAL })] },
    PixelMeasuresSequence: { items: [elements({ PixelSpacing: [1, 1] })] },
  });
  const file = smallFile({
    ...{ SOPInstanceUID: '2.25.5', NumberOfFrames: 3, PixelData: new Uint8Array(96) },
    SharedFunctionalGroupsSequence: { items: [shared] },
    PerFrameFunctionalGroupsSequence: { items: [frame(20), frame(0), frame(10)] },
  });
  return [['enhanced.dcm', file]];
}

const VOLUME = writeNifti({
  dims: [4, 5, 6],
  pixdim: [0.7, 0.8, 2.5],
  description: 'Heron^Quiet',
  sform: [
    [-0.7, 0.01, 0, 31.4159],
    [0.01, 0.8, 0.02, -20.5],
    [0, -0.02, 2.5, 7.3],
  ],
});

const MOSAICS = VENDOR_SERIES.find(([name]) => name.includes('mosaic'))![1].files;
const MADE: [string, NoVolume | null, [string, Uint8Array][]][] = [
  ['axial', null, images([0, 3, 6, 9].map((z) => [-80.123_456, -100, z]))],
  [
    'oblique',
    null,
    images(
      [0, 1, 2].map((n) => [0, -2 * HALF * n, 2 * HALF * n]),
      [1, 0, 0, 0, HALF, HALF],
    ),
  ],
  ['with a gap', 'gap', images([0, 3, 9, 12].map((z) => [0, 0, z]))],
  ['repeated', 'repeated', images([0, 3, 0, 3].map((z) => [0, 0, z]))],
  ['of frames in one file', null, enhanced()],
  ['of mosaics', 'mosaic', MOSAICS.map((bytes, n) => [`${n}.dcm`, bytes])],
  ['of a volume', null, [['brain.nii', VOLUME]]],
];

describe.each([
  ['sent as it is', false],
  ['sent de-identified', true],
])('the grid of a series that is %s', (_, isAnonymous) => {
  it.each(MADE)('and made here, %s, is the same on the device and on the server [ENT-62]', async (_name, noVolume, files) => {
    const sent = await sentSeries(files, rulesOf(isAnonymous));
    expect(sent).toHaveLength(1);
    const grid = await gridOnServer(sent[0]!);
    expect(sent[0]!.grid).toBe(gridHash(grid!));
    expect(grid?.noVolume).toBe(noVolume);
  });
});

/** The others have no image outside an archive. */
const SETS = Object.keys(realData?.sets ?? {}).filter((set) => !['archives', 'no-pixel-data'].includes(set));
const NO_ARCHIVE = /(?<!\.nii)\.(zip|rar|7z|cbr|gz|tgz|tar|exp|\d{3})$/i;

describe.skipIf(!realData).each([
  ['as they are', false],
  ['de-identified', true],
])(`the grids of real series${NOTE}, sent %s,`, (_, isAnonymous) => {
  it.each(SETS)('of %s are the same on the device and on the server [ENT-62]', async (set) => {
    const paths = realData!.files.filter((file) => file.set === set && !NO_ARCHIVE.test(file.path)).map(({ path }) => path);
    const files = await Promise.all(
      paths.map(async (path): Promise<[string, Uint8Array]> => {
        const source = realData!.source(path);
        return [path, await source.read(0, source.size)];
      }),
    );
    const sent = await sentSeries(files, rulesOf(isAnonymous));
    for (const series of sent) {
      const grid = await gridOnServer(series);
      expect(grid).not.toBe(null);
      expect(series.grid).toBe(gridHash(grid!));
    }
    expect(sent.length).toBeGreaterThan(0);
  });
});
