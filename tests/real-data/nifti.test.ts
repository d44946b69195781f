import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ByteSource } from '#imaging/byte-source.ts';
import { decodeFrame } from '#imaging/dicom/pixels/decode-frame.ts';
import type { Samples } from '#imaging/frame.ts';
import { decodeNiftiSlice } from '#imaging/nifti/decode-slice.ts';
import { describeNifti } from '#imaging/nifti/describe-nifti.ts';
import { readNifti, type NiftiRead } from '#imaging/nifti/read-nifti.ts';
import { createFileSource } from '#workers/intake/file-source.ts';
import { joinPairs } from '#workers/intake/join-pairs.ts';
import type { PickedFile } from '#workers/intake/types.ts';
import { VolumeDrawer } from '#workers/preview/draw-volume.ts';
import type { NoTile } from '#model/pictures/no-tile.ts';
import { isTile, type Tile } from '#workers/preview/types.ts';
import { NOTE, realData, type ManifestSet } from './real-data.ts';
import { readSet } from './read-set.ts';

/** What nibabel measured. */
interface ManifestNifti {
  path: string;
  shape?: number[];
  dtype?: string;
  zooms?: number[];
  axcodes?: string;
  affine?: number[][];
  qform_code?: number;
  sform_code?: number;
  scl_slope?: number;
  scl_inter?: number;
  endian?: string;
  min?: number;
  max?: number;
  mean?: number;
  nan_voxels?: number;
}

/** Not taken, and why. nibabel refuses them too, but for the headers, whose images are not there. */
const REFUSED: Record<string, object> = {
  'nifti/analyze.hdr': { why: 'not-nifti', detail: 'analyze' },
  'nifti/nifti1.hdr': { why: 'image-missing' },
  // Voxels alone: read with their header, below.
  'nifti/air.img.gz': { why: 'not-nifti', detail: 'no-header' },
  'nifti/not-nifti.nii': { why: 'not-nifti', detail: 'no-header' },
  'nifti/derived/anatomical-truncated.nii': { why: 'cut-off' },
  'nifti/derived/example4d-truncated.nii.gz': { why: 'cut-off' },
};

/** Joined with its `.img.gz` as at the door. */
const PAIR = 'nifti/air.hdr.gz';

/** Their bytes are what they are, whatever their names say: nibabel goes by the name. */
const MISNAMED: Record<string, string> = {
  'nifti/derived/gzipped-but-named.nii': 'nifti/example4d.nii.gz',
  'nifti/derived/plain-but-named.nii.gz': 'nifti/anatomical.nii',
};

const volumes = Object.values(realData?.sets ?? {}).flatMap((set) => (set as ManifestSet & { nifti?: ManifestNifti[] }).nifti ?? []);
const readable = volumes.filter(({ path }) => !(path in REFUSED) && !(path in MISNAMED));

async function open(path: string): Promise<NiftiRead> {
  return readNifti(await sourceOf(path));
}

async function sourceOf(path: string): Promise<ByteSource> {
  if (path !== PAIR) return realData!.source(path);
  const halves = [path, path.replace('.hdr', '.img')].map(async (half): Promise<PickedFile> => {
    const source = realData!.source(half);
    return { path: half, file: new File([new Uint8Array(await source.read(0, source.size))], half) };
  });
  const [joined] = await joinPairs(await Promise.all(halves));
  expect(joined?.path).toBe('nifti/air.nii.gz');
  return createFileSource(joined!.file);
}

async function opened(path: string): Promise<NiftiRead & { ok: true }> {
  const read = await open(path);
  if (!read.ok) throw new Error(`${path}: ${read.why}`);
  return read;
}

const DTYPES: Record<string, string> = { u1: 'uint8', i2: 'int16', u2: 'uint16', f4: 'float32' };

/** `>f4` of nibabel, or the list of its colours. */
function datatypeName(dtype: string): string {
  if (dtype.includes('(')) return dtype.includes("'A'") ? 'rgba32' : 'rgb24';
  return DTYPES[dtype.replace(/[<>]/, '')] ?? dtype;
}

