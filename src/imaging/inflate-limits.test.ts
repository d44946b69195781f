import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { countingSource } from '#tests/fixtures/counting-source.ts';
import { deflatedFile } from '#tests/fixtures/dicom-file.ts';
import { createMemorySource } from './byte-source.ts';
import { inflateFrame } from './dicom/pixels/inflate-frame.ts';
import { readDicomHeader } from './dicom/header/read-header.ts';
import { mostInflated } from './inflate-limits.ts';
import { readNifti } from './nifti/read-nifti.ts';
import { writeNifti } from './nifti/write-nifti.ts';

const MB = 1_000_000;

describe('inflated data', () => {
  it('may have any size that is freely allowed, and beyond that a multiple of its compressed size', () => {
    const organ = 512 * 512 * 1500;
    expect(mostInflated('volume', organ / 1000)).toBeGreaterThan(organ);
    expect(mostInflated('archive', 1000)).toBeLessThan(200 * MB);
    expect(mostInflated('dataSet', 100_000)).toBeLessThan(80 * MB);
    expect(mostInflated('dataSet', 1000 * MB)).toBe(512 * 1024 ** 2);
  });

  it('stops at the limit for a frame', { timeout: 60_000 }, () => {
    const deflated = deflateRawSync(new Uint8Array(80 * MB));
    expect(inflateFrame(deflated, 80 * MB)).toBeNull();
    expect(inflateFrame(deflated, 10 * MB)).toHaveLength(10 * MB);
  });

  it('stops at the limit for a data set, whatever its header declares', { timeout: 60_000 }, async () => {
    const bomb = deflatedFile({ Rows: 8000, Columns: 10_000, PixelData: new Uint8Array(80 * MB) });
    expect(await readDicomHeader(createMemorySource(bomb))).toEqual({ ok: false, why: 'unsupported', detail: 'inflates-too-far' });
  });

  it('is not started for a volume whose header declares more than the limit', async () => {
    const plain = writeNifti({ dims: [4, 5, 6] });
    plain.set(writeNifti({ dims: [2048, 1024, 512], isPair: true, voxelOffset: 352 }).subarray(0, 344));
    const bomb = new Uint8Array(3 * MB);
    bomb.set(gzipSync(plain));
    // The length in its trailer (RFC 1952, 2.3.1): 16 bits for each voxel.
    new DataView(bomb.buffer).setUint32(bomb.length - 4, 2048 * 1024 * 512 * 2 + 352, true);
    const source = countingSource(bomb);
    expect(await readNifti(source)).toEqual({ ok: false, why: 'unsupported', detail: 'inflates-too-far' });
    expect(source.readBytes).toBeLessThan(1 * MB);
  });
});
