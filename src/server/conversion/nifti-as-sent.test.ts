import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { createNiftiAsSent } from './nifti-as-sent.ts';

const never = new AbortController().signal;
const nifti = (slices = 6): Uint8Array => writeNifti({ dims: [4, 5, slices] });

describe('a volume that is sent as NIfTI', () => {
  test('is unchanged and keeps its name', async () => {
    expect(await createNiftiAsSent().convert({ files: [{ name: 't2.nii', bytes: nifti() }] }, never)).toEqual({
      ok: true,
      volumes: [{ name: 't2', bytes: nifti(), sidecar: null }],
    });
  });

  test('is decompressed', async () => {
    const conversion = await createNiftiAsSent().convert({ files: [{ name: 't2.nii.gz', bytes: gzipSync(nifti()) }] }, never);
    expect(conversion.ok && Buffer.from(conversion.volumes[0]!.bytes).equals(nifti())).toBe(true);
  });

  test('gets a number when another has the same name', async () => {
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
    ['an incomplete volume', nifti().subarray(0, -1), 'A volume is incomplete: it is shorter than its header states.'],
    ['a volume without slices', nifti(0), 'A volume has no slices.'],
    [
      'only a header',
      writeNifti({ dims: [4, 5, 6], isPair: true }),
      'A file is the header of a NIfTI pair, and its image file is missing.',
    ],
    ['complex numbers', writeNifti({ dims: [4, 5, 6], datatype: 32 }), 'A volume has values or dimensions that cannot be displayed.'],
    ['a truncated gzip wrapper', gzipSync(nifti()).subarray(0, 60), 'A compressed volume is damaged.'],
    ['a gzip wrapper with a wrong checksum', Uint8Array.from(gzipSync(nifti())).fill(0, -8, -4), 'A compressed volume is damaged.'],
    ['a gzip bomb', gzipSync(nifti(5_000)), 'A volume exceeds the size limit when unpacked.'],
  ])('%s: is refused with a sentence', async (_name, bytes, why) => {
    expect(await createNiftiAsSent({ maxInputBytes: 100_000 }).convert({ files: [{ name: 'x.nii', bytes }] }, never)).toEqual({
      ok: false,
      why,
    });
  });
});
