import { joinBytes } from '#model/join-bytes.ts';
import { deflateSync, gzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { crc32 } from '#model/crc32.ts';
import { walked } from '#tests/fixtures/walked.ts';
import { writeTar } from '#tests/fixtures/archives/write-tar.ts';
import { writeZip } from '#tests/fixtures/archives/write-zip.ts';
import { countingSource } from '#tests/fixtures/counting-source.ts';
import type { Budget } from './budget.ts';
import { gunzip } from './gzip.ts';
import { inflate } from './inflate.ts';
import { ARCHIVE_LIMITS } from './limits.ts';
import { readEntry, walkArchive } from './walk-archive.ts';

const ZEROS = new Uint8Array(3 * 1024 ** 2);
const BOMB = deflateSync(ZEROS, { level: 9 });
/** Smaller than the product's, so that bombs are created quickly. */
const small = (): Budget => ({ bytes: 2 * 1024 ** 2, entries: 1000 });
const bytes = new Uint8Array([1, 2, 3, 4]);

const never = (): Promise<never> => Promise.reject(new Error('Nothing to keep'));

async function problemsOf(archive: Uint8Array, budget?: Budget): Promise<string[]> {
  return (await walked(archive, 'x.zip', budget)).problems;
}

describe('a zip bomb', () => {
  const bomb = writeZip([{ name: '1.dcm', packed: BOMB, size: ZEROS.length, crc: crc32(ZEROS) }]);

  it('is refused by the sizes in its directory, before anything is inflated', async () => {
    expect(await problemsOf(bomb, small())).toEqual(['x.zip: archive-bomb']);
    expect(await problemsOf(bomb)).toEqual([]);
  });

  it('is stopped when an entry becomes longer than declared', async () => {
    const entries = [
      { name: '1.dcm', packed: BOMB, size: 100, crc: 0 },
      { name: '2.dcm', bytes },
    ];
    expect(await walked(writeZip(entries), 'x.zip')).toEqual({
      files: { 'x.zip/2.dcm': bytes },
      problems: ['x.zip/1.dcm: archive-damaged'],
    });
    let given = 0;
    for await (const item of walkArchive(createMemorySource(writeZip(entries)), 'x.zip', never)) {
      if (item.kind === 'file') await readEntry(item, async (piece) => void (given += piece.length));
    }
    expect(given).toBe(bytes.length);
  });

  it('is refused when its entries overlap', async () => {
    const one = { name: '1.dcm', bytes: new Uint8Array(1000) };
    const same = writeZip([one, { ...one, name: '2.dcm', packed: new Uint8Array(0), offsetOf: 0 }]);
    expect(await problemsOf(same)).toEqual(['x.zip: archive-bomb']);
  });

  it('is refused when a nested archive is one', async () => {
    expect(await problemsOf(zipSync({ 'inner.zip': bomb }), small())).toEqual(['x.zip/inner.zip: archive-bomb']);
  });

  it('is refused when nested archives are one together', async () => {
    const outer = zipSync({ 'a.zip': bomb, 'b.zip': bomb, 'c.zip': bomb });
    const { files, problems } = await walked(outer, 'x.zip', { bytes: 5 * 1024 ** 2, entries: 1000 });
    expect(Object.keys(files)).toEqual(['x.zip/a.zip/1.dcm']);
    expect(problems).toEqual(['x.zip/b.zip: archive-bomb', 'x.zip/c.zip: archive-bomb']);
  });

  it('is stopped by counting the output, whatever sizes were declared', async () => {
    const outer = zipSync({ 'a.tar.gz': gzipSync(ZEROS), '2.dcm': bytes }, { level: 0 });
    expect(await walked(outer, 'x.zip', small())).toEqual({
      files: { 'x.zip/2.dcm': bytes },
      problems: ['x.zip/a.tar.gz: archive-bomb'],
    });
  });
});

it('a gzip bomb is refused before anything is returned', async () => {
  const members = joinBytes([gzipSync(writeTar([{ name: '1.dcm', bytes }], false)), gzipSync(ZEROS)]);
  expect(await walked(members, 'x.tgz', small())).toEqual({ files: {}, problems: ['x.tgz: archive-bomb'] });
});

it('an archive ends after the maximum number of entries', async () => {
  const entries = Array.from({ length: 5 }, (_, n) => ({ name: `${n}.dcm`, bytes }));
  const { files, problems } = await walked(writeZip(entries), 'x.zip', { bytes: 1000, entries: 3 });
  expect([Object.keys(files).length, problems]).toEqual([3, ['x.zip: archive-too-many']]);
});

it('a fourth level of nested archives is not opened', async () => {
  let archive: Uint8Array = zipSync({ '1.dcm': bytes });
  for (const name of ['c.zip', 'b.zip', 'a.zip']) archive = zipSync({ [name]: archive });
  expect(await problemsOf(archive)).toEqual(['x.zip/a.zip/b.zip/c.zip: archive-nested']);
});

it('a zip with more than 65,535 entries is read, with Zip64 and without', { timeout: 60_000 }, async () => {
  const entries = Array.from({ length: 66_000 }, (_, n) => ({ name: `${n}`, method: 0 }));
  for (const zip64End of [true, false]) {
    let files = 0;
    for await (const item of walkArchive(createMemorySource(writeZip(entries, { zip64End })), 'x.zip', never)) {
      files += item.kind === 'file' ? 1 : 0;
    }
    expect(files).toBe(66_000);
  }
});

it('a directory with more entries than allowed is refused', { timeout: 60_000 }, async () => {
  const entries = Array.from({ length: ARCHIVE_LIMITS.entries + 1 }, () => ({ name: '', method: 0 }));
  expect(await problemsOf(writeZip(entries, { zip64End: true }))).toEqual(['x.zip: archive-too-many']);
});

it('a long path is cut at a separator: half a name could point upwards', async () => {
  const name = `${'n..'.repeat(300)}/${'m/'.repeat(45)}${'o..'.repeat(300)}/1.dcm`;
  const [label = ''] = Object.keys((await walked(writeZip([{ name, bytes }]), 'x.zip')).files);
  expect(label).toBe(`x.zip/${'m/'.repeat(45)}${'o..'.repeat(300)}/1.dcm`);
});

it('names of 64 KiB are cut to a label', async () => {
  const name = `${'n'.repeat(65_000)}.dcm`;
  const [label = ''] = Object.keys((await walked(writeZip([{ name, bytes }]), 'x.zip')).files);
  expect(label.length).toBe(ARCHIVE_LIMITS.pathLength + 'x.zip/'.length);
  expect(label.endsWith('n.dcm')).toBe(true);
});

it('not every one of endless end records is tried', async () => {
  const entries = Array.from({ length: 2000 }, (_, n) => ({ name: `${n}`, method: 0 }));
  const archive = writeZip(entries);
  const end = archive.slice(-22);
  // Each claims the whole directory and a wrong number of entries.
  const fakes = Array.from({ length: 3000 }, (_, n) => {
    const fake = end.slice();
    const view = new DataView(fake.buffer);
    view.setUint16(10, 1, true);
    view.setUint32(12, view.getUint32(12, true) + 22 * (n + 1), true);
    return fake;
  });
  const source = countingSource(joinBytes([archive, ...fakes]));
  for await (const _ of walkArchive(source, 'x.zip', never)) continue;
  expect(source.readBytes).toBeLessThan(40 * 1024 ** 2);
});

it('a directory with a wrong size is rejected', async () => {
  const archive = writeZip([{ name: '1.dcm', bytes }]);
  new DataView(archive.buffer).setUint32(archive.length - 10, 0xfffffff0, true);
  expect(await walked(archive, 'x.zip')).toEqual({ files: { 'x.zip/1.dcm': bytes }, problems: ['x.zip: archive-cut-off'] });
});

it('an entry with a size beyond the file is rejected', async () => {
  const entry = { name: '1.dcm', bytes, size: 2 ** 50, zip64: true };
  expect(await problemsOf(writeZip([entry]))).toEqual(['x.zip: archive-bomb']);
});

describe('an inflater whose input produces no output', { timeout: 60_000 }, () => {
  const garbage = new Uint8Array(2 * 1024 ** 2);

  it('stops soon after the end of its stream', async () => {
    const source = countingSource(joinBytes([deflateSync(bytes), garbage]));
    async function* blocks(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < source.size; at += 65_536) yield source.read(at, 65_536);
    }
    const walk = async (): Promise<void> => {
      for await (const _ of inflate(blocks())) continue;
    };
    await expect(walk()).rejects.toMatchObject({ problem: 'archive-damaged' });
    expect(source.readBytes).toBeLessThan(2 * ARCHIVE_LIMITS.idleInputBytes);
  });

  it.each([
    ['nothing', 0],
    ['next to nothing', 1],
  ])('stops soon in members that contain %s', async (_, length) => {
    const member = gzipSync(new Uint8Array(length));
    const source = countingSource(joinBytes(Array.from({ length: 60_000 }, () => member)));
    let inflated = 0;
    const walk = async (): Promise<void> => {
      for await (const piece of gunzip(source)) inflated += piece.length;
    };
    await expect(walk()).rejects.toMatchObject({ problem: 'archive-damaged' });
    expect(inflated).toBeLessThan(2 * ARCHIVE_LIMITS.gzipMembers.free);
    // Its first bytes, for each of the two inflaters.
    expect(source.readBytes).toBeLessThanOrEqual(2 * ARCHIVE_LIMITS.readBytes);
  });

  it('accepts as many members as bgzip makes of a study', { timeout: 60_000 }, async () => {
    const member = gzipSync(new Uint8Array(60_000));
    const source = createMemorySource(joinBytes(Array.from({ length: 2000 }, () => member)));
    let inflated = 0;
    for await (const piece of gunzip(source)) inflated += piece.length;
    expect(inflated).toBe(120_000_000);
  });
});

it('no piece is larger than 17 MB, however strong the compression', { timeout: 60_000 }, async () => {
  const packed = deflateSync(new Uint8Array(24 * 1024 ** 2), { level: 9 });
  let [largest, whole] = [0, 0];
  async function* blocks(): AsyncGenerator<Uint8Array> {
    yield packed;
  }
  for await (const piece of inflate(blocks())) {
    largest = Math.max(largest, piece.length);
    whole += piece.length;
  }
  expect(largest).toBeLessThan(17.1 * 1024 ** 2);
  expect(whole).toBe(24 * 1024 ** 2);
});
