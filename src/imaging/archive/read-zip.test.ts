import { joinBytes } from '#model/join-bytes.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deflateSync } from 'fflate';
import { crc32 } from '#model/crc32.ts';
import { gzipTrailer } from './gzip.ts';
import { walked } from '#tests/fixtures/walked.ts';
import { writeZip, type WrittenEntry } from '#tests/fixtures/archives/write-zip.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const A: WrittenEntry = { name: 'a/1.dcm', bytes: text('first slice, first slice, first slice') };
const B: WrittenEntry = { name: 'a/2.dcm', bytes: text('second'), method: 0 };
/** The deflated entry, followed by the trailer of a gzip member with another length. */
function withTrailer({ bytes = new Uint8Array(), ...entry }: WrittenEntry, size: number): WrittenEntry {
  return { ...entry, bytes, size, packed: joinBytes([deflateSync(bytes), gzipTrailer(crc32(bytes), bytes.length)]) };
}

const BOTH = { 'x.zip/a/1.dcm': A.bytes, 'x.zip/a/2.dcm': B.bytes };

afterEach(() => vi.unstubAllGlobals());

describe('a zip', () => {
  it.each<[string, Uint8Array]>([
    ['stored and deflated', writeZip([A, B])],
    [
      'with data descriptors',
      writeZip([
        { ...A, descriptor: true },
        { ...B, descriptor: true },
      ]),
    ],
    [
      'with Zip64 fields and end record',
      writeZip(
        [
          { ...A, zip64: true },
          { ...B, zip64: true },
        ],
        { zip64End: true },
      ),
    ],
    ['after a program that opens it', writeZip([A, B], { before: new Uint8Array(777) })],
    ['after a program, with a Zip64 end record', writeZip([A, B], { before: new Uint8Array(777), zip64End: true })],
    ['with bytes after its end', writeZip([A, B], { after: new Uint8Array(70_000) })],
    [
      'with folders and system files',
      writeZip([A, { name: 'a/' }, B, { name: '__MACOSX/a/._1.dcm', bytes: text('x') }, { name: 'a/.DS_Store' }]),
    ],
  ])('%s returns its files byte for byte', async (_, bytes) => {
    expect(await walked(bytes, 'x.zip')).toEqual({ files: BOTH, problems: [] });
  });

  it('is read and checked the same way when the platform has no inflater', async () => {
    vi.stubGlobal('DecompressionStream', undefined);
    expect(await walked(writeZip([A, B]), 'x.zip')).toEqual({ files: BOTH, problems: [] });
    expect(await walked(writeZip([{ ...A, crc: 1 }, B]), 'x.zip')).toEqual({
      files: { 'x.zip/a/2.dcm': B.bytes },
      problems: ['x.zip/a/1.dcm: archive-damaged'],
    });
  });

  it('without files returns nothing', async () => {
    expect(await walked(writeZip([]), 'x.zip')).toEqual({ files: {}, problems: [] });
  });

  it('that is truncated returns the complete files and names the rest', async () => {
    const whole = writeZip([A, { ...B, descriptor: true }, { name: 'a/3.dcm', bytes: text('third'), method: 0 }], { cutDirectory: true });
    expect(await walked(whole.subarray(0, whole.length - 3), 'x.zip')).toEqual({
      files: BOTH,
      problems: ['x.zip/a/3.dcm: archive-cut-off', 'x.zip: archive-cut-off'],
    });
  });

  it('that is truncated after a stored inner zip does not mistake that one for itself', async () => {
    const inner = writeZip([{ name: 'in.dcm', bytes: text('inner'), method: 0 }]);
    const outer = writeZip([A, { name: 'in.zip', bytes: inner, method: 0 }], { cutDirectory: true });
    expect(await walked(outer, 'x.zip')).toEqual({
      files: { 'x.zip/a/1.dcm': A.bytes, 'x.zip/in.zip/in.dcm': text('inner') },
      problems: ['x.zip: archive-cut-off'],
    });
  });

  it('followed by another zip returns its own files and reports the rest', async () => {
    expect(await walked(joinBytes([writeZip([A, B]), writeZip([{ name: '3.dcm', bytes: text('third') }])]), 'x.zip')).toEqual({
      files: BOTH,
      problems: ['x.zip: archive-cut-off'],
    });
  });

  it('with a damaged directory is read by its local headers', async () => {
    const bytes = writeZip([A, B]);
    bytes[bytes.length - 22 - 30] = 0xff;
    bytes.set([1, 2, 3, 4], bytes.length - 22 - 53);
    expect(await walked(bytes, 'x.zip')).toEqual({ files: BOTH, problems: ['x.zip: archive-cut-off'] });
  });

  it.each<[string, WrittenEntry]>([
    ['a wrong checksum', { ...A, crc: 1 }],
    ['a wrong checksum of stored bytes', { ...A, method: 0, crc: 1 }],
    ['bytes after its deflate stream that are its checksum and length', withTrailer(A, 100)],
    ['more bytes than declared', { ...A, size: 5 }],
    ['fewer bytes than declared', { ...A, size: 500 }],
    ['an invalid deflate stream', { ...A, packed: new Uint8Array(50).fill(0xff) }],
    ['another name in its local header', { ...A, local: { name: 'b/1.dcm' } }],
    ['another method in its local header', { ...A, local: { method: 0 } }],
    ['another size in its local header', { ...A, local: { size: 3 } }],
    ['stored bytes of another size', { ...A, method: 0, size: 3 }],
  ])('with %s refuses that file and returns the others', async (_, entry) => {
    expect(await walked(writeZip([entry, B]), 'x.zip')).toEqual({
      files: { 'x.zip/a/2.dcm': B.bytes },
      problems: ['x.zip/a/1.dcm: archive-damaged'],
    });
  });

  it.each<[string, Partial<WrittenEntry>, string]>([
    ['ZipCrypto', { flags: 1 }, 'archive-encrypted'],
    ['AES', { flags: 1, method: 99 }, 'archive-encrypted'],
    ['Deflate64', { method: 9 }, 'archive-deflate64'],
    ['BZip2', { method: 12 }, 'archive-bzip2'],
    ['LZMA', { method: 14 }, 'archive-lzma'],
    ['Zstandard', { method: 93 }, 'archive-method'],
  ])('packed by %s reports that once', async (_, change, problem) => {
    const entries = [A, B].map((entry) => ({ ...entry, ...change }));
    expect(await walked(writeZip(entries), 'x.zip')).toEqual({ files: {}, problems: [`x.zip: ${problem}`] });
  });

  it('names a symbolic link and does not follow it', async () => {
    const link = { name: 'a/l.dcm', bytes: text('/etc/passwd'), unixMode: 0o120777 };
    expect((await walked(writeZip([link, B]), 'x.zip')).problems).toEqual(['x.zip/a/l.dcm: archive-link']);
  });

  it('uses the name of its Unicode path field when that field belongs to the name', async () => {
    const field = (of: Uint8Array): Uint8Array => {
      const name = text('Befund/Größe.dcm');
      const data = new Uint8Array(9 + name.length);
      const view = new DataView(data.buffer);
      view.setUint16(0, 0x7075, true);
      view.setUint16(2, 5 + name.length, true);
      data[4] = 1;
      view.setUint32(5, crc32(of), true);
      data.set(name, 9);
      return data;
    };
    const right = { ...A, extra: field(text('a/1.dcm')) };
    const wrong = { ...B, extra: field(text('other')) };
    expect(Object.keys((await walked(writeZip([right, wrong]), 'x.zip')).files)).toEqual(['x.zip/Befund/Größe.dcm', 'x.zip/a/2.dcm']);
  });

  it('has labels that cannot point outside', async () => {
    const names = [
      '../../etc/1.dcm',
      '/abs/2.dcm',
      'C:\\Users\\3.dcm',
      '..\\..\\4.dcm',
      'a/./../5.dcm',
      'e\u202emcd.6.dcm',
      '\u0007\u0000.dcm/7.dcm',
    ];
    const entries = names.map((name, n) => ({ name, bytes: text(String(n)), flags: 1 << 11 }));
    expect(Object.keys((await walked(writeZip(entries), 'x.zip')).files)).toEqual([
      'x.zip/etc/1.dcm',
      'x.zip/abs/2.dcm',
      'x.zip/Users/3.dcm',
      'x.zip/4.dcm',
      'x.zip/a/5.dcm',
      'x.zip/emcd.6.dcm',
      'x.zip/.dcm/7.dcm',
    ]);
  });

  it('in parts, or of another format with its extension, is refused by name', async () => {
    expect((await walked(joinBytes([text('PK\u0007\u0008'), writeZip([A], { cutDirectory: true })]), 'x.zip')).problems).toEqual([
      'x.zip: archive-split',
    ]);
    expect((await walked(writeZip([A]), 'x.zip.001')).problems).toEqual(['x.zip.001: archive-split']);
    expect((await walked(text('Rar!\u001a\u0007\u0000 and so on'), 'x.zip')).problems).toEqual(['x.zip: archive-rar']);
    expect((await walked(text('no archive at all'), 'x.zip')).problems).toEqual(['x.zip: archive-unreadable']);
    expect((await walked(new Uint8Array(0), 'x.zip')).problems).toEqual(['x.zip: archive-unreadable']);
  });
});
