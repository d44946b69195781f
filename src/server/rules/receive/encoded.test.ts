import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { chunkHeaderToBytes, type ChunkHeader, type ChunkPart } from '#contract/chunk.ts';
import { LIMITS } from '#contract/limits.ts';
import { withPlainChunk } from './encoded.ts';
import { readPackedChunk } from './packed.ts';
import { createChunkRoom, RoomTaken, type ChunkRoom } from './room.ts';
import { deflateChunk, packChunk, refusalOf, testBytes, testFile } from '#server/rules/uploads/uploads-test-bench.ts';

const AT = { session: '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c01', studyUuid: '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02', chunk: 3 };
const FILES = [testFile('a', testBytes(5_000)), testFile('b', testBytes(70_000, 2)), testFile('c', testBytes(900, 3))];
const PLAIN = packChunk(AT, FILES);

/** A room that writes down what was asked of it and what it still holds. */
function watchedRoom(limit: number = LIMITS.chunkBytesAtOnce): ChunkRoom & { asked: number[]; held: number } {
  const room = createChunkRoom({ ...LIMITS, chunkBytesAtOnce: limit });
  const watched = {
    asked: [] as number[],
    held: 0,
    enter: room.enter,
    bytesHeld: room.bytesHeld,
    hold(bytes: number) {
      watched.asked.push(bytes);
      const release = room.hold(bytes);
      watched.held += bytes;
      return () => {
        watched.held -= bytes;
        release();
      };
    },
  };
  return watched;
}
const plainOf = (bytes: Uint8Array, room: ChunkRoom = watchedRoom()) => withPlainChunk(bytes, room, async (plain) => plain);
/** What whoever is behind the door makes of it. */
const read = (bytes: Uint8Array, room: ChunkRoom = watchedRoom()) => withPlainChunk(bytes, room, async (plain) => readPackedChunk(plain));

const headerOf = (chunk: Uint8Array) =>
  JSON.parse(Buffer.from(chunk.subarray(4, 4 + Buffer.from(chunk).readUInt32BE())).toString()) as ChunkHeader;

describe('a chunk of deflated parts', () => {
  test.each([1, 6, 9])('becomes the plain chunk, byte for byte, from level %i', async (level) => {
    const encoded = deflateChunk(PLAIN, (bytes) => deflateRawSync(bytes, { level }));
    expect(encoded.length).toBeLessThan(PLAIN.length);
    expect(Buffer.from(await plainOf(encoded)).equals(PLAIN)).toBe(true);
  });

  test('may be mixed: a part that does not shrink is sent plain', async () => {
    const [first, , third] = FILES;
    const deflated = deflateRawSync(third!.bytes);
    const plain = packChunk(AT, [first!, testFile('empty', ''), third!]);
    const mixed = headerOf(plain);
    Object.assign(mixed.parts[2]!, { enc: 'deflate-raw', length: deflated.length });
    const encoded = Buffer.concat([chunkHeaderToBytes(mixed), first!.bytes, deflated]);
    expect(Buffer.from(await plainOf(encoded)).equals(plain)).toBe(true);
  });

  test('has the header of the plain chunk: names and order of fields unchanged, including unknown ones', async () => {
    const odd = packChunk(AT, [testFile('ü', testBytes(500), { name: 'a\0b/山\ud800"\u2028' })], { later: [1, {}] } as Partial<ChunkPart>);
    const { studyUuid, parts, ...others } = headerOf(odd);
    const backwards = parts.map((part) => Object.fromEntries(Object.entries(part).toReversed()) as ChunkPart);
    const turned = Buffer.concat([chunkHeaderToBytes({ studyUuid, parts: backwards, ...others }), testBytes(500)]);
    for (const chunk of [odd, turned]) expect(Buffer.from(await plainOf(deflateChunk(chunk))).equals(chunk)).toBe(true);
  });

  test('that is plain or unreadable is forwarded unchanged, without reserving memory', async () => {
    const room = watchedRoom();
    for (const bytes of [PLAIN, PLAIN.subarray(0, 100), new Uint8Array(), deflateChunk(PLAIN).subarray(0, -1)])
      expect(await plainOf(bytes, room)).toBe(bytes);
    expect(room.asked).toEqual([]);
  });
});

