import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import type { ConverterFile } from './converter.ts';
import { createDcm2niix } from './dcm2niix.ts';
import { createSyntheticSeries } from './synthetic-series.ts';

// Each conversion starts a process and compiles 1 MB of WebAssembly, which is slow on a busy machine; times are not tested.
vi.setConfig({ testTimeout: 60_000 });

const never = new AbortController().signal;
const converter = createDcm2niix();

describe('a series of slices', () => {
  test('becomes one volume with its voxels, its spacing and a sidecar without patient data', async () => {
    const conversion = await converter.convert({ files: createSyntheticSeries({ slices: 3, rows: 4, columns: 5 }) }, never);
    if (!conversion.ok) throw new Error(conversion.why);
    expect(conversion.volumes.map((volume) => volume.name)).toEqual(['4_thorax']);
    const [volume] = conversion.volumes;
    const header = new DataView(volume!.bytes.buffer);
    expect(header.getInt32(0, true)).toBe(348);
    expect([1, 2, 3].map((axis) => header.getInt16(40 + 2 * axis, true))).toEqual([5, 4, 3]);
    expect([1, 2, 3].map((axis) => header.getFloat32(76 + 4 * axis, true))).toEqual([0.5, 0.5, 2]);
    // NIfTI rows run from back to front, those of DICOM in the other direction.
    const voxel = (x: number, y: number, z: number) => header.getInt16(352 + 2 * (x + 5 * (y + 4 * z)), true);
    expect([voxel(0, 3, 0), voxel(4, 3, 0), voxel(0, 0, 2), voxel(4, 0, 2)]).toEqual([0, 4, 230, 234]);
    expect(JSON.parse(volume!.sidecar!)).toMatchObject({ Modality: 'CT', SeriesDescription: 'thorax' });
    expect(volume!.sidecar).not.toMatch(/Muster|Eva|4711|20240102/);
  });

  test('becomes the same bytes in any file order', async () => {
    const files = createSyntheticSeries();
    const [forward, backward] = await Promise.all([
      converter.convert({ files }, never),
      converter.convert({ files: createSyntheticSeries().reverse() }, never),
    ]);
    if (!forward.ok || !backward.ok) throw new Error('not converted');
    expect(Buffer.from(backward.volumes[0]!.bytes).equals(Buffer.from(forward.volumes[0]!.bytes))).toBe(true);
  });
});

describe('a series of the deflated transfer syntax', () => {
  const deflated = () =>
    createSyntheticSeries({ transferSyntax: '1.2.840.10008.1.2.1.99' }).map(({ name, bytes }) => {
      const metaEnd = 144 + new DataView(bytes.buffer).getUint32(140, true);
      return { name, bytes: Uint8Array.from(Buffer.concat([bytes.subarray(0, metaEnd), deflateRawSync(bytes.subarray(metaEnd))])) };
    });

  test('becomes the volume of the same series without deflation', async () => {
    const [plain, inflated] = [
      await converter.convert({ files: createSyntheticSeries() }, never),
      await converter.convert({ files: deflated() }, never),
    ];
    if (!plain.ok || !inflated.ok) throw new Error('not converted');
    expect(Buffer.from(inflated.volumes[0]!.bytes).equals(plain.volumes[0]!.bytes)).toBe(true);
  });

  test('that inflates beyond the limit breaks the converter, not the server', async () => {
    const { bytes } = deflated()[0]!;
    const metaEnd = 144 + new DataView(bytes.buffer).getUint32(140, true);
    const bomb = Uint8Array.from(Buffer.concat([bytes.subarray(0, metaEnd), deflateRawSync(new Uint8Array(5_000_000))]));
    await expect(createDcm2niix({ maxInputBytes: 1_000_000 }).convert({ files: [{ name: 'bomb', bytes: bomb }] }, never)).rejects.toThrow(
      'The converter broke',
    );
  });
});

