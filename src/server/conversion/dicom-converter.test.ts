import { describe, expect, test, vi } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { parseNiftiHeader } from '#imaging/nifti/parse-header.ts';
import { writeDicom } from '#imaging/dicom/write-dicom.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { elements, smallFile, words } from '#tests/fixtures/dicom-file.ts';
import { rleFrame } from '#tests/fixtures/rle-frame.ts';
import type { Conversion, Converter, ConverterFile } from './converter.ts';
import { createDicomConverter } from './dicom-converter.ts';
import { answerFrames } from './frames-answer.ts';
import { createSyntheticSeries } from './synthetic-series.ts';

// Each conversion starts processes and compiles WebAssembly, which is slow on a busy machine; times are not tested.
vi.setConfig({ testTimeout: 60_000 });

const never = new AbortController().signal;
const RLE = '1.2.840.10008.1.2.5';

const EIGHT_BITS = { Rows: 2, Columns: 2, BitsAllocated: 8, BitsStored: 8, HighBit: 7 };
const PLACED = { ImagePositionPatient: [0, 0, 5], ImageOrientationPatient: [1, 0, 0, 0, 1, 0], PixelSpacing: [2, 2] };
const TWO_FRAMES = { ...EIGHT_BITS, NumberOfFrames: 2, PixelData: { fragments: [rleFrame([1, 2, 3, 4]), rleFrame([5, 6, 7, 8])] } };
const COLOUR = {
  ...EIGHT_BITS,
  SamplesPerPixel: 3,
  PhotometricInterpretation: 'RGB',
  PixelData: new Uint8Array(12).map((_, index) => index),
};

const file = (bytes: Uint8Array): ConverterFile => ({ name: 'Muster_Eva.dcm', bytes });
const coded = (about: Parameters<typeof smallFile>[0]) => file(smallFile({ ...TWO_FRAMES, ...about }, { transferSyntaxUid: RLE }));

/** A dcm2niix simulated by the test, and its input. */
function played(convert: (files: ConverterFile[], times: number) => Conversion | Promise<Conversion>): {
  asked: number[];
  dcm2niix: Converter;
} {
  const asked: number[] = [];
  return {
    asked,
    dcm2niix: { name: 'played', maxInputBytes: 1_000_000, convert: async ({ files }) => convert(files, asked.push(files.length)) },
  };
}
const made = { ok: true, volumes: [{ name: 'v', bytes: Uint8Array.of(1), sidecar: null }] } as const satisfies {
  ok: true;
  volumes: object[];
};
const madeIt = (): Conversion => ({ ...made, volumes: [...made.volumes] });
const refuses = (): Conversion => ({ ok: false, why: 'The converter created no volume from these files.' });

async function convert(files: ConverterFile[], dcm2niix?: Converter): Promise<Conversion> {
  return createDicomConverter(dcm2niix ? { dcm2niix } : {}).convert({ files }, never);
}
const madeBy = (conversion: Conversion) => (conversion.ok ? (conversion.madeBy ?? 'dcm2niix') : conversion.why);
const FRAMES = 'Lightship, frames along z';

