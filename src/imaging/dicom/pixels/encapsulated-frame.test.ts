import { describe, expect, test } from 'vitest';
import { createMemorySource, type ByteSource } from '#imaging/byte-source.ts';
import type { PixelDataPlace } from '#model/studies/instance.ts';
import { repeated } from '#tests/fixtures/dicom-file.ts';
import { findFragments, readEncapsulatedFrame } from './encapsulated-frame.ts';

/** Items with their heads: the first is the basic offset table. */
function encapsulated(table: number[], fragments: number[][], delimiter = true): Uint8Array {
  const entries = new Uint8Array(Uint32Array.from(table).buffer);
  const items = [[...entries], ...fragments].flatMap((item) => [...head(0xe000, item.length), ...item]);
  return Uint8Array.from([...items, ...(delimiter ? head(0xe0dd, 0) : [])]);
}

function head(element: number, length: number): number[] {
  return [0xfe, 0xff, element & 255, element >> 8, ...new Uint8Array(Uint32Array.of(length).buffer)];
}

const JPEG = [0xff, 0xd8, 0xff, 0xe0];
const JPEG_2000 = [0xff, 0x4f, 0xff, 0x51];

async function read(bytes: Uint8Array, frames: number, frame: number, more: Partial<PixelDataPlace> = {}): Promise<number[] | string> {
  const place: PixelDataPlace = { offset: 0, length: bytes.length, encapsulated: true, ...more };
  const answer = await readEncapsulatedFrame(createMemorySource(bytes), place, frames, frame);
  return answer.ok ? [...answer.bytes] : answer.why;
}

describe('a frame', () => {
  test('that is the only one contains every fragment, whatever the offset table contains', async () => {
    expect(
      await read(
        encapsulated(
          [],
          [
            [1, 2],
            [3, 4],
            [5, 6],
          ],
        ),
        1,
        0,
      ),
    ).toEqual([1, 2, 3, 4, 5, 6]);
    expect(
      await read(
        encapsulated(
          [0],
          [
            [1, 2],
            [3, 4],
          ],
        ),
        1,
        0,
      ),
    ).toEqual([1, 2, 3, 4]);
  });

  test('is found with the basic offset table, across several fragments', async () => {
    const bytes = encapsulated(
      [0, 20, 30],
      [
        [1, 2],
        [3, 4],
        [5, 6],
        [7, 8],
        [9, 10],
      ],
    );
    expect(await read(bytes, 3, 0)).toEqual([1, 2, 3, 4]);
    expect(await read(bytes, 3, 1)).toEqual([5, 6]);
    expect(await read(bytes, 3, 2)).toEqual([7, 8, 9, 10]);
  });

  test('is found with the extended offset table, with the length given there', async () => {
    const fragments = encapsulated(
      [],
      [
        [1, 2],
        [3, 4, 5, 0],
      ],
    );
    const tables = new Uint8Array(BigUint64Array.of(0n, 10n, 2n, 3n).buffer);
    const frameTable = { offsets: { offset: 0, length: 16 }, lengths: { offset: 16, length: 16 } };
    const more = { offset: 32, length: fragments.length, frameTable };
    expect(await read(Uint8Array.from([...tables, ...fragments]), 2, 1, more)).toEqual([3, 4, 5]);
  });

  test('without a table is one fragment when there are as many fragments as frames', async () => {
    expect(
      await read(
        encapsulated(
          [],
          [
            [1, 2],
            [3, 4],
          ],
        ),
        2,
        1,
      ),
    ).toEqual([3, 4]);
    expect(
      await read(
        encapsulated(
          [],
          [
            [1, 2],
            [3, 4],
          ],
          false,
        ),
        2,
        1,
      ),
    ).toEqual([3, 4]);
  });

  test.each([
    ['JPEG', JPEG],
    ['JPEG 2000', JPEG_2000],
  ])('without a table starts where a %s codestream starts', async (_, start) => {
    const bytes = encapsulated([], [start, [1, 2], start, [3, 4], [5, 6]]);
    expect(await read(bytes, 2, 0)).toEqual([...start, 1, 2]);
    expect(await read(bytes, 2, 1)).toEqual([...start, 3, 4, 5, 6]);
  });

  test('that is the last of a basic offset table ends with the pixel data when the delimiter is missing', async () => {
    expect(
      await read(
        encapsulated(
          [0, 10],
          [
            [1, 2],
            [3, 4],
            [5, 6],
          ],
          false,
        ),
        2,
        1,
      ),
    ).toEqual([3, 4, 5, 6]);
  });

  test('is found by walking when the basic offset table has entries for other frames', async () => {
    expect(
      await read(
        encapsulated(
          [0],
          [
            [1, 2],
            [3, 4],
          ],
        ),
        2,
        1,
      ),
    ).toEqual([3, 4]);
    expect(
      await read(
        encapsulated(
          [0, 10, 20],
          [
            [1, 2],
            [3, 4],
          ],
        ),
        2,
        1,
      ),
    ).toEqual([3, 4]);
  });

  test('that is the only one has no use for offsets, even wrong ones', async () => {
    const fragments = [
      [1, 2],
      [3, 4],
    ];
    expect(await read(encapsulated([7], fragments), 1, 0)).toEqual([1, 2, 3, 4]);
  });

  test('ends with the pixel data, whatever stands behind them', async () => {
    const bytes = encapsulated([], [[1, 2]], false);
    expect(await read(Uint8Array.from([...bytes, ...head(0xe000, 2), 3, 4]), 1, 0, { length: bytes.length })).toEqual([1, 2]);
  });

  test('that is the only one needs no extended offset table', async () => {
    const frameTable = { offsets: { offset: 0, length: 8 }, lengths: { offset: 0, length: 8 } };
    expect(
      await read(
        encapsulated(
          [],
          [
            [1, 2],
            [3, 4],
          ],
        ),
        1,
        0,
        { frameTable },
      ),
    ).toEqual([1, 2, 3, 4]);
  });

  test('starts at a whole mark of a codestream only, which a fragment of fewer bytes has not', async () => {
    const [jpeg, jpeg2000] = [JPEG, JPEG_2000];
    const broken = [jpeg, jpeg2000].flatMap((mark) =>
      mark.slice(0, mark === jpeg ? 3 : 4).map((_, at) => mark.map((byte, index) => (index === at ? 0 : byte))),
    );
    for (const fragment of [...broken, JPEG.slice(0, 2)])
      expect(await read(encapsulated([], [JPEG, fragment, JPEG_2000]), 2, 0)).toEqual([...JPEG, ...fragment]);
  });

  test('is read without the data of other frames', async () => {
    const bytes = encapsulated([0, 1008], [Array.from({ length: 1000 }, () => 1), [3, 4]]);
    const memory = createMemorySource(bytes);
    let most = 0;
    const source: ByteSource = { size: memory.size, read: (at, length) => ((most = Math.max(most, length)), memory.read(at, length)) };
    const place = { offset: 0, length: bytes.length, encapsulated: true };
    expect(await readEncapsulatedFrame(source, place, 2, 1)).toMatchObject({ ok: true });
    expect(most).toBe(8);
  });
});

