import { createHash } from 'node:crypto';
import { gzipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { writeRar } from '#tests/fixtures/archives/write-rar.ts';
import { writeTar } from '#tests/fixtures/archives/write-tar.ts';
import type { UnpackedPart } from './archive-unpacker.ts';
import { createSyntheticSeries } from '#server/conversion/synthetic-series.ts';
import { createArchiveUnpacker, createFilesUnpacker } from './process-unpacker.ts';

// Each run starts a process, which is slow on a busy machine; times are not tested.
vi.setConfig({ testTimeout: 60_000 });

const never = new AbortController().signal;
const large = new Uint8Array(21 * 1024 ** 2).map((_, n) => (n * 7919) % 251);
const archives = {
  'a.rar': writeRar([{ name: '1.dcm', bytes: large }]),
  'a.tar.gz': gzipSync(writeTar([{ name: '1.dcm', bytes: large }]), { level: 1 }),
};

test.each(Object.entries(archives))(
  '%s is returned by its process in packs, each after the previous one was accepted',
  async (name, bytes) => {
    const hash = createHash('sha256');
    const packs: number[] = [];
    let [atOnce, most] = [0, 0];
    const take = async (part: UnpackedPart): Promise<void> => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      hash.update(part.bytes);
      packs.push(part.pack);
      await new Promise((resolve) => void setImmediate(resolve));
      atOnce -= 1;
    };
    const unpacker = createArchiveUnpacker({ maxMs: 60_000 });
    const ended = await unpacker.unpack({ name, source: createMemorySource(bytes), passwords: {} }, never, take);
    expect([ended, packs, most]).toEqual([{ unsupported: 0 }, [0, 1, 2, 3, 4, 5], 1]);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(large).digest('hex'));
  },
);

test('an endless unpacking is stopped and reported as slow', async () => {
  const worker = new URL(`data:text/javascript,${encodeURIComponent('export default () => new Promise(() => {})')}`);
  const unpacker = createArchiveUnpacker({ maxMs: 500, worker });
  const source = createMemorySource(archives['a.rar']);
  expect(await unpacker.unpack({ name: 'a.rar', source, passwords: {} }, never, async () => undefined)).toEqual({
    problem: 'archive-slow',
  });
});

test('every file of an archive is returned by a separate process, or the reason why none is', async () => {
  const unpacker = createFilesUnpacker({ maxMs: 60_000 });
  const unpack = async (entries: Parameters<typeof writeTar>[0]) => {
    const paths: string[] = [];
    const { problem } = await unpacker.unpack(
      { name: 'a.tar', source: createMemorySource(writeTar(entries)) },
      never,
      async ({ items }) => {
        for (const item of items) if (item.is === 'file') paths.push(item.path);
      },
    );
    return { paths, problem };
  };
  const bytes = Buffer.from('any text');
  const entries = [
    { name: 'a/readme.txt', bytes },
    { name: 'b.zip', bytes },
  ];
  expect(await unpack(entries)).toEqual({ paths: ['a/readme.txt', 'b.zip'], problem: null });
  expect((await unpack([...entries, { name: '../c', bytes }])).problem).toBe('archive-escapes');
});

test('an error while storing ends the process and is thrown', async () => {
  const unpacker = createArchiveUnpacker({ maxMs: 60_000 });
  const full = new Error('No room');
  const source = createMemorySource(archives['a.rar']);
  await expect(unpacker.unpack({ name: 'a.rar', source, passwords: {} }, never, () => Promise.reject(full))).rejects.toBe(full);
});

test('files are sorted in a separate process', async () => {
  const bytes = smallFile();
  const file = { name: '1.dcm', sha256: 'x', source: createMemorySource(bytes) };
  const text = { name: '2.dcm', sha256: 'y', source: createMemorySource(new Uint8Array(500)) };
  const { studies, unread } = await createArchiveUnpacker({ maxMs: 60_000 }).sort([text, file], never);
  expect([studies.map(({ series }) => series.map(({ files }) => files)), unread]).toEqual([[[[1]]], [0]]);
});

test('slices are drawn from numbers computed in a separate process', async () => {
  const unpacker = createArchiveUnpacker({ maxMs: 60_000 });
  const files = createSyntheticSeries().map(({ name, bytes }) => ({ name, source: createMemorySource(bytes) }));
  const all = await unpacker.slices(files, { slice: null, count: files.length, maxSize: 160 }, 'owner', never);
  expect(all).toMatchObject({ width: 5, height: 4, slices: files.length, samples: 1, isInverted: false });
  expect(all!.bytes).toHaveLength(5 * 4 * files.length * 2);
  expect(
    await unpacker.slices(
      [{ name: 'a.dcm', source: createMemorySource(new Uint8Array(500)) }],
      { slice: 0, count: 1, maxSize: 160 },
      'owner',
      never,
    ),
  ).toBeNull();
});

test('an image is decoded in a separate process; a file without an image returns nothing', async () => {
  const unpacker = createArchiveUnpacker({ maxMs: 60_000 });
  const [slice] = createSyntheticSeries();
  const pixels = await unpacker.pixels({ name: '1.dcm', source: createMemorySource(slice!.bytes) }, 'owner', never);
  expect(pixels).toMatchObject({ rows: 4, columns: 5, frames: 1 });
  expect(pixels!.bytes.length).toBe(4 * 5 * 2);
  expect(await unpacker.pixels({ name: '1.dcm', source: createMemorySource(new Uint8Array(300)) }, 'owner', never)).toBe(null);
});
