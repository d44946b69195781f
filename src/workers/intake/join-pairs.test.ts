import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import { writeNifti, writeNiftiVoxels } from '#imaging/nifti/write-nifti.ts';
import { joinPairs } from './join-pairs.ts';
import type { PickedFile } from './types.ts';

const VOLUME = { dims: [5, 4, 3], voxel: (index: number) => index * 7 };
const HEADER = writeNifti({ ...VOLUME, isPair: true, voxelOffset: 0 });
const IMAGE = writeNiftiVoxels(VOLUME);

function given(path: string, bytes: Uint8Array): PickedFile {
  return { path, file: new File([new Uint8Array(bytes)], path.split('/').pop() ?? path, { lastModified: 7 }) };
}

async function bytesOf({ file }: PickedFile): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}

describe('dropped NIfTI pairs', () => {
  it('become one file in place of their header, with the voxels of the image', async () => {
    const files = [given('a/1.dcm', HEADER), given('a/brain.img', IMAGE), given('a/brain.hdr', HEADER), given('a/2.dcm', HEADER)];
    const joined = await joinPairs(files);
    expect(joined.map(({ path }) => path)).toEqual(['a/1.dcm', 'a/brain.nii', 'a/2.dcm']);
    expect(joined[1]!.file).toMatchObject({ name: 'brain.nii', lastModified: 7 });
    const bytes = await bytesOf(joined[1]!);
    expect(bytes.subarray(352)).toEqual(IMAGE);
    expect(await readNifti(createMemorySource(bytes))).toMatchObject({ ok: true, header: { isPair: false, slices: 3 } });
  });

  it.each([
    { name: 'both compressed', hdr: gzipSync(HEADER), img: gzipSync(IMAGE), ends: ['.hdr.gz', '.img.gz'] },
    { name: 'the image compressed, whatever its name says', hdr: HEADER, img: gzipSync(IMAGE), ends: ['.HDR', '.img'] },
    { name: 'the header compressed', hdr: gzipSync(HEADER), img: IMAGE, ends: ['.hdr.gz', '.IMG'] },
  ])('are joined with $name, and the same pair makes the same file', async ({ hdr, img, ends }) => {
    const files = [given(`brain${ends[0]}`, hdr), given(`brain${ends[1]}`, img)];
    const [one] = await joinPairs(files);
    const [again] = await joinPairs(files);
    const bytes = await bytesOf(one!);
    expect(await bytesOf(again!)).toEqual(bytes);
    const isCompressed = bytes[0] === 0x1f;
    expect(one!.path).toBe(isCompressed ? 'brain.nii.gz' : 'brain.nii');
    const content = isCompressed ? gunzipSync(bytes) : bytes;
    expect(new Uint8Array(content.subarray(352))).toEqual(IMAGE);
    expect(await readNifti(createMemorySource(bytes))).toMatchObject({ ok: true });
  });

  it('are joined within their folder, and halves of other pairs are unchanged', async () => {
    const paths = ['a/x.hdr', 'b/x.img', 'c/y.hdr', 'c/z.img', 'd/._w.hdr', 'd/._w.img', 'e/v.hdr', 'e/v.img', 'e/v.img.gz'];
    const files = paths.map((path) => given(path, path.includes('.hdr') ? HEADER : IMAGE));
    expect(await joinPairs(files)).toBe(files);
  });

  it('that are not pairs are unchanged: ANALYZE, and files that cannot be opened', async () => {
    const analyze = HEADER.slice();
    analyze.fill(0, 344);
    const broken = given('w.hdr', HEADER);
    Object.defineProperty(broken.file, 'slice', { value: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) });
    const files = [given('v.hdr', analyze), given('v.img', IMAGE), broken, given('w.img', IMAGE)];
    expect(await joinPairs(files)).toEqual(files);
  });

  it('cost nothing when there are none', async () => {
    const files = [given('a.dcm', IMAGE)];
    expect(await joinPairs(files)).toBe(files);
  });
});