describe('all fragments', () => {
  const found = (bytes: Uint8Array, more: Partial<PixelDataPlace> = {}) =>
    findFragments(createMemorySource(bytes), { offset: 0, length: bytes.length, encapsulated: true, ...more });

  test('are those behind the offset table, up to the delimiter or the end of the pixel data', async () => {
    const bytes = encapsulated(
      [0],
      [
        [1, 2],
        [3, 4, 5, 6],
      ],
    );
    const both = [
      { start: 20, length: 2 },
      { start: 30, length: 4 },
    ];
    expect(await found(bytes)).toMatchObject(both);
    expect(await found(bytes, { length: 34 })).toMatchObject(both);
    expect(await found(Uint8Array.from([...bytes, 9, 9, 9, 9, 9, 9, 9, 9]))).toMatchObject(both);
    expect(await found(encapsulated([], []))).toEqual([]);
  });

  test('are none without an offset table that ends inside the pixel data', async () => {
    expect(await found(Uint8Array.from(head(0xe0dd, 0)))).toBe(null);
    expect(await found(Uint8Array.from(head(0xe000, 4)))).toBe(null);
    expect(await found(new Uint8Array(0))).toBe(null);
    expect(await found(Uint8Array.from([...head(0xe000, 0), 9, 9, 9, 9, 9, 9, 9, 9]))).toBe(null);
  });
});

