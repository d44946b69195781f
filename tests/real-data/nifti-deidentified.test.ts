import { gunzipSync } from 'node:zlib';
import { isCompressed, NIFTI1, NIFTI2, readHeader, readImage } from 'nifti-reader-js';
import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { TEXT_FIELDS } from '#imaging/deidentify/nifti/volume-fields.ts';
import { volumeStillIdentifies } from '#imaging/deidentify/nifti/volume-still-identifies.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import { isNiftiName } from '#model/files/nifti-name.ts';
import { deidentifiedVolume } from '#tests/fixtures/deidentified-volume.ts';
import { NOTE, realData } from './real-data.ts';

const PATHS = (realData?.files ?? []).map(({ path }) => path).filter(isNiftiName);
/** Cut off, voxels alone, or none: nothing of these leaves. */
const REFUSED = /air\.img|truncated|not-nifti/;

describe.skipIf(!realData)(`de-identified real volumes${NOTE}`, () => {
  test.each(PATHS.filter((path) => !REFUSED.test(path)))('%s: other readers find the same voxels, sizes and positions', async (path) => {
    const source = realData!.source(path);
    const before = await source.read(0, source.size);
    const { bytes, isCompressed: isPacked } = await deidentifiedVolume(before);
    expect(isPacked).toBe(isCompressed(bufferOf(before)));
    const [was, is] = [readByOthers(before), readByOthers(bytes)];
    expect(is.fields).toMatchObject({ dims: expect.anything(), affine: expect.anything(), vox_offset: expect.anything() });
    expect(is.fields).toEqual(was.fields);
    expect(Buffer.compare(is.voxels, was.voxels)).toBe(0);
    expect(is.texts).toBe('');
    expect(await volumeStillIdentifies(createMemorySource(bytes))).toEqual({ ok: true, fields: [] });
    const again = await deidentifiedVolume(bytes);
    expect([Buffer.compare(again.bytes, bytes), again.taken]).toEqual([0, []]);
  });

  test.each(PATHS.filter((path) => REFUSED.test(path)))('%s is refused', async (path) => {
    expect((await readNifti(realData!.source(path))).ok).toBe(false);
    await expect(deidentifiedVolume(realData!.source(path))).rejects.toThrow('refused: damaged');
  });
});

/** What the library reads: all fields but those of text, the voxels and where they lie. */
function readByOthers(file: Uint8Array) {
  const inflated = bufferOf(isCompressed(bufferOf(file)) ? gunzipSync(file) : file);
  const header = readHeader(inflated);
  if (header === null) throw new Error('The library reads no header');
  const version = header instanceof NIFTI1 ? 1 : header instanceof NIFTI2 ? 2 : null;
  if (version === null) throw new Error('Of which version?');
  const fields = Object.entries(header).filter(([name, value]) => typeof value !== 'function' && !TAKEN.test(name));
  const texts = TEXT_FIELDS[version].map(({ offset, length }) => Buffer.from(inflated, offset, length).toString('latin1'));
  return {
    fields: Object.fromEntries(fields),
    voxels: new Uint8Array(readImage(header, inflated)),
    texts: texts.join('').replaceAll('\0', ''),
  };
}

const TAKEN = /^(description|aux_file|intent_name|extension.*)$/;

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