describe('slices in space', () => {
  test('are converted by one call of dcm2niix', async () => {
    const { dcm2niix, asked } = played(madeIt);
    expect(madeBy(await convert(createSyntheticSeries(), dcm2niix))).toBe('dcm2niix');
    expect(asked).toEqual([3]);
  });

  test('from which dcm2niix leaves a file out get a note next to their volume', async () => {
    const files = createSyntheticSeries();
    const whole = await convert(files);
    const broken = file(files[0]!.bytes.subarray(0, 200));
    const partly = await convert([...files, broken]);
    expect([whole, partly].map((each) => (each.ok ? [each.volumes.length, each.note] : each.why))).toEqual([
      [1, undefined],
      [1, '1 of 4 slices are missing from the volumes because the converter left them out. Their files are stored unchanged.'],
    ]);
  });

  /** Two rows, three columns, tilted. The value of a voxel is its position in the file, the same for each contrast except for the thousands. */
  function enhanced(places: readonly (readonly [mm: number, contrast: number])[]): Uint8Array {
    const [row, column, normal] = [
      [0.8, 0.6, 0],
      [-0.36, 0.48, -0.8],
      [-0.48, 0.64, 0.6],
    ] as const;
    const at = (mm: number) => [10, -20, 30].map((origin, axis) => (origin + mm * normal[axis]!).toFixed(5)).join('\\');
    const perFrame = places.map(([mm]) => elements({ PlanePositionSequence: { items: [elements({ ImagePositionPatient: at(mm) })] } }));
    const orientation = elements({ ImageOrientationPatient: [...row, ...column] });
    const measures = elements({ PixelSpacing: [3, 2], SliceThickness: 5 });
    return smallFile({
      ...{ SOPClassUID: '1.2.840.10008.5.1.4.1.1.4.1', Modality: 'MR', Rows: 2, Columns: 3, NumberOfFrames: places.length },
      PixelData: words(places.flatMap(([mm, contrast]) => [1, 2, 3, 4, 5, 6].map((n) => contrast * 1000 + mm * 10 + n))),
      SharedFunctionalGroupsSequence: {
        items: [elements({ PlaneOrientationSequence: { items: [orientation] }, PixelMeasuresSequence: { items: [measures] } })],
      },
      PerFrameFunctionalGroupsSequence: { items: perFrame },
    });
  }

  async function volumesOf(bytes: Uint8Array) {
    const conversion = await convert([file(bytes)]);
    if (!conversion.ok) throw new Error(conversion.why);
    return conversion.volumes.map((volume) => {
      const parsed = parseNiftiHeader(volume.bytes);
      if (!parsed.ok) throw new Error(parsed.why);
      return { ...volume, header: parsed.header, by: madeBy(conversion) };
    });
  }

  const PLACES = [0, 5, 10, 15];
  const contrasts = (count: number) =>
    enhanced(PLACES.flatMap((mm) => Array.from({ length: count }, (_, contrast) => [mm, contrast] as const)));

  /** Position of each value of the first volume, in hundredths of a mm. */
  function worldOf(
    { bytes, header: { affine, columns, rows, voxelOffset } }: Awaited<ReturnType<typeof volumesOf>>[number],
    isQform = false,
  ) {
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const placed = isQform ? withoutSform(bytes) : affine;
    if (!placed) throw new Error('not placed');
    const { steps, origin } = placed;
    const voxels = Array.from({ length: columns * rows * PLACES.length }, (_, index) => {
      const ijk = [index % columns, Math.floor(index / columns) % rows, Math.floor(index / (columns * rows))];
      const mm = [0, 1, 2].map((axis) => steps.reduce((sum, step, n) => sum + step[axis]! * ijk[n]!, origin[axis]!));
      return [view.getUint16(voxelOffset + 2 * index, true), ...mm.map((each) => Math.round(each * 100) + 0)];
    });
    return voxels.sort((a, b) => a[0]! - b[0]!);
  }

  function withoutSform(bytes: Uint8Array) {
    const copy = bytes.slice();
    new DataView(copy.buffer).setInt16(254, 0, true);
    const parsed = parseNiftiHeader(copy);
    return parsed.ok ? parsed.header.affine : null;
  }

  test('of an enhanced image in three contrasts become three volumes, even when dcm2niix overlays them', async () => {
    const [volume, ...others] = await volumesOf(contrasts(3));
    expect(others).toEqual([]);
    expect(volume).toMatchObject({ by: FRAMES, header: { slices: 12, volumes: 3, spacingMm: [2, 3, 5] } });
  });

  test('in contrasts have the position that dcm2niix gives to one contrast, by sform and by qform', async () => {
    const [ours] = await volumesOf(contrasts(3));
    const [reference] = await volumesOf(contrasts(1));
    expect(reference!.by).toBe('dcm2niix');
    const world = worldOf(reference!);
    expect(new Set(world.map(([value]) => value)).size).toBe(24);
    expect(worldOf(ours!)).toEqual(world);
    expect(worldOf(ours!, true)).toEqual(world);
    expect(ours!.sidecar).toContain('"IsPlacedInSpace":true');
  });

  test('in contrasts without a regular stack have no position', async () => {
    const irregular = enhanced([0, 5, 10, 17].flatMap((mm) => [0, 1, 2].map((contrast) => [mm, contrast] as const)));
    const sources = [createMemorySource(irregular)];
    const answer = await answerFrames('volume', sources, { codecs: createNodeCodecs(), maxBytes: 1_000_000 });
    if (!('bytes' in answer)) throw new Error('no volume');
    expect(parseNiftiHeader(answer.bytes)).toMatchObject({ header: { volumes: 3, affine: null } });
    expect(answer.sidecar).toContain('"IsPlacedInSpace":false');
  });

  test('that dcm2niix refuses are retried as uncompressed files, with their position', async () => {
    const { dcm2niix, asked } = played((_files, times) => (times === 1 ? refuses() : madeIt()));
    expect(madeBy(await convert(createSyntheticSeries(), dcm2niix))).toBe('dcm2niix');
    expect(asked).toEqual([3, 3]);
  });

  test('from which dcm2niix makes nothing become frames along z', async () => {
    const conversion = await convert(createSyntheticSeries(), played(refuses).dcm2niix);
    if (!conversion.ok) throw new Error(conversion.why);
    const [volume] = conversion.volumes;
    const parsed = parseNiftiHeader(volume!.bytes);
    expect([madeBy(conversion), volume!.name, parsed.ok && [parsed.header.slices, parsed.header.affine]]).toEqual([
      FRAMES,
      '4_thorax',
      [3, null],
    ]);
    expect(volume!.sidecar).not.toMatch(/Muster|Eva|4711|20240102/);
  });

  test('compressed in one file are decompressed for the real dcm2niix, and keep their position', async () => {
    const conversion = await convert([coded(PLACED)]);
    if (!conversion.ok) throw new Error(conversion.why);
    const parsed = parseNiftiHeader(conversion.volumes[0]!.bytes);
    if (!parsed.ok) throw new Error(parsed.why);
    expect([madeBy(conversion), parsed.header.slices, parsed.header.affine === null]).toEqual(['dcm2niix', 2, false]);
    expect([...conversion.volumes[0]!.bytes.subarray(352)].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe('images', () => {
  test.each([
    ['a compressed cine', coded({})],
    ['colours without a position', file(smallFile(COLOUR))],
    ['luminance and chrominance', file(smallFile({ ...COLOUR, ...PLACED, PhotometricInterpretation: 'YBR_FULL' }))],
  ])('with %s become our own volume, without dcm2niix', async (_name, picture) => {
    const { dcm2niix, asked } = played(madeIt);
    expect(madeBy(await convert([picture], dcm2niix))).toBe(FRAMES);
    expect(asked).toEqual([]);
  });

  test('that we cannot read are left to dcm2niix', async () => {
    const unknown = file(smallFile({ ...COLOUR, PhotometricInterpretation: 'HSV' }));
    expect(madeBy(await convert([unknown], played(madeIt).dcm2niix))).toBe('dcm2niix');
    expect(madeBy(await convert([unknown], played(refuses).dcm2niix))).toMatch(
      /^The images have a colour or number format that the converter cannot read/,
    );
  });
});

describe('a dcm2niix that fails', () => {
  test('once is retried once', async () => {
    const { dcm2niix, asked } = played((_files, times) => (times === 1 ? Promise.reject(new Error('abort')) : madeIt()));
    expect(madeBy(await convert(createSyntheticSeries(), dcm2niix))).toBe('dcm2niix');
    expect(asked).toEqual([3, 3]);
  });

  test('always loses nothing: our own writer makes the volume', async () => {
    const { dcm2niix } = played(() => Promise.reject(new Error('memory access out of bounds')));
    expect(madeBy(await convert(createSyntheticSeries(), dcm2niix))).toBe(FRAMES);
  });

  test('because it was cancelled ends the conversion', async () => {
    const controller = new AbortController();
    const { dcm2niix } = played(() => {
      controller.abort(new Error('called off'));
      return Promise.reject(new Error('ended'));
    });
    await expect(createDicomConverter({ dcm2niix }).convert({ files: createSyntheticSeries() }, controller.signal)).rejects.toThrow(
      'called off',
    );
  });
});

describe('a series that needs no volume [ANN-73]', () => {
  const ofClass = (SOPClassUID: string, more = {}) => smallFile({ SOPClassUID, SOPInstanceUID: '2.25.3', ...more });

  test('ends without one, and without trying a converter', async () => {
    const { dcm2niix, asked } = played(madeIt);
    const report = writeDicom({ elements: elements({ SOPClassUID: '1.2.840.10008.5.1.4.1.1.88.22', SOPInstanceUID: '2.25.3' }) });
    expect(await convert([file(report)], dcm2niix)).toEqual({ ok: true, volumes: [] });
    expect(asked).toEqual([]);
  });

  test('ends without one if a segmentation cannot be converted', async () => {
    const segmentation = ofClass('1.2.840.10008.5.1.4.1.1.66.4', { PixelData: new Uint8Array(1) });
    expect(await convert([file(segmentation)], played(refuses).dcm2niix)).toEqual({ ok: true, volumes: [] });
  });
});

describe('without a volume the conversion ends with a reason', () => {
  const why = async (files: ConverterFile[]) => madeBy(await convert(files, played(refuses).dcm2niix));

  test('for an image without pixel data, without trying a converter', async () => {
    const { dcm2niix, asked } = played(madeIt);
    const empty = file(writeDicom({ elements: elements({ SOPInstanceUID: '2.25.3', Modality: 'MR' }) }));
    expect(madeBy(await convert([empty], dcm2niix))).toMatch(/^This series contains no images/);
    expect(asked).toEqual([]);
  });

  test('for files that are not images', async () => {
    expect(await why([file(Buffer.from('hello'))])).toBe(
      'The converter found no image in these files. Export the series again from the source.',
    );
  });

  test('for an unknown transfer syntax, naming its UID', async () => {
    expect(await why([file(smallFile(TWO_FRAMES, { transferSyntaxUid: '1.2.840.10008.1.2.4.100' }))])).toMatch(
      /^The images have the transfer syntax 1\.2\.840\.10008\.1\.2\.4\.100, which the converter cannot read/,
    );
  });

  test('for slices of different sizes', async () => {
    expect(await why([file(smallFile()), file(smallFile({ Rows: 2 }))])).toMatch(/^The images of this series differ in size/);
  });

  test('for a truncated slice', async () => {
    expect(await why([file(smallFile()), file(smallFile().slice(0, -4))])).toMatch(/^An image is incomplete/);
  });

  test('for frames that cannot be decoded', async () => {
    expect(await why([coded({ PixelData: { fragments: [rleFrame([1]), rleFrame([2])] } })])).toMatch(
      /^The pixel data of an image is damaged/,
    );
  });

  test('when our own reader does not finish', async () => {
    const hanging = createDicomConverter({ maxMs: 200, worker: new URL('data:text/javascript,for(;;);') });
    expect(madeBy(await hanging.convert({ files: createSyntheticSeries() }, never))).toMatch(/^The converter did not finish/);
  });
});
