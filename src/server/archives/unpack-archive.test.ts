import { createHash } from 'node:crypto';
import { deflateSync, gzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { ARCHIVE_LIMITS } from '#imaging/archive/limits.ts';
import { writeNifti, writeNiftiVoxels } from '#imaging/nifti/write-nifti.ts';
import { crc32 } from '#model/crc32.ts';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { writeRar } from '#tests/fixtures/archives/write-rar.ts';
import { writeTar } from '#tests/fixtures/archives/write-tar.ts';
import { writeZip } from '#tests/fixtures/archives/write-zip.ts';
import type { UnpackedItem } from './archive-unpacker.ts';
import { lockedZip } from '#tests/support/foreign-archives.ts';
import { unpackArchive } from './unpack-archive.ts';

/** Files by path with their hash; refused ones as `path: problem`. Both are compared with the bytes of the packs. */
async function unpacked(bytes: Uint8Array, name: string, passwords: Record<string, string> = {}) {
  const packs: Uint8Array[] = [];
  const items: UnpackedItem[] = [];
  const { unsupported } = await unpackArchive(createMemorySource(bytes), { name, passwords }, async (part) => {
    expect(part.pack).toBe(packs.length);
    packs.push(part.bytes.slice());
    items.push(...part.items);
  });
  const files: Record<string, string> = {};
  for (const item of items) {
    if (item.is !== 'file') continue;
    const hash = createHash('sha256');
    let at = 0;
    for (const piece of items) {
      if (piece.is !== 'piece' || piece.key !== item.key) continue;
      expect(piece.offset).toBe(at);
      hash.update(packs[piece.pack]!.subarray(piece.at, piece.at + piece.length));
      at += piece.length;
    }
    const sha256 = hash.digest('hex');
    expect([at, sha256]).toEqual([item.size, item.sha256]);
    files[item.path] = sha256;
  }
  const refused = items.flatMap((item) => (item.is === 'refused' ? [`${item.path}: ${item.problem}`] : []));
  return { files, refused, unsupported, packs: packs.length, bytes: packs.reduce((sum, pack) => sum + pack.length, 0) };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const file = smallFile();
const other = smallFile({ SOPInstanceUID: '1.2.3' });
const large = new Uint8Array(9 * 1024 ** 2).map((_, n) => (n * 7919) % 251);

describe('whole archives', () => {
  const entries = [
    { name: 'STUDY/1.dcm', bytes: file },
    { name: 'STUDY/2.dcm', bytes: other },
    { name: 'STUDY/large.dcm', bytes: large },
    { name: 'STUDY/readme.txt', bytes: new TextEncoder().encode('not an image') },
  ];
  test.each([
    ['a.zip', writeZip(entries)],
    ['a.tar', writeTar(entries)],
    ['a.tar.gz', gzipSync(writeTar(entries), { level: 1 })],
    ['a.rar', writeRar(entries)],
  ])('%s: every file is returned byte for byte in packs of one size; files that are not images are counted', async (name, bytes) => {
    const found = await unpacked(bytes, name);
    expect(found).toEqual({
      files: { [`${name}/STUDY/1.dcm`]: sha256(file), [`${name}/STUDY/2.dcm`]: sha256(other), [`${name}/STUDY/large.dcm`]: sha256(large) },
      refused: [],
      unsupported: 1,
      packs: 3,
      bytes: file.length + other.length + large.length,
    });
  });

  test('a file without an image name is accepted when it has the DICOM prefix', async () => {
    expect((await unpacked(writeRar([{ name: 'IMAGE.bin', bytes: file }]), 'a.rar')).files).toEqual({ 'a.rar/IMAGE.bin': sha256(file) });
  });

  test('DICOM without a prefix is accepted, and a header and its image become one volume', async () => {
    const bare = smallFile({}, { framing: 'bare' });
    const volume = { dims: [4, 4, 3] };
    const entries = [
      { name: '011-0001.img', bytes: bare },
      { name: 'x.img', bytes: writeNiftiVoxels(volume) },
      { name: 'notes.img', bytes: new Uint8Array(2000) },
      { name: 'x.hdr', bytes: writeNifti({ ...volume, isPair: true, voxelOffset: 0 }) },
    ];
    expect(await unpacked(writeRar(entries), 'a.rar')).toMatchObject({
      files: { 'a.rar/011-0001.img': sha256(bare), 'a.rar/x.nii': sha256(writeNifti(volume)) },
      unsupported: 1,
    });
  });

  test('a nested archive of another kind is opened', async () => {
    const inner = writeRar([{ name: '1.dcm', bytes: file }]);
    const found = await unpacked(writeZip([{ name: 'inner.rar', bytes: inner, method: 0 }]), 'a.zip');
    expect(found.files).toEqual({ 'a.zip/inner.rar/1.dcm': sha256(file) });
  });
});

describe('an encrypted archive', () => {
  const entries = [
    { name: '1.dcm', bytes: file },
    { name: '2.dcm', bytes: other },
  ];
  const opened = (path: string) => ({ [`${path}/1.dcm`]: sha256(file), [`${path}/2.dcm`]: sha256(other) });

  test('asks for the password once, however many files it contains, and is opened with it', async () => {
    const bytes = await lockedZip(entries, 'a word');
    for (const passwords of [{}, { 'a.zip': 'another word' }]) {
      expect(await unpacked(bytes, 'a.zip', passwords)).toMatchObject({ files: {}, refused: ['a.zip: archive-encrypted'] });
    }
    expect(await unpacked(bytes, 'a.zip', { 'a.zip': 'a word' })).toMatchObject({ files: opened('a.zip'), refused: [] });
  });

  test('asks under its own path when it is nested, and its siblings are still returned', async () => {
    const inner = await lockedZip(entries, 'a word');
    const bytes = writeZip([
      { name: 'beside.dcm', bytes: file },
      { name: 'STUDY/in.zip', bytes: inner, method: 0 },
    ]);
    const beside = { 'a.zip/beside.dcm': sha256(file) };
    for (const passwords of [{}, { 'a.zip/STUDY/in.zip': 'another word' }]) {
      const found = await unpacked(bytes, 'a.zip', passwords);
      expect(found).toMatchObject({ files: beside, refused: ['a.zip/STUDY/in.zip: archive-encrypted'] });
    }
    const found = await unpacked(bytes, 'a.zip', { 'a.zip/STUDY/in.zip': 'a word' });
    expect(found).toMatchObject({ files: { ...beside, ...opened('a.zip/STUDY/in.zip') }, refused: [] });
  });

  test('asks in turn when both levels are encrypted; an inner archive without its own password uses the outer one', async () => {
    const both = async (word: string) => lockedZip([{ name: 'in.zip', bytes: await lockedZip(entries, word) }], 'outer word');
    const outer = { 'a.zip': 'outer word' };
    const bytes = await both('inner word');
    expect((await unpacked(bytes, 'a.zip')).refused).toEqual(['a.zip: archive-encrypted']);
    expect((await unpacked(bytes, 'a.zip', outer)).refused).toEqual(['a.zip/in.zip: archive-encrypted']);
    const found = await unpacked(bytes, 'a.zip', { ...outer, 'a.zip/in.zip': 'inner word' });
    expect(found).toMatchObject({ files: opened('a.zip/in.zip'), refused: [] });
    expect((await unpacked(await both('outer word'), 'a.zip', outer)).files).toEqual(opened('a.zip/in.zip'));
  });
});

describe('a hostile archive is named, and the intact files next to it are accepted', () => {
  const one = { name: '1.dcm', bytes: file };
  const zeros = new Uint8Array(200 * 1024 ** 2);
  const bomb = { name: 'bomb.dcm', packed: deflateSync(zeros, { level: 9 }), size: zeros.length, crc: crc32(zeros) };
  const nested = (depth: number): Uint8Array =>
    depth === 0 ? file : writeZip([{ name: depth === 1 ? '1.dcm' : 'in.zip', bytes: nested(depth - 1), method: 0 }]);
  const flipped = (bytes: Uint8Array, at: number): Uint8Array => {
    const changed = bytes.slice();
    changed[at] = bytes[at]! ^ 0xff;
    return changed;
  };

  test.each<[string, string, Uint8Array, string[]]>([
    ['ratio', 'a.zip', writeZip([one, bomb]), ['a.zip: archive-bomb']],
    ['ratio in a tar', 'a.tar.gz', gzipSync(writeTar([{ name: '0.dcm', bytes: zeros }]), { level: 9 }), ['a.tar.gz: archive-bomb']],
    ['nesting', 'a.zip', nested(ARCHIVE_LIMITS.depth + 1), ['a.zip/in.zip/in.zip/in.zip: archive-nested']],
    ['overlapping entries', 'a.zip', writeZip([one, { ...one, name: '2.dcm', offsetOf: 0 }]), ['a.zip: archive-bomb']],
    ['false size', 'a.zip', writeZip([{ ...one, size: 10 }]), ['a.zip/1.dcm: archive-damaged']],
    ['false size in a rar', 'a.rar', writeRar([{ ...one, size: file.length + 10 }]), ['a.rar/1.dcm: archive-damaged']],
    ['wrong check sum', 'a.zip', writeZip([{ ...one, crc: 1 }]), ['a.zip/1.dcm: archive-damaged']],
    ['wrong check sum in a rar', 'a.rar', writeRar([{ ...one, crc: 1 }]), ['a.rar/1.dcm: archive-damaged']],
    ['a file that is not an archive', 'a.rar', new Uint8Array(1000), ['a.rar: archive-unreadable']],
    ['a damaged header', 'a.rar', flipped(writeRar([one]), 8), ['a.rar: archive-damaged']],
    ['no content', 'a.rar', writeRar([]), ['a.rar: archive-empty']],
    ['one part of several', 'a.rar', writeRar([one], { isVolume: true }), ['a.rar: archive-split']],
    ['a part by its name', 'a.zip.001', writeZip([one]), ['a.zip.001: archive-split']],
    ['truncated between entries', 'a.rar', writeRar([], { endMark: false }), ['a.rar: archive-cut-off']],
    ['7z', 'a.7z', Uint8Array.of(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4), ['a.7z: archive-7z']],
    ['a dictionary of 4 GiB', 'a.rar', writeRar([{ ...one, dictionary: 15 }]), ['a.rar/1.dcm: archive-method', 'a.rar: archive-method']],
  ])('%s: %s', async (_why, name, bytes, refused) => {
    const found = await unpacked(bytes, name);
    expect(found.refused).toEqual(refused);
    expect(found.bytes).toBeLessThan(zeros.length);
  });

  test('when it has more entries than allowed', { timeout: 60_000 }, async () => {
    const entries = Array.from({ length: ARCHIVE_LIMITS.entries + 1 }, (_, n) => ({ name: `${n}.txt`, bytes: new Uint8Array(0) }));
    expect((await unpacked(writeTar(entries), 'a.tar')).refused).toEqual(['a.tar: archive-too-many']);
  });

  test.each([
    ['a.zip', writeZip([{ ...one, name: '0.dcm', crc: 1 }, one])],
    ['a.rar', writeRar([{ ...one, name: '0.dcm', crc: 1 }, one])],
  ])('a bad entry of %s leaves the others unchanged, and none of its bytes are in a pack', async (name, bytes) => {
    expect(await unpacked(bytes, name)).toMatchObject({
      files: { [`${name}/1.dcm`]: sha256(file) },
      refused: [`${name}/0.dcm: archive-damaged`],
      bytes: file.length,
    });
  });

  test('a truncated rar returns the complete files', async () => {
    const bytes = writeRar([one, { name: '2.dcm', bytes: other }]);
    const found = await unpacked(bytes.subarray(0, bytes.length - 40), 'a.rar');
    expect(Object.keys(found.files)).toEqual(['a.rar/1.dcm']);
    expect(found.refused).toContain('a.rar/2.dcm: archive-cut-off');
  });

  test('links are refused, of any kind and in any archive', async () => {
    const links = [
      { name: 'soft.dcm', link: { kind: 1, target: '/etc/passwd' } },
      { name: 'hard.dcm', size: 5, link: { kind: 4, target: '1.dcm' } },
    ] as const;
    expect((await unpacked(writeRar([one, ...links]), 'a.rar')).refused).toEqual([
      'a.rar/soft.dcm: archive-link',
      'a.rar/hard.dcm: archive-link',
    ]);
    const zip = writeZip([{ name: 'soft.dcm', bytes: new TextEncoder().encode('/etc/passwd'), unixMode: 0o120777 }]);
    expect((await unpacked(zip, 'a.zip')).refused).toEqual(['a.zip/soft.dcm: archive-link']);
    const tar = writeTar([
      { name: 'soft.dcm', type: '2' },
      { name: 'hard.dcm', type: '1' },
    ]);
    expect((await unpacked(tar, 'a.tar')).refused).toEqual(['a.tar/soft.dcm: archive-link', 'a.tar/hard.dcm: archive-link']);
  });

  test.each(['../../evil.dcm', '/etc/evil.dcm', 'C:\\evil.dcm', '..\\..\\evil.dcm', 'evil\0.dcm'])(
    'a path that points outside (%j) is only a name',
    async (path) => {
      for (const [name, bytes] of [
        ['a.zip', writeZip([{ name: path, bytes: file }])],
        ['a.rar', writeRar([{ name: path, bytes: file }])],
      ] as const) {
        const [found] = Object.keys((await unpacked(bytes, name)).files);
        expect(found === undefined || /^a\.(?:zip|rar)\/(?:etc\/)?evil(?:\.dcm)?$/.test(found)).toBe(true);
      }
    },
  );
});
