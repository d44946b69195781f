import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { boundsOf, countVoxels, emptyBits, sameBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { readPlane } from '#imaging/mask/bits/slices.ts';
import { readSegmentationBits } from '#imaging/mask/interchange/dicom/read-segmentation-bits.ts';
import { readLabelText } from '#imaging/mask/interchange/nifti/label-texts.ts';
import { readLabelMap } from '#imaging/mask/interchange/nifti/read-label-map.ts';
import { gridOf, type DescribedSlice } from '#model/grids/grid.ts';
import { gridSize, voxelSpaceOf, voxelToPatient, type Grid } from '#model/grids/voxel-space.ts';
import type { Orientation, Vector } from '#model/pictures/geometry.ts';
import { makeDescription } from '#tests/fixtures/instance.ts';
import { box, MaskDevice, straightGrid } from '#tests/fixtures/mask-device.ts';
import { MaskServer } from '#tests/fixtures/mask-server.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { headerOf, overlayOf } from '#tests/fixtures/phantom-overlays.ts';
import { bitsWhere } from '#tests/fixtures/random-bits.ts';
import { apart, overlapping } from '#tests/fixtures/two-segments.ts';
import { exportMask } from './export-mask.ts';
import type { DrawnMask, ImageOfMask } from './export-parts.ts';
import type { ExportedFile, MaskExport, MaskExported, MaskFormat } from './export-types.ts';

const [A, B, C] = [1, 2, 3].map((number) => `00000000-0000-4000-8000-00000000000${number}`) as [string, string, string];
const NO_CODES = { category: null, type: null, modifier: null, laterality: null };
const LEFT = { value: '7771000', scheme: 'SCT', meaning: 'Left' };

const request = (format: MaskFormat, more: Partial<MaskExport> = {}): MaskExport => ({
  format,
  fileName: 'study-7-segmentation-0a1b2c3d',
  segments: [
    { uuid: A, name: 'Liver Part 1', colour: '#4FD0D0', codes: { ...NO_CODES, laterality: LEFT } },
    { uuid: B, name: 'Liver Part 2', colour: '#D04F4F', codes: NO_CODES },
    { uuid: C, name: '=Part 3', colour: '#4FD04F', codes: NO_CODES },
  ],
  chosen: A,
  dicom: {
    study: {
      ...{ studyInstanceUid: '1.2.3', studyId: '', accessionNumber: '', time: '101500', referringPhysician: '' },
      ...{ patientName: 'Heron^Quiet', patientBirthDate: '', patientSex: 'F' },
    },
    ...{ label: 'Liver', author: 'Ann', date: '20260103', time: '120000', softwareVersion: '1' },
  },
  ...more,
});

const AXIAL: Orientation = [1, 0, 0, 0, 1, 0];
const OBLIQUE: Orientation = [0.6, 0.8, 0, -0.48, 0.36, 0.8];

function grid(count: number, at: (index: number) => Vector, orientation = AXIAL, more: (index: number) => object = () => ({})): Grid {
  const slice = (index: number): DescribedSlice => ({
    ...{ sop: `1.2.7.${index + 1}`, frame: 0, instanceNumber: index + 1, rows: 37, columns: 35, pixelSpacing: [0.8, 0.5] },
    ...{ frameOfReference: '1.2.9', isMosaic: false, imagePositionPatient: at(index), imageOrientationPatient: orientation },
    ...more(index),
  });
  return gridOf(Array.from({ length: count }, (_, index) => slice(index)))!;
}

const STRAIGHT = grid(7, (index) => [-10, 5, 3 * index]);
const TILTED = grid(6, (index) => [0, 0.9 * index, 2 * index]);
const FRAMES = grid(
  5,
  (index) => [0, 0, 2 * index],
  AXIAL,
  (frame) => ({ sop: '1.2.77', frame, instanceNumber: 1 }),
);
const WITH_GAP = grid(6, (index) => [0, 0, index < 3 ? 2 * index : 2 * index + 2]);
const GRIDS: [string, Grid][] = [
  ['straight', STRAIGHT],
  ['in reversed order', grid(7, (index) => [-10, 5, -3 * index])],
  ['oblique', grid(6, (index) => [0.64 * 3.5 * index, -0.48 * 3.5 * index, 0.6 * 3.5 * index], OBLIQUE)],
  ['of a tilted gantry', TILTED],
];

function imageOf(more: Partial<ImageOfMask> = {}): ImageOfMask {
  const description = makeDescription({
    ...{ seriesInstanceUid: '1.2.4', sopClassUid: '1.2.840.10008.5.1.4.1.1.2', patientId: 'P-4', studyDate: '20260102' },
  });
  return { description, values: null, rescale: { slope: 1, intercept: 0 }, unit: 'HU', ...more };
}

function mask(of: Grid, segments: Record<string, Bits>, images: DrawnMask['imageOf'] = async () => imageOf()): DrawnMask {
  return { grid: of, segments: new Map(Object.entries(segments)), imageOf: images };
}

async function exported(drawn: DrawnMask, wanted: MaskExport, onPart: (part: number) => void = () => undefined) {
  const answer = await exportMask(drawn, wanted, onPart);
  if (!answer.ok) throw new Error(answer.why);
  return answer;
}

async function segmentationIn({ bytes }: ExportedFile, of: Grid) {
  const overlay = await overlayOf(bytes, 'segmentation');
  const read = await readSegmentationBits(await headerOf(bytes), overlay, of, { resample: false, codecs: null });
  if (!read.ok) throw new Error(read.why);
  return { overlay, bits: read.bits };
}

async function labelsIn({ bytes }: ExportedFile, of: Grid) {
  const read = await readLabelMap(createMemorySource(bytes), voxelSpaceOf(of)!, { resample: false });
  if (!read.ok) throw new Error(read.why);
  return read.labels;
}

/** Those with voxels, as a segmentation names the images behind its frames. */
function slicesOf(bits: Bits, { slices }: Grid, segment: number): string[] {
  return slices.flatMap(({ sop, frame }, slice) => (readPlane(bits, 2, slice).mask.includes(1) ? [`${segment} ${sop} ${frame}`] : []));
}

const namesOf = ({ files }: { files: ExportedFile[] }): string[] => files.map(({ name }) => name);

describe('a DICOM segmentation', () => {
  it.each([...GRIDS, ['of one file with many frames', FRAMES] as const, ['with a missing slice', WITH_GAP] as const])(
    'has the voxels that are drawn on a grid %s, and names the images behind them [MASK-120]',
    async (_, of) => {
      const [first, second] = apart(of);
      const answer = await exported(mask(of, { [A]: first, [B]: second }), request('seg'));
      expect([namesOf(answer), answer.parts, answer.left]).toEqual([['study-7-segmentation-0a1b2c3d.dcm'], 1, [C]]);
      const { overlay, bits } = await segmentationIn(answer.files[0]!, of);
      expect([...bits.keys()]).toEqual([1, 2]);
      expect([sameBits(bits.get(1)!, first), sameBits(bits.get(2)!, second)]).toEqual([true, true]);
      expect(overlay).toMatchObject({ type: 'binary', description: 'Liver', seriesUids: ['1.2.4'], frameOfReference: '1.2.9' });
      expect(overlay.segments).toMatchObject([{ label: 'Liver Part 1', typeModifiers: [LEFT] }, { label: 'Liver Part 2' }]);
      const named = overlay.frames.map(({ segment, references: [image] }) => `${segment} ${image!.sop} ${image!.frames[0] ?? 0}`);
      expect(named).toEqual([...slicesOf(first, of, 1), ...slicesOf(second, of, 2)]);
      const text = Buffer.from(answer.files[0]!.bytes).toString('latin1');
      for (const { sop } of of.slices) expect(text).toContain(sop);
    },
  );

  it('belongs to the study and the patient of the images [MASK-120]', async () => {
    const [first] = apart(STRAIGHT);
    const { files } = await exported(mask(STRAIGHT, { [A]: first }), request('seg'));
    const { description } = await headerOf(files[0]!.bytes);
    expect(description).toMatchObject({
      ...{ studyInstanceUid: '1.2.3', patientName: 'Heron^Quiet', patientId: 'P-4', studyDate: '20260102', modality: 'SEG' },
    });
    expect(description.seriesInstanceUid).not.toBe('1.2.4');
  });

  it('is a file for each set of segments that do not overlap [MASK-121]', async () => {
    const [whole, zone] = overlapping(STRAIGHT);
    const answer = await exported(mask(STRAIGHT, { [A]: whole, [B]: zone }), request('seg'));
    expect([namesOf(answer), answer.parts]).toEqual([['study-7-segmentation-0a1b2c3d-1.dcm', 'study-7-segmentation-0a1b2c3d-2.dcm'], 2]);
    const read = await Promise.all(answer.files.map((file) => segmentationIn(file, STRAIGHT)));
    expect(read.map(({ bits }, at) => sameBits(bits.get(1)!, [whole, zone][at]!))).toEqual([true, true]);
  });

  it('is refused for a NIfTI volume, without the images, and where slices have no place [MASK-125]', async () => {
    const volume = grid(
      4,
      (index) => [0, 0, index],
      AXIAL,
      (frame) => ({ sop: '', frame }),
    );
    const nowhere = grid(
      4,
      () => [0, 0, 0],
      AXIAL,
      () => ({ imagePositionPatient: null }),
    );
    const refused = (of: Grid, images?: DrawnMask['imageOf']) =>
      exportMask(mask(of, { [A]: apart(of)[0] }, images), request('seg'), () => undefined);
    expect(await refused(volume)).toEqual({ ok: false, why: 'not-dicom' });
    expect(await refused(STRAIGHT, async () => null)).toEqual({ ok: false, why: 'unread' });
    expect(await refused(nowhere)).toEqual({ ok: false, why: 'no-position' });
  });
});

describe('a label map', () => {
  it.each(GRIDS)('has the voxels that are drawn on a grid %s, with names and colours beside it [MASK-122]', async (name, of) => {
    const [first, second] = apart(of);
    const parts: number[] = [];
    const answer = await exported(mask(of, { [A]: first, [B]: second }), request('nifti'), (part) => void parts.push(part));
    expect(namesOf(answer)).toEqual(['nii.gz', 'txt', 'ctbl'].map((ending) => `study-7-segmentation-0a1b2c3d.${ending}`));
    expect([answer.parts, answer.left, answer.isSheared]).toEqual([1, [C], name === 'of a tilted gantry']);
    expect([...answer.files[0]!.bytes.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
    const labels = await labelsIn(answer.files[0]!, of);
    expect(labels.map(({ value }) => value)).toEqual([1, 2]);
    expect(labels.map(({ bits }, at) => sameBits(bits, [first, second][at]!))).toEqual([true, true]);
    for (const { bytes } of answer.files.slice(1))
      expect([...readLabelText(new TextDecoder().decode(bytes))]).toEqual([
        [1, { name: 'Liver Part 1', colour: '#4FD0D0' }],
        [2, { name: 'Liver Part 2', colour: '#D04F4F' }],
      ]);
    expect(parts.every((part) => part > 0 && part < 1)).toBe(true);
  });

  it('is one of two where segments overlap, and says so [MASK-121]', async () => {
    const [whole, zone] = overlapping(STRAIGHT);
    const answer = await exported(mask(STRAIGHT, { [A]: whole, [B]: zone }), request('nifti'));
    expect(answer.parts).toBe(2);
    const maps = answer.files.filter(({ name }) => name.endsWith('.nii.gz'));
    expect(maps.map(({ name }) => name)).toEqual([1, 2].map((part) => `study-7-segmentation-0a1b2c3d-${part}.nii.gz`));
    const read = await Promise.all(maps.map((file) => labelsIn(file, STRAIGHT)));
    expect(read.map((labels) => labels.map(({ value }) => value))).toEqual([[1], [2]]);
    expect(read.map(([label], at) => sameBits(label!.bits, [whole, zone][at]!))).toEqual([true, true]);
  });

  it('is refused where slices make no volume [MASK-125]', async () => {
    const drawn = mask(WITH_GAP, { [A]: apart(WITH_GAP)[0] });
    expect(await exportMask(drawn, request('nifti'), () => undefined)).toEqual({ ok: false, why: 'no-volume' });
    expect(await exportMask(drawn, request('stl'), () => undefined)).toEqual({ ok: false, why: 'no-volume' });
  });
});

describe('a surface', () => {
  it('is that of the chosen segment, in mm in the patient [MASK-123]', async () => {
    const [, of] = GRIDS[2]!;
    const ball = bitsWhere(
      gridSize(of),
      (column, row, slice) => column > 4 && column < 20 && row > 8 && row < 18 && slice > 1 && slice < 5,
    );
    const other = bitsWhere(gridSize(of), (column) => column === 30);
    const answer = await exported(mask(of, { [A]: other, [B]: ball }), request('stl', { chosen: B }));
    expect(namesOf(answer)).toEqual(['study-7-segmentation-0a1b2c3d-segment-2.stl']);
    const points = cornersOf(answer.files[0]!.bytes);
    const { from, to } = boundsOf(ball)!;
    const space = voxelSpaceOf(of)!;
    const middle = voxelToPatient(space, [0, 1, 2].map((axis) => (from[axis]! + to[axis]!) / 2) as unknown as Vector);
    for (const axis of [0, 1, 2]) {
      const along = points.map((point) => point[axis]!);
      expect((Math.min(...along) + Math.max(...along)) / 2).toBeCloseTo(middle[axis]!, 1);
    }
  });

  it('of an empty segment is refused [MASK-125]', async () => {
    const drawn = mask(STRAIGHT, { [A]: apart(STRAIGHT)[0] });
    for (const chosen of [B, null])
      expect(await exportMask(drawn, request('stl', { chosen }), () => undefined)).toEqual({ ok: false, why: 'empty' });
  });
});

describe('a table of statistics', () => {
  const of = grid(3, (index) => [0, 0, 3 * index]);
  /** 2 x 2 voxels on each of two slices. */
  const cube = bitsWhere(gridSize(of), (column, row, slice) => column > 3 && column < 6 && row > 3 && row < 6 && slice < 2);
  const values = (slice: number): ArrayLike<number> => Array.from({ length: 35 * 37 }, (_, at) => slice * 10 + (at % 35));

  it('has sizes and values with their units, each slice by its own factors [MASK-124]', async () => {
    const images: DrawnMask['imageOf'] = async (slice) =>
      imageOf({ values: values(slice), rescale: { slope: slice + 1, intercept: -1 }, unit: 'Bq/ml' });
    const parts: number[] = [];
    const answer = await exported(mask(of, { [A]: cube }, images), request('csv'), (part) => void parts.push(part));
    expect(namesOf(answer)).toEqual(['study-7-segmentation-0a1b2c3d.csv']);
    const [head, ...rows] = tableOf(answer);
    expect(head!.slice(0, 6)).toEqual([
      ...['Segment', 'Voxels', 'Volume (voxel counting) [mm³]', 'Surface area (smoothed surface) [mm²]'],
      ...['Mean intensity [Bq/ml]', 'Intensity variance [(Bq/ml)²]'],
    ]);
    const cells = Object.fromEntries(head!.map((name, at) => [name, rows[0]![at]]));
    // The first slice has 4, 5 less 1; the second (14, 15) times 2 less 1: each twice.
    expect(cells).toMatchObject({
      ...{ Segment: 'Liver Part 1', Voxels: '8', 'Mean intensity [Bq/ml]': '15.75', 'Minimum intensity [Bq/ml]': '3' },
      ...{ 'Maximum intensity [Bq/ml]': '29', 'Median intensity [Bq/ml]': '15.5', 'Intensity range [Bq/ml]': '26' },
    });
    expect(Number(cells['Volume (voxel counting) [mm³]'])).toBeCloseTo(8 * 0.5 * 0.8 * 3, 9);
    expect(Number(cells['Surface area (smoothed surface) [mm²]'])).toBeGreaterThan(5);
    expect([rows[1]!.slice(0, 5), rows[2]![0]]).toEqual([['Liver Part 2', '0', '0', '0', ''], "'=Part 3"]);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
  });

  it('has no values of images in colour, and no sizes where slices make no volume [MASK-124]', async () => {
    const bits = bitsWhere(gridSize(WITH_GAP), (column) => column === 3);
    const answer = await exported(mask(WITH_GAP, { [A]: bits }), request('csv'));
    expect(answer.isWithoutValues).toBe(true);
    expect(tableOf(answer)[1]!.slice(0, 5)).toEqual(['Liver Part 1', String(countVoxels(bits)), '', '', '']);
  });

  it('is refused if an image cannot be read [MASK-125]', async () => {
    const images: DrawnMask['imageOf'] = async (slice) => (slice === 1 ? null : imageOf({ values: values(slice) }));
    expect(await exportMask(mask(of, { [A]: cube }, images), request('csv'), () => undefined)).toEqual({ ok: false, why: 'unread' });
  });
});

it.each(['seg', 'nifti', 'stl', 'csv'] as const)('nothing drawn is refused: %s [MASK-125]', async (format) => {
  const drawn = mask(STRAIGHT, { [A]: emptyBits(gridSize(STRAIGHT)) });
  expect(await exportMask(drawn, request(format), () => undefined)).toEqual({ ok: false, why: 'empty' });
});

describe('of an open segmentation', () => {
  const source = {
    ...{ study: crypto.randomUUID(), segmentation: crypto.randomUUID(), gridHash: 'a'.repeat(64), grid: straightGrid(8, 6, 3) },
    isExclusive: false,
  };
  const ready = { nameOf: async () => null, valuesOf: async () => null, rescaleOf: async () => null };
  /** Stored slices are in the opposite order of the grid; every value of a stored slice is its number. */
  async function opened(hash: string): Promise<MaskDevice> {
    const series = { ...ready, grid: { hash, slices: [2, 1, 0] } };
    const device = new MaskDevice({ userId: 1, device: nextUser(), server: new MaskServer(), source }, series, async (slice) =>
      imageOf({ values: Array.from({ length: 48 }, () => slice) }),
    );
    await device.open();
    return device;
  }
  const leave = ({ masks }: MaskDevice, format: MaskFormat): Promise<MaskExported> =>
    masks.exportMask(source.segmentation, request(format), () => undefined);

  it('what was drawn just before leaves with the values of its slices [MASK-120, MASK-124]', async () => {
    const device = await opened(source.gridHash);
    void device.masks.draw(source.segmentation, A, box(0, [1, 1, 3, 2]), []);
    const table = await leave(device, 'csv');
    expect(table.ok && tableOf(table)[1]!.slice(0, 5)).toEqual(['Liver Part 1', '6', '72', expect.any(String), '2']);
    const answer = await leave(device, 'seg');
    if (!answer.ok) throw new Error(answer.why);
    const { overlay } = await segmentationIn(answer.files[0]!, source.grid);
    expect(overlay.frames.map(({ references }) => references[0]!.sop)).toEqual(['1.2.0']);
  });

  it('without all images of its grid only leaves what needs none of them [MASK-125]', async () => {
    const device = await opened('b'.repeat(64));
    await device.masks.draw(source.segmentation, A, box(0, [1, 1, 3, 2]), []);
    expect(await leave(device, 'seg')).toEqual({ ok: false, why: 'unread' });
    expect(await leave(device, 'csv')).toEqual({ ok: false, why: 'unread' });
    expect(await leave(device, 'nifti')).toMatchObject({ ok: true, parts: 1 });
  });

  it('is refused once it is closed [MASK-125]', async () => {
    const device = await opened(source.gridHash);
    await device.masks.draw(source.segmentation, A, box(0, [1, 1, 3, 2]), []);
    device.masks.closeMask(source.segmentation);
    expect(await leave(device, 'nifti')).toEqual({ ok: false, why: 'closed' });
  });
});

/** Of all triangles of a binary STL file. */
function cornersOf(bytes: Uint8Array): Vector[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const triangles = view.getUint32(80, true);
  const place = (at: number): Vector => [0, 4, 8].map((offset) => view.getFloat32(at + offset, true)) as unknown as Vector;
  return Array.from({ length: triangles }, (_, triangle) => [12, 24, 36].map((corner) => place(84 + 50 * triangle + corner))).flat();
}

function tableOf({ files }: { files: ExportedFile[] }): string[][] {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(files[0]!.bytes);
  expect(text.startsWith('\uFEFF')).toBe(true);
  return text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
}
