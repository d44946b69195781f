import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { countVoxels, emptyBits, sameBits } from '#imaging/mask/bits/bits.ts';
import { combined } from '#imaging/mask/bits/combine.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { bitsWhere, bytesOf, randomBits } from '#tests/fixtures/random-bits.ts';
import { FLAT_SPACE, OBLIQUE_SPACE, SPACES } from '#tests/fixtures/spaces.ts';
import { Random } from '#tests/sim/random.ts';
import { voxelToPatient, type VoxelSpace } from '#model/grids/voxel-space.ts';
import { nonOverlappingSets, type ExportedSegment } from '#imaging/mask/interchange/exported-segment.ts';
import { readLabelText, writeSlicerColours, writeSnapLabels } from './label-texts.ts';
import { readLabelMap } from './read-label-map.ts';
import { writeLabelMaps } from './write-label-map.ts';

function segmentsOf(space: VoxelSpace, ...values: number[]): ExportedSegment[] {
  const random = new Random(space.size[0]);
  let all = emptyBits(space.size);
  return values.map((value) => {
    const bits = combined(randomBits(random, space.size), all, 'without');
    all = combined(all, bits, 'union');
    return { name: `Zone "${value}" left`, colour: '#4FD0B7', value, bits };
  });
}

describe('a label map', () => {
  for (const values of [
    [1, 2, 255],
    [1, 256, 65_535],
  ])
    it.each(SPACES)(`comes back voxel by voxel, values ${values.join(', ')}: %s [MASK-39]`, async (name, space) => {
      const segments = segmentsOf(space, ...values);
      const { files, isSheared } = writeLabelMaps(segments, space);
      expect([files.length, isSheared]).toEqual([1, name === 'tilted']);
      for (const bytes of [files[0]!.nifti, new Uint8Array(gzipSync(files[0]!.nifti))]) {
        const read = await readLabelMap(createMemorySource(bytes), space, { resample: false });
        if (!read.ok) throw new Error(read.why);
        expect([read.isResampled, read.isCut]).toEqual([false, false]);
        expect(read.labels.map(({ value }) => value)).toEqual(values);
        read.labels.forEach(({ bits }, at) => expect(sameBits(bits, segments[at]!.bits)).toBe(true));
      }
    });

  it('lies in the patient as its grid, with x and y turned round [MASK-39]', async () => {
    const { files } = writeLabelMaps(segmentsOf(OBLIQUE_SPACE, 7), OBLIQUE_SPACE);
    const read = await readNifti(createMemorySource(files[0]!.nifti));
    if (!read.ok) throw new Error(read.why);
    const [x, y, z] = voxelToPatient(OBLIQUE_SPACE, [0, 0, 0]);
    expect(read.header.affine!.origin).toEqual([-x, -y, z]);
    OBLIQUE_SPACE.steps.forEach((step, axis) =>
      read.header.affine!.steps[axis]!.forEach((part, each) => expect(part).toBeCloseTo(each < 2 ? -step[each]! : step[each]!, 5)),
    );
    expect([read.header.columns, read.header.rows, read.header.slices]).toEqual(OBLIQUE_SPACE.size);
  });

  it('is several files where segments overlap [MASK-40]', async () => {
    const { size } = FLAT_SPACE;
    const part = (first: number, last: number) => bitsWhere(size, (column) => column >= first && column <= last);
    const segments = [part(0, 9), part(5, 14), part(12, 20), part(9, 12), emptyBits(size)].map((bits, at) => ({
      name: `${at}`,
      colour: '#000000',
      value: at + 1,
      bits,
    }));
    expect(nonOverlappingSets(segments).map((set) => set.map(({ value }) => value))).toEqual([[1, 3, 5], [2], [4]]);
    const { files } = writeLabelMaps(segments, FLAT_SPACE);
    const read = await Promise.all(files.map(({ nifti }) => readLabelMap(createMemorySource(nifti), FLAT_SPACE, { resample: false })));
    expect(read.map((each) => (each.ok ? each.labels.map(({ value, bits }) => [value, countVoxels(bits)]) : each.why))).toEqual([
      [
        [1, 3330],
        [3, 2997],
      ],
      [[2, 3330]],
      [[4, 1332]],
    ]);
  });

  it('refuses values that it cannot have [MASK-40]', () => {
    const [segment] = segmentsOf(FLAT_SPACE, 1) as [ExportedSegment];
    for (const value of [0, 65_536, 1.5]) expect(() => writeLabelMaps([{ ...segment, value }], FLAT_SPACE)).toThrow('these values');
    expect(() => writeLabelMaps([segment, segment], FLAT_SPACE)).toThrow('these values');
  });

  it('of the same places in another order is read as it is; of other places only if it may be resampled, and says so [MASK-41]', async () => {
    const [i, j, k] = FLAT_SPACE.steps;
    const turned: VoxelSpace = { size: FLAT_SPACE.size, origin: voxelToPatient(FLAT_SPACE, [39, 0, 0]), steps: [[-i[0], 0, 0], j, k] };
    const [segment] = segmentsOf(FLAT_SPACE, 3) as [ExportedSegment];
    const source = createMemorySource(writeLabelMaps([segment], FLAT_SPACE).files[0]!.nifti);
    const read = await readLabelMap(source, turned, { resample: false });
    if (!read.ok) throw new Error(read.why);
    const mirrored = bytesOf(read.labels[0]!.bits);
    expect(mirrored.map((_, at) => mirrored[at - (at % 40) + 39 - (at % 40)])).toEqual(bytesOf(segment.bits));
    const shifted: VoxelSpace = { ...FLAT_SPACE, origin: voxelToPatient(FLAT_SPACE, [0.4, 0, 0]), size: [20, 37, 9] };
    expect(await readLabelMap(source, shifted, { resample: false })).toEqual({ ok: false, why: 'other-geometry' });
    expect(await readLabelMap(source, shifted, { resample: true })).toMatchObject({ ok: true, isResampled: true, isCut: true });
  });

  it.each([
    ['not-labels', { dims: [2, 2, 2], datatype: 16, voxel: (at: number) => at / 2 }],
    ['not-labels', { dims: [2, 2, 2], voxel: (at: number) => -at }],
    ['not-labels', { dims: [40, 40, 2] }],
    ['not-labels', { dims: [2, 2, 2], datatype: 128 }],
    ['several-volumes', { dims: [2, 2, 2, 2] }],
    ['no-place', { dims: [2, 2, 2], sform: undefined }],
    ['no-slices', { dims: [2, 2, 0] }],
  ])(
    'that is none is refused by name: %s [MASK-41]',
    async (
      why,
      {
        sform = [
          [1, 0, 0, 0],
          [0, 1, 0, 0],
          [0, 0, 1, 0],
        ],
        ...file
      }: { dims: number[]; datatype?: number; voxel?: (at: number) => number; sform?: number[][] | undefined },
    ) => {
      const bytes = writeNifti({ ...file, ...(why === 'no-place' ? {} : { sform }) });
      expect(await readLabelMap(createMemorySource(bytes), FLAT_SPACE, { resample: true })).toMatchObject({ ok: false, why });
    },
  );
});

