import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { decodeFrame } from '#imaging/dicom/decode-frame.ts';
import { readDicomHeader } from '#imaging/dicom/read-header.ts';
import { drawTile } from '#imaging/render/draw-tile.ts';
import { isDrawable } from '#model/drawable.ts';
import { defaultSlice, sliceOrder } from '#model/series.ts';
import { NOTE, realData, type ManifestPixels } from './real-data.ts';
import { readSet, type ReadFile, type ReadSeries } from './read-set.ts';

const UNCOMPRESSED = ['LittleEndianExplicit', 'LittleEndianImplicit', 'BigEndianExplicit'];

describe.skipIf(!realData)(`pixels of real images${NOTE}`, () => {
  test.each(samplesWithHash())('$path decodes to the values that pydicom reads', async ({ path, sha256_little_endian }) => {
    expect(await hashOfFrames(path)).toBe(sha256_little_endian);
  });

  test('8-bit colour in big-endian words decodes to the same picture as its little-endian twin', async () => {
    expect(await hashOfFrames(BIG_ENDIAN_WORDS)).toBe(await hashOfFrames('sc-colour/SC_rgb_small_odd.dcm'));
  });

  test.each(Object.keys(realData?.sets ?? {}))('%s: what is called drawable is drawn, what is not names its reason', async (set) => {
    for (const { files } of await readSet(realData!, set)) {
      for (const file of oneInTen(files)) {
        const decoded = await decodeFrame(realData!.source(file.path), file.description, 0);
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
    '%s: the first picture of a series has the window of its middle instance',
    async (set) => {
      for (const series of await readSet(realData!, set)) {
        const middle = middleFile(series);
        const decoded = await decodeFrame(realData!.source(middle.path), middle.description, 0);
        if (!decoded.ok) throw new Error(decoded.why);
        const tile = drawTile(decoded.frame, middle.description, { maxSize: 160 });
        expect(tile.windowCenter).toBe(Number(middle.description.windowCenterRaw.split('\\')[0]));
        expect(tile.windowWidth).toBe(Number(middle.description.windowWidthRaw.split('\\')[0]));
        expect(new Set(tile.pixels).size).toBeGreaterThan(30);
      }
    },
  );
});

async function hashOfFrames(path: string): Promise<string> {
  const source = realData!.source(path);
  const read = await readDicomHeader(source);
  if (!read.ok) throw new Error(read.detail);
  const hash = createHash('sha256');
  for (let frame = 0; frame < read.description.numberOfFrames; frame += 1) {
    const decoded = await decodeFrame(source, read.description, frame);
    if (!decoded.ok) throw new Error(decoded.why);
    const { buffer, byteOffset, byteLength } = decoded.frame.samples;
    hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  }
  return hash.digest('hex');
}

const BIG_ENDIAN_WORDS = 'sc-colour/SC_rgb_small_odd_big_endian.dcm';

/**
 * A gzip that no reader here opens; a picture with 12 bits stored and signed whose values go up to 4095: by the standard (PS3.5 8.1.1) only
 * the stored bits count, pydicom takes all 16; and 8-bit samples in big-endian words, which pydicom 2.3 leaves swapped.
 */
const OTHERWISE = ['odd-files/zipMR.gz', 'luts-and-overlays/mlut_18.dcm', BIG_ENDIAN_WORDS];

/** Whole arrays of stored values or of 8-bit red, green and blue; other colour is shown converted and cannot equal stored samples. */
function samplesWithHash(): (ManifestPixels & { path: string })[] {
  return Object.values(realData?.sets ?? {})
    .flatMap(({ series }) => series.filter((row) => UNCOMPRESSED.includes(row.transferSyntax ?? '')))
    .flatMap((row) => row.pixels)
    .filter(
      ({ path, sha256_little_endian, photometricOfDecoded = '', dtype = '', shape = [] }) =>
        sha256_little_endian &&
        !OTHERWISE.includes(path) &&
        (photometricOfDecoded.startsWith('MONOCHROME') || (photometricOfDecoded === 'RGB' && dtype === 'uint8' && shape.at(-1) === 3)) &&
        !dtype.startsWith('float'),
    );
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
