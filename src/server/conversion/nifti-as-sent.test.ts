import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { createNiftiAsSent } from './nifti-as-sent.ts';

const never = new AbortController().signal;
const nifti = (slices = 6): Uint8Array => writeNifti({ dims: [4, 5, slices] });

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
    ['a volume of which a part is missing', nifti().subarray(0, -1), 'A volume is cut off: it ends before its header says.'],
    ['a volume without slices', nifti(0), 'A volume has no slices.'],
    ['a header alone', writeNifti({ dims: [4, 5, 6], isPair: true }), 'A file is the header of a NIfTI pair, without its image.'],
    ['complex numbers', writeNifti({ dims: [4, 5, 6], datatype: 32 }), 'A volume has values or sizes that are none of a picture.'],
    ['a cut wrapper', gzipSync(nifti()).subarray(0, 60), 'A compressed volume is damaged.'],
    ['a wrapper whose check sum is another', Uint8Array.from(gzipSync(nifti())).fill(0, -8, -4), 'A compressed volume is damaged.'],
    ['a bomb', gzipSync(nifti(5_000)), 'A volume is larger than its limit once it is unpacked.'],
  ])('%s: refused in a sentence', async (_name, bytes, why) => {
    expect(await createNiftiAsSent({ maxInputBytes: 100_000 }).convert({ files: [{ name: 'x.nii', bytes }] }, never)).toEqual({
      ok: false,
      why,
    });
  });
});