describe.skipIf(!realData)(`real NIfTI volumes${NOTE}`, () => {
  test.each(readable)('$path has the header that nibabel reads', async (expected) => {
    const { header } = await opened(expected.path);
    const [columns = 1, rows = 1, ...others] = expected.shape!;
    expect(header).toMatchObject({ columns, rows, slices: others.reduce((product, size) => product * size, 1) });
    expect(header.datatype.name).toBe(datatypeName(expected.dtype!));
    if (header.datatype.bytesPerVoxel > 1) expect(header.isLittleEndian).toBe(expected.endian === '<');
    header.spacingMm.forEach((size, axis) => expect(size).toBeCloseTo(expected.zooms![axis]!, 4));
    // The manifest writes NaN as a text.
    expect([header.slope, header.intercept]).toEqual([Number(expected.scl_slope) || 1, Number(expected.scl_inter) || 0]);
    // Where neither form is given nibabel supposes LAS; nothing is supposed here.
    const isSaid = expected.qform_code! > 0 || expected.sform_code! > 0;
    expect(header.letters).toBe(isSaid ? expected.axcodes : '');
    if (!header.affine) return;
    const { steps, origin } = header.affine;
    [0, 1, 2].forEach((row) =>
      [...steps, origin].forEach((column, index) => expect(column[row]).toBeCloseTo(expected.affine![row]![index]!, 3)),
    );
  });

  test.each(readable.filter(({ min }) => typeof min === 'number'))('$path has the values that nibabel reads', async (expected) => {
    const { header, voxels } = await opened(expected.path);
    let [low, high, sum, count] = [Infinity, -Infinity, 0, 0];
    for (let slice = 0; slice < header.slices; slice += 1) {
      const decoded = await decodeNiftiSlice(voxels, header, slice);
      if (!decoded.ok) throw new Error(decoded.why);
      for (const value of decoded.frame.samples) {
        if (value < low) low = value;
        if (value > high) high = value;
        sum += value;
        count += 1;
      }
    }
    const scaled = (value: number): number => value * header.slope + header.intercept;
    expect(scaled(low)).toBeCloseTo(expected.min!, 3);
    expect(scaled(high)).toBeCloseTo(expected.max!, 3);
    // Voxels that are no number are shown as the darkest; a mean has no place for them.
    if (!expected.nan_voxels) expect(Math.abs(scaled(sum / count) - expected.mean!)).toBeLessThan(1e-4 * (1 + Math.abs(expected.mean!)));
  });

  test.each(Object.entries(REFUSED))('%s is refused by name', async (path, refusal) => {
    expect(await open(path)).toEqual({ ok: false, ...refusal });
  });

  test.each(Object.entries(MISNAMED))('%s is recognised by its content: %s', async (path, twin) => {
    const [misnamed, named] = [await opened(path), await opened(twin)];
    expect(misnamed.header).toEqual(named.header);
    expect(await sliceHash(misnamed, 3)).toBe(await sliceHash(named, 3));
  });

  test.each(readable)('$path is drawn: its middle slice, with its proportions', async ({ path }) => {
    const { header, voxels } = await opened(path);
    const middle = Math.floor(header.slices / 2);
    const [decoded, tile] = [await decodeNiftiSlice(voxels, header, middle), await drawn(path, middle)];
    if (!decoded.ok || !isTile(tile)) throw new Error('not drawn');
    expect(Math.max(tile.width, tile.height)).toBeLessThanOrEqual(160);
    expect(Number.isFinite(tile.windowCenter) && tile.windowWidth > 0).toBe(true);
    // Whatever cal_min and cal_max say: those of two of these files are of other values.
    if (new Set(decoded.frame.samples).size > 20) expect(new Set(tile.pixels).size).toBeGreaterThan(10);
  });
});

const SKYRA = 'mr-prostate-siemens-skyra';

describe.skipIf(!realData)(`a NIfTI volume next to its DICOM series${NOTE}`, () => {
  test.each([
    [3, 'sag', 'sagittal'],
    [4, 'tra', 'axial'],
    [5, 'cor', 'coronal'],
  ])('series %i, t2_tse_%s: every image is the same (%s)', async (seriesNumber, plane) => {
    const series = (await readSet(realData!, SKYRA)).find(({ facts }) => facts.seriesNumber === seriesNumber)!;
    const inDicom = new Set<string>();
    for (const { path, description } of series.files) {
      const decoded = await decodeFrame(realData!.source(path), description, 0);
      if (!decoded.ok) throw new Error(decoded.why);
      inDicom.add(hashOf(decoded.frame.samples));
    }
    const volume = await opened(`${SKYRA}/reference-dcm2niix/${seriesNumber}_t2_tse_${plane}.nii.gz`);
    expect(volume.header.slices).toBe(inDicom.size);
    for (let slice = 0; slice < volume.header.slices; slice += 1) expect(inDicom).toContain(await sliceHash(volume, slice));
    // And it lies where they lie.
    const description = describeNifti(volume.header, { name: '', sha256: '0' });
    const first = series.files[0]!.description;
    description.imageOrientationPatient!.forEach((cosine, index) => expect(cosine).toBeCloseTo(first.imageOrientationPatient![index]!, 4));
    description.pixelSpacing!.forEach((spacing, index) => expect(spacing).toBeCloseTo(first.pixelSpacing![index]!, 4));
    const positions = series.files.map((file) => file.description.imagePositionPatient!);
    const nearest = Math.min(...positions.map((position) => distance(position, description.imagePositionPatient!)));
    expect(nearest).toBeLessThan(1e-3);
  });
});

async function drawn(path: string, slice: number): Promise<Tile | NoTile> {
  return new VolumeDrawer().draw(path, await sourceOf(path), slice, { maxSize: 160 });
}

async function sliceHash({ voxels, header }: NiftiRead & { ok: true }, slice: number): Promise<string> {
  const decoded = await decodeNiftiSlice(voxels, header, slice);
  if (!decoded.ok) throw new Error(decoded.why);
  return hashOf(decoded.frame.samples);
}

function hashOf(samples: Samples): string {
  return createHash('sha256').update(Int32Array.from(samples)).digest('hex');
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, index) => value - b[index]!));
}
