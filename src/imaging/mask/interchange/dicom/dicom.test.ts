import { describe, expect, it } from 'vitest';
import { readSegmentMask } from '#imaging/dicom/overlays/read-segment-mask.ts';
import { countVoxels, emptyBits, sameBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { combined } from '#imaging/mask/bits/combine.ts';
import { contoursToBits } from './contours-to-bits.ts';
import { gridOf, type DescribedSlice } from '#model/grids/grid.ts';
import { gridSize, sliceSpaceOf, voxelSpaceOf, voxelToPatient, type Grid } from '#model/grids/voxel-space.ts';
import type { Contour, ContourType } from '#model/overlays/structure-set.ts';
import type { Orientation, Vector } from '#model/pictures/geometry.ts';
import { bitsWhere, randomBits } from '#tests/fixtures/random-bits.ts';
import { headerOf, overlayOf } from '#tests/fixtures/phantom-overlays.ts';
import { Random } from '#tests/sim/random.ts';
import { readSegmentationBits } from './read-segmentation-bits.ts';
import { writeSegmentation, type CodedSegment, type SegmentationExport } from './write-segmentation.ts';

const AXIAL: Orientation = [1, 0, 0, 0, 1, 0];
const OBLIQUE: Orientation = [0.6, 0.8, 0, -0.48, 0.36, 0.8];
const SAGITTAL: Orientation = [0, 1, 0, 0, 0, -1];

function grid(
  count: number,
  at: (index: number) => Vector,
  orientation: Orientation = AXIAL,
  more: (index: number) => Partial<DescribedSlice> = () => ({}),
): Grid {
  return gridOf(
    Array.from({ length: count }, (_, index): DescribedSlice => ({
      ...{
        sop: `1.2.${index + 1}`,
        frame: 0,
        instanceNumber: index + 1,
        rows: 21,
        columns: 19,
        pixelSpacing: [0.8, 0.5],
        frameOfReference: '1.2.9',
        isMosaic: false,
      },
      imagePositionPatient: at(index),
      imageOrientationPatient: orientation,
      ...more(index),
    })),
  )!;
}

const GRIDS: [string, Grid][] = [
  ['axial', grid(7, (index) => [-10, 5, 3 * index])],
  ['in reversed order', grid(7, (index) => [-10, 5, -3 * index])],
  ['oblique', grid(6, (index) => [0.64 * 3.5 * index, -0.48 * 3.5 * index, 0.6 * 3.5 * index], OBLIQUE)],
  ['sagittal', grid(5, (index) => [4 * index, 1, 2], SAGITTAL)],
  [
    'of one file with many frames',
    grid(
      5,
      (index) => [0, 0, 2 * index],
      AXIAL,
      (frame) => ({ sop: '1.2.77', frame, instanceNumber: 1 }),
    ),
  ],
  ['with a missing slice', grid(6, (index) => [0, 0, index < 3 ? 2 * index : 2 * index + 2])],
  ['of a tilted gantry', grid(6, (index) => [0, 0.9 * index, 2 * index])],
  ['of a single slice', grid(1, () => [0, 0, 0])],
];

const STUDY = {
  ...{ studyInstanceUid: '1.2.3', studyId: '7', accessionNumber: 'A1', date: '20260102', time: '101500', referringPhysician: '' },
  ...{ patientName: 'Heron^Quiet', patientId: 'P-4', patientBirthDate: '', patientSex: 'F' },
};
const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const code = (value: string, meaning: string) => ({ value, scheme: 'SCT', meaning });

function segment(number: number, bits: Bits, more: Partial<CodedSegment> = {}): CodedSegment {
  return {
    ...{ segment: uuid(number), name: `Zone ${number}`, colour: '#4FD0D0', value: number, bits, algorithm: null },
    codes: {
      category: code('123037004', 'Anatomical Structure'),
      type: code('41216001', 'Prostate'),
      modifier: null,
      laterality: code('7771000', 'Left'),
    },
    ...more,
  };
}

const request = (of: Grid, segments: readonly CodedSegment[]): SegmentationExport => ({
  ...{ study: STUDY, grid: of, seriesInstanceUid: '1.2.4', sopClassUid: '1.2.840.10008.5.1.4.1.1.4', label: 'Prostate', author: 'Ann' },
  ...{ segments, series: uuid(900), dimensions: uuid(901), date: '20260103', time: '120000', softwareVersion: '1' },
  framesOf: (sop) => of.slices.filter((slice) => slice.sop === sop).length,
  instance: (index) => uuid(1000 + index),
});

function filesOf(of: Grid, segments: readonly CodedSegment[]) {
  const written = writeSegmentation(request(of, segments));
  if (!written.ok) throw new Error(written.why);
  return written;
}

async function readBack(bytes: Uint8Array, of: Grid, resample = false) {
  const header = await headerOf(bytes);
  const overlay = await overlayOf(bytes, 'segmentation');
  return { overlay, read: await readSegmentationBits(header, overlay, of, { resample, codecs: null }), header };
}

describe('a DICOM segmentation', () => {
  it.each(GRIDS)('comes back voxel by voxel on a grid %s [MASK-43]', async (_, of) => {
    const random = new Random(of.slices.length);
    const last = bitsWhere(gridSize(of), (column) => column === 18);
    const first = combined(randomBits(random, gridSize(of), 8), last, 'without');
    const second = combined(combined(randomBits(random, gridSize(of), 8), last, 'union'), first, 'without');
    const { files, left } = filesOf(of, [segment(1, first), segment(2, second), segment(3, emptyBits(gridSize(of)))]);
    expect([files.length, left.map(({ name }) => name)]).toEqual([1, ['Zone 3']]);
    const { overlay, read } = await readBack(files[0]!.bytes, of);
    if (!read.ok) throw new Error(read.why);
    expect([read.isResampled, read.isCut]).toEqual([false, false]);
    expect([...read.bits.keys()]).toEqual([1, 2]);
    expect(sameBits(read.bits.get(1)!, first)).toBe(true);
    expect(sameBits(read.bits.get(2)!, second)).toBe(true);
    // Every frame names the image behind it.
    const images = new Set(of.slices.map(({ sop, frame }) => `${sop} ${frame}`));
    for (const { references } of overlay.frames) {
      expect(references.length).toBe(1);
      expect(images.has(`${references[0]!.sop} ${references[0]!.frames[0] ?? 0}`)).toBe(true);
    }
  });

  it('has codes with laterality, colour, name, and how it was drawn [MASK-43]', async () => {
    const [, of] = GRIDS[0]!;
    const bits = bitsWhere(gridSize(of), (column) => column === 4);
    const other = bitsWhere(gridSize(of), (column) => column === 6);
    const bare = {
      codes: { category: null, type: null, modifier: null, laterality: null },
      algorithm: { type: 'AUTOMATIC', name: 'Trees' },
    } as const;
    const { overlay } = await readBack(filesOf(of, [segment(1, bits), segment(2, other, bare)]).files[0]!.bytes, of);
    expect(overlay).toMatchObject({ type: 'binary', description: 'Prostate', seriesUids: ['1.2.4'], frameOfReference: '1.2.9' });
    expect(overlay.segments[0]).toMatchObject({
      ...{ number: 1, label: 'Zone 1', colour: '#4FD0D0', algorithmType: 'MANUAL', algorithmName: '', trackingId: 'Zone 1' },
      category: code('123037004', 'Anatomical Structure'),
      type: code('41216001', 'Prostate'),
      typeModifiers: [code('7771000', 'Left')],
    });
    expect(overlay.segments[1]).toMatchObject({
      type: code('85756007', 'Tissue'),
      typeModifiers: [],
      algorithmType: 'AUTOMATIC',
      algorithmName: 'Trees',
    });
  });

  it('is a file for each set of segments that do not overlap [MASK-44]', async () => {
    const [, of] = GRIDS[0]!;
    const whole = bitsWhere(gridSize(of), (column) => column < 12);
    const zone = bitsWhere(gridSize(of), (column) => column < 5);
    const { files } = filesOf(of, [segment(1, whole), segment(2, zone)]);
    expect(files.map(({ segments }) => segments.map(({ name }) => name))).toEqual([['Zone 1'], ['Zone 2']]);
    const uids = await Promise.all(files.map(async ({ bytes }) => (await headerOf(bytes)).description));
    expect(new Set(uids.map(({ sopInstanceUid }) => sopInstanceUid)).size).toBe(2);
    expect(new Set(uids.map(({ seriesInstanceUid }) => seriesInstanceUid)).size).toBe(1);
    const { read } = await readBack(files[1]!.bytes, of);
    expect(read.ok && sameBits(read.bits.get(1)!, zone)).toBe(true);
  });

  it.each([
    ['empty', GRIDS[0]![1], emptyBits(gridSize(GRIDS[0]![1]))],
    [
      'not-dicom',
      grid(
        2,
        (index) => [0, 0, index],
        AXIAL,
        () => ({ sop: '' }),
      ),
      null,
    ],
    [
      'no-position',
      grid(
        2,
        (index) => [0, 0, index],
        AXIAL,
        () => ({ imagePositionPatient: null }),
      ),
      null,
    ],
    [
      'planes',
      grid(
        2,
        (index) => [0, 0, index],
        AXIAL,
        (index) => ({ columns: 10 + index }),
      ),
      null,
    ],
  ] as [string, Grid, Bits | null][])('is refused by name: %s [MASK-44]', (why, of, bits) => {
    expect(writeSegmentation(request(of, [segment(1, bits ?? bitsWhere(gridSize(of), () => true))]))).toEqual({ ok: false, why });
  });

  it('of other pixels is read only if it may be resampled, and says so [MASK-45]', async () => {
    const [, of] = GRIDS[0]!;
    const bits = bitsWhere(
      gridSize(of),
      (column, row, slice) => column > 3 && column < 12 && row > 4 && row < 15 && slice > 1 && slice < 5,
    );
    const { bytes } = filesOf(of, [segment(1, bits)]).files[0]!;
    // Pixels of half the size, over the same place.
    const fine = grid(
      7,
      (index) => [-10.125, 4.8, 3 * index],
      AXIAL,
      () => ({ rows: 42, columns: 38, pixelSpacing: [0.4, 0.25] }),
    );
    expect((await readBack(bytes, fine)).read).toEqual({ ok: false, why: 'other-geometry' });
    const { read } = await readBack(bytes, fine, true);
    if (!read.ok) throw new Error(read.why);
    expect([read.isResampled, read.isCut, countVoxels(read.bits.get(1)!)]).toEqual([true, false, 4 * countVoxels(bits)]);
    const far = grid(7, (index) => [900, 5, 3 * index]);
    expect((await readBack(bytes, far, true)).read).toMatchObject({ ok: true, isResampled: true, isCut: true });
  });

  it('has its bits where DICOM says: frames follow each other without a gap [MASK-43]', async () => {
    const [, of] = GRIDS[0]!;
    const bits = bitsWhere(gridSize(of), (column, row, slice) => column === row && slice > 2);
    const { header, overlay } = await readBack(filesOf(of, [segment(1, bits)]).files[0]!.bytes, of);
    expect(overlay.frames.length).toBe(4);
    const mask = await readSegmentMask(header, overlay, { frame: 3, segment: 1 }, null);
    expect(mask.ok && [...mask.values].flatMap((bit, at) => (bit ? [at] : []))).toEqual(Array.from({ length: 19 }, (_, at) => at * 20));
  });
});

describe('contours of a structure set', () => {
  const [, of] = GRIDS[2]!;
  const size = gridSize(of);

  /** A contour by voxels of a slice. */
  function contour(slice: number, corners: readonly (readonly [number, number])[], type: ContourType = 'CLOSED_PLANAR', away = 0): Contour {
    const space = sliceSpaceOf(of, slice)!;
    return { type, points: Float64Array.from(corners.flatMap(([x, y]) => [...voxelToPatient(space, [x, y, away])])), references: [] };
  }
  const box = (from: number, to: number): [number, number][] => [
    [from, from],
    [to, from],
    [to, to],
    [from, to],
  ];
  const isIn = (from: number, to: number) => (column: number, row: number, slice: number) =>
    slice === 2 && column > from && column < to && row > from && row < to;
  const [outer, inner] = [isIn(2.5, 14.5), isIn(5.5, 9.5)];
  const ring = bitsWhere(size, (...voxel) => outer(...voxel) && !inner(...voxel));

  it('fill the slice on which they lie [MASK-46]', () => {
    const { bits, left, nested } = contoursToBits({ contours: [contour(2, box(2.5, 14.5)), contour(4, box(5.5, 9.5))] }, of);
    expect([left, nested]).toEqual([0, 0]);
    expect(
      sameBits(
        bits,
        bitsWhere(size, (column, row, slice) => outer(column, row, slice) || (slice === 4 && inner(column, row, 2))),
      ),
    ).toBe(true);
  });

  it('have holes by a keyhole, by exclusive or, and by a contour inside another, which is reported [MASK-46]', () => {
    const keyhole: [number, number][] = [...box(2.5, 14.5), [2.5, 2.5], [5.5, 5.5], [5.5, 9.5], [9.5, 9.5], [9.5, 5.5], [5.5, 5.5]];
    const forms: [Contour[], number][] = [
      [[contour(2, keyhole)], 0],
      [[contour(2, box(5.5, 9.5), 'CLOSEDPLANAR_XOR'), contour(2, box(2.5, 14.5), 'CLOSEDPLANAR_XOR')], 0],
      [[contour(2, box(5.5, 9.5)), contour(2, box(2.5, 14.5))], 1],
    ];
    for (const [contours, nested] of forms) {
      const read = contoursToBits({ contours }, of);
      expect(sameBits(read.bits, ring)).toBe(true);
      expect([read.left, read.nested]).toEqual([0, nested]);
    }
  });

  it('that overlap are both filled, and an island in a hole too [MASK-46]', () => {
    const overlapping = contoursToBits({ contours: [contour(2, box(2.5, 8.5)), contour(2, box(5.5, 14.5))] }, of);
    const [first, second] = [isIn(2.5, 8.5), isIn(5.5, 14.5)];
    expect(
      sameBits(
        overlapping.bits,
        bitsWhere(size, (...voxel) => first(...voxel) || second(...voxel)),
      ),
    ).toBe(true);
    const island = contoursToBits({ contours: [contour(2, box(2.5, 14.5)), contour(2, box(4.5, 12.5)), contour(2, box(6.5, 9.5))] }, of);
    const [hole, inside] = [isIn(4.5, 12.5), isIn(6.5, 9.5)];
    expect(
      sameBits(
        island.bits,
        bitsWhere(size, (...voxel) => (outer(...voxel) && !hole(...voxel)) || inside(...voxel)),
      ),
    ).toBe(true);
  });

  it('lie on the nearest slice within half a slice; others are left out and counted [MASK-46]', () => {
    const near = contour(2, box(2.5, 14.5), 'CLOSED_PLANAR', 1.2);
    const space = voxelSpaceOf(of)!;
    const across: Contour = {
      type: 'CLOSED_PLANAR',
      points: Float64Array.from(
        [
          [1, 1, 0],
          [9, 1, 0],
          [9, 1, 4],
        ].flatMap((voxel) => [...voxelToPatient(space, voxel as unknown as Vector)]),
      ),
      references: [],
    };
    const { bits, left } = contoursToBits(
      {
        contours: [
          near,
          contour(5, box(1, 9), 'CLOSED_PLANAR', 3),
          across,
          contour(1, box(1, 9), 'OPEN_PLANAR'),
          contour(1, [[1, 1]], 'POINT'),
        ],
      },
      of,
    );
    expect(sameBits(bits, bitsWhere(size, outer))).toBe(true);
    expect(left).toBe(4);
    expect(contoursToBits({ contours: [] }, of)).toMatchObject({ left: 0, nested: 0 });
  });
});
