import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { decodeFrame } from '#imaging/dicom/pixels/decode-frame.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { readStoredFrame } from '#imaging/dicom/pixels/stored-frame.ts';
import { drawTile } from '#imaging/render/draw-tile.ts';
import { isDrawable } from '#model/pictures/drawable.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { defaultSlice, sliceOrder } from '#model/studies/series.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { NOTE, realData, type ManifestPixels } from './real-data.ts';
import { readSet, type ReadFile, type ReadSeries } from './read-set.ts';

const codecs = createNodeCodecs();

describe.skipIf(!realData)(`pixels of real images${NOTE}`, () => {
  test.each(measured())('$path decodes to the values of $tool', async ({ path, sha256_little_endian }) => {
    expect(await hashOfStoredValues(path, ALL_BITS[path])).toBe(sha256_little_endian);
  });

  test.each(Object.entries(TWINS))('%s, which other tools cannot decode, equals %s', async (path, twin) => {
    expect(await hashOfStoredValues(path)).toBe(await hashOfStoredValues(twin));
  });

  test('lossless HTJ2K decodes to the values of openjph 2.4.11', async () => {
    expect(await hashOfStoredValues('sc-colour/HTJ2KLossless_08_RGB.dcm')).toBe(
      '9d87240604f5d7522c6a8056ace6cefc2c8d6d0b07bd6e7303d5e5b21af9a49e',
    );
  });

  test('palettes of 8 and 16 bits give the same image, and nearly that of their RGB version', async () => {
    const [eight, sixteen, twin] = await Promise.all(
      ['TestPattern_Palette.dcm', 'TestPattern_Palette_16.dcm', 'TestPattern_RGB.dcm'].map((file) => rgbOf(`sc-colour/${file}`)),
    );
    expect(Buffer.compare(eight!, sixteen!)).toBe(0);
    // 256 colours of the many that the twin has.
    const equal = eight!.filter((value, index) => value === twin![index]).length;
    expect(equal / twin!.length).toBeGreaterThan(0.85);
  });

  test('a codestream with a changed size is refused, not decoded at a size that differs from the header', async () => {
    const read = await readDicomHeader(realData!.source('transfer-syntaxes/small/JPEG2000-embedded-sequence-delimiter.dcm'));
    expect(read.ok && (await readStoredFrame(read.source, read.description, 0, codecs))).toEqual({ ok: false, why: 'differs-from-header' });
  });

  test.each(Object.keys(realData?.sets ?? {}))('%s: every drawable image is drawn, and others give a reason', async (set) => {
    for (const { files } of await readSet(realData!, set)) {
      for (const file of oneInTen(files)) {
        const decoded = await decodeFrame(file.source, file.description, 0, codecs);
        const outcome = decoded.ok ? 'drawn' : decoded.why;
        expect({ path: file.path, isDrawable: isDrawable(file.description), outcome }).toEqual({
          path: file.path,
          isDrawable: ['drawn', 'wrong-length'].includes(outcome),
          outcome,
        });
        if (!decoded.ok) continue;
        const tile = drawTile(decoded.frame, file.description, { maxSize: 160 });
        expect(tile.pixels).toHaveLength(tile.width * tile.height * 4);
        expect(Math.max(tile.width, tile.height)).toBeLessThanOrEqual(160);
      }
    }
  });

  test.each(['mr-prostate-siemens-skyra', 'mr-prostate-second-patient', 'ct-abdomen-philips'])(
    '%s: the first image of a series has the window of its middle instance',
    async (set) => {
      for (const series of await readSet(realData!, set)) {
        const middle = middleFile(series);
        const decoded = await decodeFrame(middle.source, middle.description, 0, codecs);
        if (!decoded.ok) throw new Error(decoded.why);
        const tile = drawTile(decoded.frame, middle.description, { maxSize: 160 });
        expect(tile.windowCenter).toBe(Number(middle.description.windowCenterRaw.split('\\')[0]));
        expect(tile.windowWidth).toBe(Number(middle.description.windowWidthRaw.split('\\')[0]));
        expect(new Set(tile.pixels).size).toBeGreaterThan(30);
      }
    },
  );
});

