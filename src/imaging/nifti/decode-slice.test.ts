import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createMemorySource, type ByteSource } from '#imaging/byte-source.ts';
import { decodeNiftiSlice, type DecodedSlice } from './decode-slice.ts';
import { NIFTI_LIMITS } from './limits.ts';
import { readNifti } from './read-nifti.ts';
import { writeNifti, type NiftiFile } from './write-nifti.ts';

async function decode(file: NiftiFile, slice = 0): Promise<DecodedSlice> {
  const opened = await readNifti(createMemorySource(writeNifti(file)));
  if (!opened.ok) throw new Error(opened.why);
  return decodeNiftiSlice(opened.voxels, opened.header, slice);
}

async function samplesOf(file: NiftiFile, slice = 0): Promise<number[]> {
  const decoded = await decode(file, slice);
  if (!decoded.ok) throw new Error(decoded.why);
  return [...decoded.frame.samples];
}

/** srow_x, y, z of voxel axes that run towards these sides. */
function towards(letters: string): number[][] {
  const rows = [0, 1, 2].map(() => [0, 0, 0, 0]);
  [...letters].forEach((letter, axis) => {
    const side = 'RAS'.includes(letter) ? 'RAS'.indexOf(letter) : 'LPI'.indexOf(letter);
    rows[side]![axis] = 'RAS'.includes(letter) ? 1 : -1;
  });
  return rows;
}

describe('a slice is oriented as radiologists view it', () => {
  // Rows of the file: 0 1 2 and 3 4 5.
  it.each([
    ['LPS', [0, 1, 2, 3, 4, 5], 2],
    ['LAS', [3, 4, 5, 0, 1, 2], 2],
    ['RAS', [5, 4, 3, 2, 1, 0], 2],
    ['RPI', [2, 1, 0, 5, 4, 3], 2],
    ['PIR', [0, 1, 2, 3, 4, 5], 2],
    ['AIR', [2, 1, 0, 5, 4, 3], 2],
    ['LSP', [3, 4, 5, 0, 1, 2], 2],
    ['PLS', [0, 3, 1, 4, 2, 5], 3],
    ['ALS', [2, 5, 1, 4, 0, 3], 3],
    ['SRA', [5, 2, 4, 1, 3, 0], 3],
    ['IPR', [0, 3, 1, 4, 2, 5], 3],
  ])('%s', async (letters, shown, rows) => {
    const decoded = await decode({ dims: [3, 2, 1], sform: towards(letters) });
    expect(decoded).toMatchObject({ ok: true, frame: { kind: 'grey', rows, columns: 6 / rows, isInverted: false } });
    expect(decoded.ok && [...decoded.frame.samples]).toEqual(shown);
  });

  it('with its rows flipped when the file does not give the patient orientation', async () => {
    expect(await samplesOf({ dims: [3, 2, 1] })).toEqual([3, 4, 5, 0, 1, 2]);
  });
});

describe('the numbers of a slice', () => {
  const sform = towards('LPS');

  it.each([
    [2, [0, 200, 255]],
    [256, [-128, 0, 127]],
    [512, [0, 300, 65535]],
    [4, [-32768, -1, 32767]],
    [768, [0, 65536, 4_294_967_295]],
    [8, [-2_147_483_648, 5, 2_147_483_647]],
    [1280, [0, 7, 2 ** 53]],
    [1024, [-(2 ** 53), -1, 2 ** 40]],
    [16, [-1.5, 0, 2.25]],
    [64, [-1e100, 0.1, 1e100]],
  ])('of datatype %i are those written, in both byte orders', async (datatype, values) => {
    for (const isLittleEndian of [true, false]) {
      const file = { dims: [3, 1, 2], datatype, sform, isLittleEndian, voxel: (index: number) => values[index % 3]! };
      expect(await samplesOf(file, 1)).toEqual(values);
    }
  });

  it.each([
    [128, 3],
    [2304, 4],
  ])('are red, green and blue in datatype %i', async (datatype, samplesPerVoxel) => {
    const decoded = await decode({ dims: [2, 2, 1], datatype, sform: towards('LAS'), voxel: (index) => index });
    const pixel = (at: number): number[] => [0, 1, 2].map((channel) => at * samplesPerVoxel + channel);
    expect(decoded.ok && decoded.frame.kind).toBe('rgb');
    expect(decoded.ok && [...decoded.frame.samples]).toEqual([2, 3, 0, 1].flatMap(pixel));
  });

  it('that are not finite are shown as the darkest value', async () => {
    const values = [Number.NaN, -3, Number.POSITIVE_INFINITY, 8, Number.NEGATIVE_INFINITY, 1];
    expect(await samplesOf({ dims: [6, 1, 1], datatype: 16, sform, voxel: (index) => values[index]! })).toEqual([-3, -3, -3, 8, -3, 1]);
    expect(await samplesOf({ dims: [2, 1, 1], datatype: 64, sform, voxel: () => Number.NaN })).toEqual([0, 0]);
  });

  it('are those of its position in 4-D and 5-D', async () => {
    const file = { dims: [2, 1, 3, 2, 2], sform };
    for (const slice of [0, 5, 11]) expect(await samplesOf(file, slice)).toEqual([slice * 2, slice * 2 + 1]);
  });
});

describe('a missing slice', () => {
  it.each([-1, 6, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('%s of 0 to 5 is refused [READ-011]', async (slice) => {
    expect(await decode({ dims: [2, 2, 6] }, slice)).toEqual({ ok: false, why: 'no-such-slice' });
  });

  it('is refused before reading when it is too large', async () => {
    const opened = await readNifti(createMemorySource(writeNifti({ dims: [2, 2, 1] })));
    if (!opened.ok) throw new Error(opened.why);
    const header = { ...opened.header, columns: NIFTI_LIMITS.sliceBytes, rows: 1 };
    expect(await decodeNiftiSlice(opened.voxels, header, 0)).toEqual({ ok: false, why: 'too-large' });
  });
});

describe('the first image of a compressed volume', () => {
  it('needs the bytes up to its slice, plus one read-ahead step', async () => {
    let state = 1;
    const noise = (): number => ((state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 16) - 32_768;
    const packed = gzipSync(writeNifti({ dims: [128, 128, 60], voxel: noise }));
    let readBytes = 0;
    const memory = createMemorySource(packed);
    const counting: ByteSource = {
      size: packed.length,
      read: async (offset, length) => {
        const bytes = await memory.read(offset, length);
        readBytes += bytes.length;
        return bytes;
      },
    };
    const opened = await readNifti(counting);
    const toOpen = readBytes;
    // First bytes and trailer, and one step for the header.
    expect(toOpen).toBeLessThanOrEqual(256 * 1024 + 8);
    expect(opened.ok && (await decodeNiftiSlice(opened.voxels, opened.header, 12)).ok).toBe(true);
    expect(readBytes - toOpen).toBeLessThanOrEqual(packed.length * 0.22 + 2 * 256 * 1024);
    expect(readBytes).toBeLessThan(packed.length * 0.55);
  });
});