describe('what the converter cannot accept is refused with a sentence', () => {
  const refused = async (files: ConverterFile[]) => {
    const conversion = await converter.convert({ files }, never);
    return conversion.ok ? 'converted' : conversion.why;
  };

  test.each([
    ['files that are not images', [{ name: 'Muster_Eva.dcm', bytes: Buffer.from('hello') }]],
    ['an unknown transfer syntax', createSyntheticSeries({ transferSyntax: '1.2.840.10008.1.2.4.55' })],
    ['a truncated image', createSyntheticSeries({ slices: 1, rows: 64, columns: 64 }).map(cutOff)],
  ])('%s', async (_what, files) => {
    expect(await refused(files)).toBe('The converter created no volume from these files.');
  });

  test('an endless conversion', async () => {
    const hanging = createDcm2niix({ maxMs: 200, worker: new URL('data:text/javascript,for(;;);') });
    expect(await hanging.convert({ files: createSyntheticSeries() }, never)).toEqual({
      ok: false,
      why: 'The converter did not finish this series in time.',
    });
  });

  test('more bytes than the memory allows', async () => {
    const small = createDcm2niix({ maxInputBytes: 100 });
    expect(await small.convert({ files: createSyntheticSeries() }, never)).toEqual({
      ok: false,
      why: 'The series is too large for the converter: 1 MB, and the limit is 1 MB.',
    });
  });
});

describe('a failing converter', () => {
  test('that throws rejects, so that the conversion can be retried', async () => {
    const broken = createDcm2niix({ worker: new URL('data:text/javascript,throw new Error("wasm trap")') });
    await expect(broken.convert({ files: createSyntheticSeries() }, never)).rejects.toThrow('The converter broke');
  });

  test('that crashes or is killed by the kernel rejects with the same name', async () => {
    for (const end of ['process.abort()', 'process.kill(process.pid, "SIGKILL")']) {
      const crashing = createDcm2niix({ worker: new URL(`data:text/javascript,${encodeURIComponent(end)}`) });
      await expect(crashing.convert({ files: createSyntheticSeries() }, never)).rejects.toThrow('The converter broke');
    }
    expect(await converter.convert({ files: createSyntheticSeries() }, never)).toMatchObject({ ok: true });
  });

  test('that ends without an answer rejects too', async () => {
    const silent = createDcm2niix({ worker: new URL('data:text/javascript,process.exit(3)') });
    await expect(silent.convert({ files: createSyntheticSeries() }, never)).rejects.toThrow('ended without an answer');
  });

  test('that hangs is ended by the signal', async () => {
    const hanging = createDcm2niix({ worker: new URL('data:text/javascript,for(;;);') });
    const controller = new AbortController();
    const conversion = hanging.convert({ files: createSyntheticSeries() }, controller.signal);
    controller.abort(new Error('called off'));
    await expect(conversion).rejects.toThrow('called off');
  });
});

const DATA = process.env['LIGHTSHIP_TEST_DATA'] ?? join(import.meta.dirname, '../../../../shared/data');
const SKYRA = join(DATA, 'mr-prostate-siemens-skyra');
if (!existsSync(SKYRA)) console.info('Skipped: no real series under LIGHTSHIP_TEST_DATA or ../shared/data');

describe.skipIf(!existsSync(SKYRA))('a real study of a prostate', () => {
  const study = join(SKYRA, 'ProstateX-0000', '07-07-2011');
  const folders = existsSync(study) ? readdirSync(study) : [];

  test.each(folders)('becomes the volume of the reference converter for series %s, byte for byte', async (folder) => {
    const files = readdirSync(join(study, folder)).map((name) => ({ name, bytes: readFileSync(join(study, folder, name)) }));
    const conversion = await converter.convert({ files }, never);
    if (!conversion.ok) throw new Error(conversion.why);
    expect(conversion.volumes).toHaveLength(1);
    for (const volume of conversion.volumes) {
      const reference = gunzipSync(readFileSync(join(SKYRA, 'reference-dcm2niix', `${volume.name}.nii.gz`)));
      expect(reference.equals(volume.bytes)).toBe(true);
    }
  });

  test('the diffusion series keeps its b-values', async () => {
    const folder = folders.find((name) => name.startsWith('6.'))!;
    const files = readdirSync(join(study, folder)).map((name) => ({ name, bytes: readFileSync(join(study, folder, name)) }));
    const conversion = await converter.convert({ files }, never);
    if (!conversion.ok) throw new Error(conversion.why);
    expect((JSON.parse(conversion.volumes[0]!.sidecar!) as { bval: number[] }).bval).toEqual([50, 400, 800]);
  });
});

function cutOff({ name, bytes }: ConverterFile): ConverterFile {
  return { name, bytes: bytes.slice(0, 2_000) };
}
