import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createNiftiAsSent } from './nifti-as-sent.ts';

const never = new AbortController().signal;
function nifti(size = 400): Uint8Array {
  const bytes = new Uint8Array(size);
  bytes.set(Buffer.from('n+1\0'), 344);
  return bytes;
}

describe('a volume that comes as NIfTI', () => {
  test('stays what it is, under its name', async () => {
    expect(await createNiftiAsSent().convert({ files: [{ name: 't2.nii', bytes: nifti() }] }, never)).toEqual({
      ok: true,
      volumes: [{ name: 't2', bytes: nifti(), sidecar: null }],
    });
  });

  test('is unpacked', async () => {
    const conversion = await createNiftiAsSent().convert({ files: [{ name: 't2.nii.gz', bytes: gzipSync(nifti()) }] }, never);
    expect(conversion.ok && Buffer.from(conversion.volumes[0]!.bytes).equals(nifti())).toBe(true);
  });

  test('beside another of its name gets a number', async () => {
    const conversion = await createNiftiAsSent().convert(
      {
        files: [
          { name: 'a.nii', bytes: nifti() },
          { name: 'a.nii.gz', bytes: gzipSync(nifti()) },
        ],
      },
      never,
    );
    expect(conversion.ok && conversion.volumes.map((volume) => volume.name)).toEqual(['a_1', 'a_2']);
  });

  test.each([
    ['other bytes', new Uint8Array(400), 'A file is not a NIfTI volume.'],
    ['too few bytes', new Uint8Array(3), 'A file is not a NIfTI volume.'],
    ['a damaged wrapper', gzipSync(nifti(5_000)).subarray(0, 20), 'A compressed volume is damaged.'],
    ['a bomb', gzipSync(nifti(2_000_000)), 'A volume is larger than its limit once it is unpacked.'],
  ])('%s: refused in a sentence', async (_name, bytes, why) => {
    expect(await createNiftiAsSent({ maxInputBytes: 100_000 }).convert({ files: [{ name: 'x.nii', bytes }] }, never)).toEqual({
      ok: false,
      why,
    });
  });
});
