import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { ObjectMissingError, type ObjectStore } from './object-store.ts';

/** Requirements for every adapter of the port. `create` returns an empty store for each test; its test file cleans up. */
export function describeObjectStore(name: string, create: () => Promise<ObjectStore>): void {
  const bytes = Uint8Array.from({ length: 3_000_000 }, (_, index) => (index * 31 + (index >> 8)) & 0xff);
  const key = 'team-1/study-a/chunk-1-0';

  describe(`${name} stores objects`, () => {
    test('a written object is read back whole and in parts', async () => {
      const store = await create();
      await store.write(key, bytes);
      expect(sha256(await store.read(key, 0, bytes.length))).toBe(sha256(bytes));
      expect([...(await store.read(key, 1_234_567, 5))]).toEqual([...bytes.subarray(1_234_567, 1_234_572)]);
      expect(await store.size(key)).toBe(bytes.length);
    });

    test('a stream is written and a range is streamed', async () => {
      const store = await create();
      await store.write(key, Readable.from([bytes.subarray(0, 1_000_000), bytes.subarray(1_000_000)]));
      const stream = store.stream(key, 999_000, 1_500_000);
      // Backpressure depends on the number of bytes, not on the number of pieces.
      expect(stream.readableObjectMode).toBe(false);
      const range = await buffer(stream);
      expect(sha256(range)).toBe(sha256(bytes.subarray(999_000, 2_499_000)));
      expect([...(await buffer(store.stream(key, 2_999_995, 5)))]).toEqual([...bytes.subarray(2_999_995)]);
    });

    test('an empty object exists', async () => {
      const store = await create();
      await store.write(key, new Uint8Array(0));
      expect(await store.size(key)).toBe(0);
      expect(await store.read(key, 0, 0)).toHaveLength(0);
      expect(await buffer(store.stream(key, 0, 0))).toHaveLength(0);
    });

    test('writing a key again replaces the whole object, also with a shorter one', async () => {
      const store = await create();
      await store.write(key, bytes);
      await store.write(key, Uint8Array.of(7, 8));
      expect(await store.size(key)).toBe(2);
      expect([...(await store.read(key, 0, 2))]).toEqual([7, 8]);
    });

    test('bytes are written before their key is known: they are stored under it, or not at all when it is invalid or never arrives', async () => {
      const store = await create();
      await store.write(Promise.resolve(key), bytes);
      expect(sha256(await store.read(key, 0, bytes.length))).toBe(sha256(bytes));
      await store.write(Promise.resolve(null), Uint8Array.of(9));
      await expect(store.write(Promise.reject(new Error('no key')), Uint8Array.of(9))).rejects.toThrow('no key');
      const keys: string[] = [];
      for await (const object of store.list('')) keys.push(object.key);
      expect(keys).toEqual([key]);
    });

    test('two writers of one key leave one version, never a mixture', async () => {
      const store = await create();
      const ones = new Uint8Array(500_000).fill(1);
      const twos = new Uint8Array(500_000).fill(2);
      await Promise.all([store.write(key, ones), store.write(key, twos), store.write(key, ones)]);
      expect([sha256(ones), sha256(twos)]).toContain(sha256(await store.read(key, 0, 500_000)));
    });

    test('a failing stream leaves the object unchanged', async () => {
      const store = await create();
      await store.write(key, Uint8Array.of(1));
      const broken = Readable.from(
        (async function* () {
          yield Uint8Array.of(9, 9, 9);
          throw new Error('cable pulled');
        })(),
      );
      await expect(store.write(key, broken)).rejects.toThrow('cable pulled');
      expect([...(await store.read(key, 0, 1))]).toEqual([1]);
    });
  });

  describe(`${name} reports errors by name`, () => {
    test('a missing object', async () => {
      const store = await create();
      expect(await store.size(key)).toBeNull();
      await expect(store.read(key, 0, 1)).rejects.toBeInstanceOf(ObjectMissingError);
      await expect(buffer(store.stream(key, 0, 1))).rejects.toBeInstanceOf(ObjectMissingError);
    });

    test('a range past the end', async () => {
      const store = await create();
      await store.write(key, Uint8Array.of(1, 2, 3));
      await expect(store.read(key, 2, 2)).rejects.toBeInstanceOf(ObjectMissingError);
      await expect(buffer(store.stream(key, 0, 4))).rejects.toBeInstanceOf(ObjectMissingError);
    });

    test.each(['', '/', 'a//b', '../a', 'a/../b', 'a/.b', '/a', 'a/', 'A', 'a b', 'a_b', 'a\\b', 'a\0b', 'é', `a/${'b'.repeat(300)}`])(
      'an invalid key %j',
      async (wrong) => {
        const store = await create();
        await expect(store.write(wrong, Uint8Array.of(1))).rejects.toBeInstanceOf(TypeError);
        await expect(store.read(wrong, 0, 1)).rejects.toBeInstanceOf(TypeError);
        await expect(store.remove(wrong)).rejects.toBeInstanceOf(TypeError);
      },
    );
  });

  describe(`${name} lists`, () => {
    test('every object below a prefix with its size, and no other', async () => {
      const store = await create();
      await store.write('team-1/study-a/chunk-1-0', Uint8Array.of(1, 2, 3));
      await store.write('team-1/study-a/deep/volume.nii', Uint8Array.of(1));
      await store.write('team-1/study-ab/chunk-1-0', new Uint8Array(0));
      const listed = async (prefix: string) => (await allOf(store.list(prefix))).map((object) => `${object.key} ${object.bytes}`).sort();
      expect(await listed('team-1/study-a/')).toEqual(['team-1/study-a/chunk-1-0 3', 'team-1/study-a/deep/volume.nii 1']);
      expect(await listed('')).toEqual(['team-1/study-a/chunk-1-0 3', 'team-1/study-a/deep/volume.nii 1', 'team-1/study-ab/chunk-1-0 0']);
      expect(await listed('team-2/')).toEqual([]);
    });

    test('the write time of each object', async () => {
      const store = await create();
      await store.write(key, Uint8Array.of(1));
      const [first] = await allOf(store.list('team-1/'));
      // The store's clock may be that of another machine.
      expect(Math.abs(first!.writtenAt - Date.now())).toBeLessThan(24 * 3_600_000);
    });
  });

  describe(`${name} removes`, () => {
    test('one object, and may be repeated', async () => {
      const store = await create();
      await store.write(key, Uint8Array.of(1));
      await store.remove(key);
      await store.remove(key);
      expect(await store.size(key)).toBeNull();
    });

    test('everything below a prefix and nothing else', async () => {
      const store = await create();
      await store.write('team-1/study-a/chunk-1-0', Uint8Array.of(1));
      await store.write('team-1/study-a/deep/volume.nii', Uint8Array.of(1));
      await store.write('team-1/study-ab/chunk-1-0', Uint8Array.of(1));
      await store.removeAll('team-1/study-a/');
      await store.removeAll('team-1/study-a/');
      expect(await store.size('team-1/study-a/chunk-1-0')).toBeNull();
      expect(await store.size('team-1/study-a/deep/volume.nii')).toBeNull();
      expect(await store.size('team-1/study-ab/chunk-1-0')).toBe(1);
      await store.write('team-1/study-a/chunk-1-0', Uint8Array.of(2));
      expect(await store.size('team-1/study-a/chunk-1-0')).toBe(1);
    });
  });
}

async function allOf<T>(each: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of each) all.push(one);
  return all;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