async function hashOfStoredValues(path: string, about: Partial<InstanceDescription> = {}): Promise<string> {
  const read = await readDicomHeader(realData!.source(path));
  if (!read.ok) throw new Error(read.detail);
  const description = { ...read.description, ...about };
  const hash = createHash('sha256');
  for (let frame = 0; frame < description.numberOfFrames; frame += 1) {
    const stored = await readStoredFrame(read.source, description, frame, codecs);
    if (!stored.ok) throw new Error(stored.why);
    const { buffer, byteOffset, byteLength } = stored.samples;
    hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  }
  return hash.digest('hex');
}

async function rgbOf(path: string): Promise<Uint8Array> {
  const read = await readDicomHeader(realData!.source(path));
  if (!read.ok) throw new Error(read.detail);
  const decoded = await decodeFrame(read.source, read.description, 0, codecs);
  if (!decoded.ok || decoded.frame.kind !== 'rgb') throw new Error('no colour');
  return decoded.frame.samples;
}

/**
 * What no tool of the manifest decodes, and the same picture in another coding: deflated frames and RLE of one bit, fragments without an offset table of
 * JPEG-LS; and 8-bit samples in big-endian words, which pydicom 2.3 leaves swapped.
 */
const TWINS: Record<string, string> = {
  'sc-colour/SC_rgb_small_odd_big_endian.dcm': 'sc-colour/SC_rgb_small_odd.dcm',
  'enhanced-ct-multiframe/CT0012.fragmented_no_bot_jpeg_ls.80.dcm': 'enhanced-ct-multiframe/CT0012.explicit_little_endian.dcm',
  'enhanced-small/liver_rle.dcm': 'enhanced-small/liver_j2k.dcm',
  'enhanced-small/liver_deflate.dcm': 'enhanced-small/liver_j2k.dcm',
  'enhanced-small/liver_nonbyte_aligned_deflate.dcm': 'enhanced-small/liver_nonbyte_aligned.dcm',
  'enhanced-small/liver_nonbyte_aligned_rle.dcm': 'enhanced-small/liver_nonbyte_aligned.dcm',
};

/**
 * Signed values of 12, 13 and 15 stored bits, of which the tools take all 16: by the standard (PS3.5 8.1.1) the sign is the highest of the stored
 * bits, and what stands above counts for nothing. Read their way they are equal.
 */
const ALL_BITS: Record<string, Partial<InstanceDescription>> = Object.fromEntries(
  ['luts-and-overlays/mlut_18.dcm', 'odd-files/J2K_pixelrep_mismatch.dcm', 'transfer-syntaxes/small/JLSL_16_15_1_1F.dcm'].map((path) => [
    path,
    { bitsStored: 16, highBit: 15 },
  ]),
);

/** A gzip, no DICOM file; what has a twin instead. */
const OTHERWISE = ['odd-files/zipMR.gz', ...Object.keys(TWINS)];

function measured(): (ManifestPixels & { path: string })[] {
  return Object.values(realData?.sets ?? {})
    .flatMap(({ series }) => series.flatMap((row) => row.pixels))
    .filter(({ path, sha256_little_endian }) => sha256_little_endian && !OTHERWISE.includes(path));
}

function oneInTen<Item>(items: Item[]): Item[] {
  return items.filter((_, index) => index % 10 === 0);
}

function middleFile({ files, facts }: ReadSeries): ReadFile {
  const inOrder = [...files].sort((a, b) => {
    const [first, second] = [sliceOrder(a.description), sliceOrder(b.description)];
    return first.order - second.order || first.order2 - second.order2;
  });
  return inOrder[defaultSlice(facts)]!;
}
