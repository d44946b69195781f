import { gzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import { writeNifti, writeNiftiVoxels, type NiftiFile } from '#imaging/nifti/write-nifti.ts';
import { joinBytes } from '#model/join-bytes.ts';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { writeTar } from '#tests/fixtures/archives/write-tar.ts';
import { ARCHIVE_LIMITS } from './limits.ts';
import { readEntry, walkArchive, type KeepArchive } from './walk-archive.ts';

const VOLUME: NiftiFile = { dims: [5, 4, 3], pixdim: [1, 2, 3], voxel: (index) => index * 7 };
const HEADER = writeNifti({ ...VOLUME, isPair: true, voxelOffset: 0 });
const IMAGE = writeNiftiVoxels(VOLUME);
const ONE_FILE = writeNifti(VOLUME);

type Files = Record<string, Uint8Array>;
const tarOf = (files: Files): Uint8Array => writeTar(Object.entries(files).map(([name, bytes]) => ({ name, bytes })));
const archives = {
  'a.zip': (files: Files) => zipSync(files as Record<string, Uint8Array<ArrayBuffer>>),
  'a.tar': tarOf,
  'a.tar.gz': (files: Files) => gzipSync(tarOf(files)),
};

/** Paths with the resulting bytes or the reason for a refusal, and how many archives and images are still held at the end. */
async function walk(name: string, bytes: Uint8Array): Promise<{ found: Record<string, Uint8Array | string>; held: number }> {
  const found: Record<string, Uint8Array | string> = {};
  let held = 0;
  const keep: KeepArchive = async (blocks) => {
    const kept: Uint8Array[] = [];
    for await (const block of blocks) kept.push(block.slice());
    held += 1;
    return { source: createMemorySource(joinBytes(kept)), release: async () => void (held -= 1) };
  };
  for await (const item of walkArchive(createMemorySource(bytes), name, keep)) {
    const pieces: Uint8Array[] = [];
    const problem = item.kind === 'refused' ? item.problem : await readEntry(item, async (block) => void pieces.push(block.slice()));
    expect(found).not.toHaveProperty([item.path]);
    found[item.path] = problem ?? joinBytes(pieces);
  }
  return { found, held };
}

describe('NIfTI pairs in an archive', () => {
  for (const [name, pack] of Object.entries(archives)) {
    it(`of ${name} become one volume each, whichever half comes first, and nothing is left in memory`, async () => {
      const files = { 'one/x.hdr': HEADER, 'one/x.img': IMAGE, 'two/x.img': IMAGE, 'two/x.hdr': HEADER };
      const { found, held } = await walk(name, pack(files));
      expect(found).toEqual({ [`${name}/one/x.nii`]: ONE_FILE, [`${name}/two/x.nii`]: ONE_FILE });
      expect(held).toBe(0);
    });
  }

  it('may have compressed halves', async () => {
    const files = { 'x.hdr.gz': gzipSync(HEADER), 'x.img.gz': gzipSync(IMAGE), 'y.img.gz': gzipSync(IMAGE), 'y.hdr': HEADER };
    const { found } = await walk('a.zip', archives['a.zip'](files));
    expect(Object.keys(found)).toEqual(['a.zip/x.nii.gz', 'a.zip/y.nii.gz']);
    for (const bytes of Object.values(found)) {
      const read = await readNifti(createMemorySource(bytes as Uint8Array));
      if (!read.ok) throw new Error(read.why);
      expect(await read.voxels.read(read.header.voxelOffset, IMAGE.length)).toEqual(IMAGE);
    }
  });

  it('are found in an archive inside another one, and never across two', async () => {
    const inner = archives['a.tar']({ 'x.hdr': HEADER, 'x.img': IMAGE, 'y.hdr': HEADER });
    const { found, held } = await walk('a.zip', archives['a.zip']({ 'in.tar': inner, 'in.tar/y.img': IMAGE }));
    expect(Object.keys(found).sort()).toEqual(['a.zip/in.tar/x.nii', 'a.zip/in.tar/y.hdr', 'a.zip/in.tar/y.img']);
    expect(held).toBe(0);
  });

  it('are not made of single halves, of other formats or of DICOM: those are returned unchanged', async () => {
    const files = { 'x.hdr': HEADER, 'y.img': IMAGE, 'z.hdr': new Uint8Array(348), 'z.img': IMAGE, '011-0001.img': smallFile() };
    const { found, held } = await walk('a.zip', archives['a.zip'](files));
    expect(found).toEqual(Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`a.zip/${path}`, new Uint8Array(bytes)])));
    expect(held).toBe(0);
  });

  it('whose image is too large to be held until its header arrives are refused by name', async () => {
    const large = new Uint8Array(ARCHIVE_LIMITS.heldImageBytes + 1);
    const { found, held } = await walk('a.tar', archives['a.tar']({ 'x.img': large, 'x.hdr': HEADER, 'y.img': IMAGE, 'y.hdr': HEADER }));
    expect(found).toEqual({ 'a.tar/x.img': 'archive-pair-apart', 'a.tar/y.nii': ONE_FILE });
    expect(held).toBe(0);
  });

  it('that are damaged are refused by name', async () => {
    const zip = zipSync({ 'x.hdr': HEADER, 'x.img': IMAGE } as Record<string, Uint8Array<ArrayBuffer>>, { level: 0 });
    const voxels = Buffer.from(zip).indexOf(Buffer.from(IMAGE));
    zip[voxels + 10] = ~zip[voxels + 10]!;
    const { found } = await walk('a.zip', zip);
    expect(found).toEqual({ 'a.zip/x.img': 'archive-damaged', 'a.zip/x.hdr': HEADER });
  });
});

describe('a DICOM file named like an archive', () => {
  it.each(['scan.zip', 'scan.tar', 'scan.rar', 'scan.dcm.gz'])('%s is read as DICOM', async (name) => {
    const file = smallFile();
    const { found } = await walk(name, file);
    expect(Object.entries(found)).toEqual([[`${name}/${name}.dcm`, new Uint8Array(file)]]);
    expect((await walk('a.zip', archives['a.zip']({ [name]: file }))).found).toEqual({
      [`a.zip/${name}/${name}.dcm`]: new Uint8Array(file),
    });
  });
});