describe('names and colours beside a label map', () => {
  const labels = [
    { value: 1, name: 'Peripheral zone', colour: '#4FD0D0' },
    { value: 300, name: 'Läsion "A"', colour: '#FF0080' },
  ];

  it('are written for ITK-SNAP and for 3D Slicer, and read again [MASK-42]', () => {
    const snap = writeSnapLabels(labels);
    expect(snap.split('\n')[5]).toBe('    0    0    0    0        0  0  0    "Clear Label"');
    expect(snap.split('\n')[6]).toBe('    1   79  208  208        1  1  1    "Peripheral zone"');
    expect([...readLabelText(snap)]).toEqual([
      [1, { name: 'Peripheral zone', colour: '#4FD0D0' }],
      [300, { name: "Läsion 'A'", colour: '#FF0080' }],
    ]);
    const slicer = writeSlicerColours(labels);
    expect(slicer.split('\n').slice(0, 4)).toEqual([
      '# Color table file',
      '# 3 values',
      '0 Background 0 0 0 0',
      '1 Peripheral_zone 79 208 208 255',
    ]);
    expect(readLabelText(slicer).get(300)).toEqual({ name: 'Läsion "A"', colour: '#FF0080' });
  });

  it('leave out what is no label [MASK-42]', () => {
    expect([...readLabelText('# x\n0 Background 0 0 0 0\n1 a 300 0 0 255\nnonsense\n2 b 1 2 3 255\r\n')]).toEqual([
      [2, { name: 'b', colour: '#010203' }],
    ]);
  });
});