describe('a part that is not the deflate stream declared in its header', () => {
  const whole = deflateRawSync(FILES[1]!.bytes);
  const flipped = Uint8Array.from(whole, (byte, at) => (at < 8 ? ~byte : byte));
  test.each<[string, Uint8Array]>([
    ['damaged', flipped],
    ['truncated', whole.subarray(0, -1)],
    ['only its beginning', whole.subarray(0, 1)],
    ['longer than declared', deflateRawSync(testBytes(70_001, 2))],
    ['shorter than declared', deflateRawSync(testBytes(69_999, 2))],
    ['nothing', deflateRawSync(new Uint8Array())],
    ['followed by a byte', Buffer.concat([whole, Buffer.alloc(1)])],
    ['followed by another stream', Buffer.concat([whole, whole])],
    ['a bomb', deflateRawSync(new Uint8Array(64 * 1024 ** 2))],
    ['zlib', deflateSync(FILES[1]!.bytes)],
    ['gzip', gzipSync(FILES[1]!.bytes)],
    ['not compressed at all', FILES[1]!.bytes],
  ])('is reported as damaged in transit: %s', async (_what, spoilt) => {
    const room = watchedRoom();
    const encoded = deflateChunk(PLAIN, (bytes, nth) => (nth === 1 ? spoilt : deflateRawSync(bytes)));
    expect(await refusalOf(plainOf(encoded, room))).toEqual({ code: 'checksum_wrong', errors: { b: ['crc'] } });
    expect(room.held).toBe(0);
  });

  test('is listed with all other damaged ones, each once', async () => {
    const twoOfA = packChunk(AT, [{ file: FILES[0]!, to: 2_000 }, { file: FILES[0]!, from: 2_000 }, FILES[1]!, FILES[2]!]);
    const encoded = deflateChunk(twoOfA, (bytes, nth) => (nth === 2 ? deflateRawSync(bytes) : bytes.subarray(1)));
    expect(await refusalOf(plainOf(encoded))).toEqual({ code: 'checksum_wrong', errors: { a: ['crc'], c: ['crc'] } });
  });

  test('of the right length with other bytes is detected by its CRC', async () => {
    const encoded = deflateChunk(PLAIN, (bytes, nth) => deflateRawSync(nth === 1 ? testBytes(bytes.length, 9) : bytes));
    const { files, body } = await read(encoded);
    expect(files[1]!.parts[0]).toMatchObject({ at: 5_000, length: 70_000 });
    expect(body.subarray(5_000, 75_000)).toEqual(testBytes(70_000, 9));
  });
});

describe('a contradictory header', () => {
  test.each<[string, Partial<ChunkPart>, Uint8Array]>([
    ['more bytes than they inflate to', {}, new Uint8Array(5_001)],
    ['no bytes', {}, new Uint8Array()],
    ['more plain bytes than the file has', { plain: 5_001 }, deflateRawSync(FILES[0]!.bytes)],
  ])('is malformed: %s', async (_what, change, body) => {
    const encoded = deflateChunk(packChunk(AT, [FILES[0]!]), () => body, change);
    expect(await refusalOf(read(encoded))).toEqual({ code: 'malformed', errors: { chunk: ['length_mismatch'] } });
  });
});

describe('memory', () => {
  /** With a CRC that has as many digits whatever the length. */
  const zeros = (length: number) => packChunk(AT, [testFile('z', new Uint8Array(length))], { crc: 1 });
  const headBytes = zeros(10_000_000).length - 10_000_000;
  const TOO_LARGE = { code: 'too_large', limit: { name: 'chunkMaxBytes', max: LIMITS.chunkMaxBytes } };

  test('a chunk may inflate to the size limit of a plain one, and not a byte more, which is checked before inflating', async () => {
    const room = watchedRoom();
    const largest = zeros(LIMITS.chunkMaxBytes - headBytes);
    expect(largest.length).toBe(LIMITS.chunkMaxBytes);
    const encoded = deflateChunk(largest);
    expect(encoded.length).toBeLessThan(20_000);
    expect(Buffer.from(await plainOf(encoded, room)).equals(largest)).toBe(true);
    const { asked } = room;
    expect(asked).toEqual([2 * LIMITS.chunkMaxBytes - headBytes]);

    for (const above of [1, headBytes + 1, 50_000_000])
      expect(await refusalOf(read(deflateChunk(zeros(LIMITS.chunkMaxBytes - headBytes + above)), room))).toEqual(TOO_LARGE);
    expect([asked.length, room.held]).toEqual([1, 0]);
  });

  test('the maximum number of parts may each declare the maximum chunk size', async () => {
    const room = watchedRoom();
    const files = Array.from({ length: LIMITS.chunkMaxParts }, (_, n) => testFile(String(n), new Uint8Array(1_000)));
    const few = deflateRawSync(new Uint8Array(1_000));
    const claim = { name: '', size: LIMITS.bytesPerFile, plain: LIMITS.chunkMaxBytes };
    expect(
      await refusalOf(
        read(
          deflateChunk(packChunk(AT, files), () => few, claim),
          room,
        ),
      ),
    ).toEqual(TOO_LARGE);
    expect(room.asked).toEqual([]);

    const honest = packChunk(AT, files);
    expect(Buffer.from(await plainOf(deflateChunk(honest), room)).equals(honest)).toBe(true);
    expect(room.asked).toEqual([honest.length + 1_000]);
  });

  test('is reserved before inflating, and until the next handler is done', async () => {
    const room = watchedRoom();
    const done = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const answered = withPlainChunk(deflateChunk(PLAIN), room, () => {
      reached.resolve();
      return done.promise;
    });
    await reached.promise;
    expect(room.held).toBe(PLAIN.length + 70_000);
    done.resolve();
    await answered;
    expect(room.held).toBe(0);

    const failing = withPlainChunk(deflateChunk(PLAIN), room, () => Promise.reject(new Error('behind the door')));
    await expect(failing).rejects.toThrow('behind the door');
    expect(room.held).toBe(0);
  });

  test('that is unavailable makes the client retry soon, before anything is inflated', async () => {
    const room = watchedRoom(PLAIN.length + 69_999);
    const damaged = deflateChunk(PLAIN, (bytes) => bytes.subarray(1));
    const outcome = await plainOf(damaged, room).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(RoomTaken);
    expect(outcome).toMatchObject({ code: 'too_many', detail: { limit: { name: 'chunkBytesAtOnce' } } });
  });
});
