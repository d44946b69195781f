import { describe, expect, it } from 'vitest';
import type { ReadHeader } from '#imaging/dicom/header/read-header.ts';
import type { NiftiHeader } from '#imaging/nifti/parse-header.ts';
import { exampleInstance } from '#model/studies/instance.example.ts';
import { slicesOfInstance, slicesOfVolume } from './describe-slices.ts';

describe('a file with more slices than any scanner makes', () => {
  const MANY = 2_147_483_647;

  it('gets none, and takes no memory for them', async () => {
    const description = exampleInstance({ numberOfFrames: MANY });
    expect(description.pixelData).not.toBeNull();
    expect(await slicesOfInstance({ ok: true, description, elements: new Map() } as unknown as ReadHeader)).toEqual([]);
    expect(slicesOfVolume({ slices: MANY } as NiftiHeader)).toEqual([]);
  });
});