describe('hostile tables and fragments are refused by name', () => {
  const two = [
    [1, 2],
    [3, 4],
  ];

  test.each<[string, number[]]>([
    ['beyond the pixel data', [0, 4_000_000_000]],
    ['that begins beyond the pixel data', [4_000_000_000, 10]],
    ['that goes backwards', [10, 0]],
    ['that points twice to the same place', [0, 0]],
    ['into the middle of a fragment', [0, 11]],
    ['that begins in the middle of a fragment', [1, 10]],
  ])('an offset %s', async (_, table) => expect(await read(encapsulated(table, two), 2, 0)).toBe('bad-offset-table'));

  test('an offset table that is not whole entries, or longer than the pixel data', async () => {
    expect(await read(Uint8Array.from([...head(0xe000, 2), 0, 0, ...head(0xe000, 2), 1, 2, ...head(0xe0dd, 0)]), 1, 0)).toBe(
      'bad-offset-table',
    );
    expect(await read(Uint8Array.from([...head(0xe000, 8), 0, 0, 0, 0]), 1, 0)).toBe('bad-offset-table');
  });

  test('an offset behind the end of pixel data without a delimiter', async () => {
    expect(await read(encapsulated([0, 30], two, false), 2, 0)).toBe('bad-offset-table');
  });

  test('more fragments than are walked', async () => {
    const found = (count: number) => {
      const bytes = repeated(head(0xe000, 0), 1 + count);
      return findFragments(createMemorySource(bytes), { offset: 0, length: bytes.length, encapsulated: true });
    };
    expect(await found(100_000)).toHaveLength(100_000);
    expect(await found(100_001)).toBe(null);
  });

  test('an offset of the last frame that points to the delimiter', async () => {
    expect(await read(encapsulated([0, 20], two), 2, 1)).toBe('bad-offset-table');
  });

  test('a last fragment of an offset table that is cut off', async () => {
    const bytes = encapsulated([0, 10], two, false);
    expect(await read(bytes.subarray(0, bytes.length - 1), 2, 1)).toBe('bad-offset-table');
    expect(await read(Uint8Array.from([...bytes, 0xfe, 0xff, 0, 0xe0]), 2, 1)).toBe('bad-offset-table');
  });

  test('an extended table of a wrong length, or pointing outside the pixel data', async () => {
    const fragments = encapsulated([], two);
    const withTables = (offset: bigint, length: bigint, entries = 16, lengths = 16, data = fragments) => {
      const bytes = Uint8Array.from([...new Uint8Array(BigUint64Array.of(0n, offset, 2n, length).buffer), ...data]);
      const frameTable = { offsets: { offset: 0, length: entries }, lengths: { offset: 16, length: lengths } };
      return read(bytes, 2, 1, { offset: 32, length: data.length, frameTable });
    };
    expect(await withTables(10n, 2n)).toEqual([3, 4]);
    expect(await withTables(10n, 3n)).toBe('bad-offset-table');
    expect(await withTables(9n, 2n)).toBe('bad-offset-table');
    expect(await withTables(2n ** 63n, 2n)).toBe('bad-offset-table');
    expect(await withTables(10n, 2n, 8)).toBe('bad-offset-table');
    expect(await withTables(10n, 2n, 16, 8)).toBe('bad-offset-table');
    expect(await withTables(20n, 0n)).toBe('bad-offset-table');
    expect(await withTables(10n, 2n, 16, 16, fragments.subarray(0, -8))).toEqual([3, 4]);
    expect(await withTables(10n, 1n, 16, 16, fragments.subarray(0, -9))).toBe('bad-offset-table');
  });

  test('fewer fragments than frames, or starts that do not separate frames', async () => {
    expect(await read(encapsulated([], two), 3, 0)).toBe('bad-fragments');
    expect(await read(encapsulated([], [...two, [5, 6]]), 2, 0)).toBe('bad-fragments');
    expect(await read(encapsulated([], [JPEG, JPEG, JPEG]), 2, 0)).toBe('bad-fragments');
    expect(await read(encapsulated([], [[1, 2], JPEG, [3, 4], JPEG]), 2, 0)).toBe('bad-fragments');
    expect(await read(encapsulated([], [], false), 1, 0)).toBe('bad-fragments');
    expect(await read(encapsulated([], []), 1, 0)).toBe('bad-fragments');
  });

  test('a fragment longer than the pixel data', async () => {
    const bytes = encapsulated([], two);
    new DataView(bytes.buffer).setUint32(12, 0xfffffff0, true);
    expect(await read(bytes, 1, 0)).toBe('bad-fragments');
  });

  test('no item at all', async () => {
    expect(await read(new Uint8Array(0), 1, 0)).toBe('bad-offset-table');
    expect(await read(new Uint8Array(64), 1, 0)).toBe('bad-offset-table');
  });
});
