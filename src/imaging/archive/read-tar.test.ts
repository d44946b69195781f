import { joinBytes } from '#model/join-bytes.ts';
import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { walked } from '#tests/fixtures/walked.ts';
import { paxRecord, writeTar, type WrittenTarEntry } from '#tests/fixtures/archives/write-tar.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const A: WrittenTarEntry = { name: 'a/1.dcm', bytes: text('first slice '.repeat(100)) };
const B: WrittenTarEntry = { name: 'a/2.dcm', bytes: text('second') };
const filesIn = (archive: string) => ({ [`${archive}/a/1.dcm`]: A.bytes, [`${archive}/a/2.dcm`]: B.bytes });
const LONG = `${'folder/'.repeat(40)}1.dcm`;

describe('a tar', () => {
  it('returns its files byte for byte, and no folders', async () => {
    expect(await walked(writeTar([{ name: 'a/', type: '5' }, A, { name: 'b/', type: '0' }, B]), 'x.tar')).toEqual({
      files: filesIn('x.tar'),
      problems: [],
    });
  });

  it.each<[string, WrittenTarEntry[]]>([
    ['the prefix of ustar', [{ ...A, name: '1.dcm', prefix: LONG.slice(0, -6).slice(0, 155) }]],
    [
      'a long name of GNU',
      [
        { name: '././@LongLink', type: 'L', bytes: text(`${LONG}\0`) },
        { ...A, name: LONG.slice(0, 100) },
      ],
    ],
    [
      'a path of pax',
      [
        { name: 'PaxHeader', type: 'x', bytes: paxRecord('path', LONG) },
        { ...A, name: 'short' },
      ],
    ],
  ])('uses %s for the name of one entry only', async (_, entries) => {
    const { files, problems } = await walked(writeTar([...entries, B]), 'x.tar');
    const [first, second] = Object.keys(files);
    expect(first).toMatch(/^x\.tar\/folder\/folder\/.*\/1\.dcm$/);
    expect(second).toBe('x.tar/a/2.dcm');
    expect(problems).toEqual([]);
  });

  it('uses a size from pax', async () => {
    const entries = [
      { name: 'PaxHeader', type: 'x', bytes: paxRecord('size', '6') },
      { ...B, size: 0 },
    ];
    expect((await walked(writeTar([...entries, A]), 'x.tar')).files['x.tar/a/2.dcm']).toEqual(B.bytes);
  });

  it('names links and sparse files', async () => {
    const links = ['1', '2', 'S'].map((type) => ({ name: `${type}.dcm`, type }));
    const sparse = [
      { name: 'PaxHeader', type: 'x', bytes: paxRecord('GNU.sparse.major', '1') },
      { ...A, name: 'holes.dcm' },
    ];
    expect((await walked(writeTar([...links, ...sparse, B]), 'x.tar')).problems).toEqual([
      'x.tar/1.dcm: archive-link',
      'x.tar/2.dcm: archive-link',
      'x.tar/S.dcm: archive-link',
      'x.tar/holes.dcm: archive-link',
    ]);
  });

  it('that is truncated returns the complete files and names the rest', async () => {
    const bytes = writeTar([B, A]);
    expect(await walked(bytes.subarray(0, 512 * 3 + 100), 'x.tar')).toEqual({
      files: { 'x.tar/a/2.dcm': B.bytes },
      problems: ['x.tar/a/1.dcm: archive-cut-off', 'x.tar: archive-cut-off'],
    });
    expect((await walked(writeTar([A, B], false), 'x.tar')).problems).toEqual(['x.tar: archive-cut-off']);
  });

  it('continues after a damaged header', async () => {
    const bytes = writeTar([{ name: 'lost.dcm', bytes: text('lost') }, A, B]);
    const damaged = joinBytes([writeTar([B], false), bytes]);
    damaged[1024 + 3] = 0xff;
    expect(await walked(damaged, 'x.tar')).toEqual({ files: filesIn('x.tar'), problems: ['x.tar: archive-damaged'] });
  });

  it('with a size beyond its end allocates nothing for it', async () => {
    expect((await walked(writeTar([{ ...A, size: 0o77777777777 }]), 'x.tar')).problems).toEqual([
      'x.tar/a/1.dcm: archive-cut-off',
      'x.tar: archive-cut-off',
    ]);
  });
});

describe('a compressed tar', () => {
  const tar = writeTar([A, B]);
  const pairs: [string, Uint8Array][] = [
    ['of one member', gzipSync(tar)],
    ['of several members', joinBytes([gzipSync(tar.subarray(0, 700)), gzipSync(tar.subarray(700, 1500)), gzipSync(tar.subarray(1500))])],
    ['with padding behind', joinBytes([gzipSync(tar), new Uint8Array(900)])],
  ];
  it.each(pairs)('%s returns its files byte for byte', async (_, bytes) => {
    expect(await walked(bytes, 'x.tar.gz')).toEqual({ files: filesIn('x.tar.gz'), problems: [] });
  });

  it('with a wrong checksum returns nothing, because any of its files may be damaged', async () => {
    const bytes = gzipSync(tar);
    bytes[bytes.length - 6] = (bytes[bytes.length - 6] ?? 0) ^ 1;
    expect(await walked(bytes, 'x.tgz')).toEqual({ files: {}, problems: ['x.tgz: archive-damaged'] });
    const first = gzipSync(tar.subarray(0, 700));
    first[first.length - 6] = (first[first.length - 6] ?? 0) ^ 1;
    expect((await walked(joinBytes([first, gzipSync(tar.subarray(700))]), 'x.tgz')).problems).toEqual(['x.tgz: archive-damaged']);
  });

  it('that is truncated returns the complete files', async () => {
    const noise = Uint8Array.from({ length: 4000 }, (_, n) => (Math.imul(n, 2_654_435_761) >>> 13) & 0xff);
    const bytes = gzipSync(writeTar([B, { name: 'a/3.dcm', bytes: noise }]));
    expect(await walked(bytes.subarray(0, bytes.length - 2000), 'x.tgz')).toEqual({
      files: { 'x.tgz/a/2.dcm': B.bytes },
      problems: ['x.tgz/a/3.dcm: archive-cut-off', 'x.tgz: archive-cut-off'],
    });
  });

  it('may be one file without a tar', async () => {
    expect(await walked(gzipSync(A.bytes as Uint8Array), 'folder/1.dcm.gz')).toEqual({
      files: { 'folder/1.dcm.gz/1.dcm': A.bytes },
      problems: [],
    });
  });
});
