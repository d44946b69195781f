import { describe, expect, test, vi } from 'vitest';
import { CodecFault } from './codec.ts';
import { createWasmDecoder, type WasmDecoder } from './wasm-decoder.ts';

const expected = { rows: 1, columns: 2, samplesPerPixel: 3, bitsAllocated: 8 };
const HEADER = { rows: 1, columns: 2, components: 3, bits: 8, colour: 'rgb' as const };
const FRAME = { width: 2, height: 1, bitsPerSample: 8, componentCount: 3 };
const STREAM = Uint8Array.of(9, 8, 7);

interface Fake {
  decoded: Uint8Array;
  frame: typeof FRAME;
  interleaveMode: number;
  memoryBytes: number;
  header: Partial<typeof HEADER>;
  decode: () => void;
}

/** A codec that returns the given bytes, whatever the stream. */
function fakeCodec({
  decoded = Uint8Array.of(1, 2, 3, 4, 5, 6),
  frame = FRAME,
  interleaveMode,
  memoryBytes = 0,
  header,
  decode = () => {},
}: Partial<Fake> = {}) {
  const received = new Uint8Array(STREAM.length);
  const remove = vi.fn<() => void>();
  const decoder: WasmDecoder = {
    getEncodedBuffer: (length) => received.subarray(0, length),
    decode,
    getFrameInfo: () => frame,
    getDecodedBuffer: () => decoded,
    delete: remove,
    ...(interleaveMode === undefined ? {} : { getInterleaveMode: () => interleaveMode }),
  };
  const start = vi.fn(() => Promise.resolve({ createDecoder: () => decoder, memoryBytes: () => memoryBytes }));
  const read = createWasmDecoder(start, () => ({ ...HEADER, ...header }));
  return {
    start,
    received,
    remove,
    decode: () => read(STREAM, { ...expected, ...(header?.components && { samplesPerPixel: header.components }) }),
  };
}

describe('a codec', () => {
  test('gets the stream, and its result is copied out before it is released', async () => {
    const decoded = Uint8Array.of(1, 2, 3, 4, 5, 6);
    const codec = fakeCodec({ decoded });
    const image = await codec.decode();
    decoded.fill(0);
    expect(image).toEqual({ ok: true, samples: Uint8Array.of(1, 2, 3, 4, 5, 6), bits: 8, colour: 'rgb' });
    expect(codec.received).toEqual(STREAM);
    expect(codec.remove).toHaveBeenCalledOnce();
  });

  test('that returns more than 8 bits returns words', async () => {
    const codec = fakeCodec({ decoded: Uint8Array.of(1, 1, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0), frame: { ...FRAME, bitsPerSample: 9 } });
    expect(await codec.decode()).toMatchObject({ samples: Uint16Array.of(0x101, 2, 3, 4, 5, 6) });
  });

  test.each([
    ['planes become pixels', 0, 3, [1, 3, 5, 2, 4, 6]],
    ['lines are pixels already', 1, 3, [1, 2, 3, 4, 5, 6]],
    ['one component has no planes', 0, 1, [1, 2]],
  ])('%s', async (_, interleaveMode, components, samples) => {
    const decoded = Uint8Array.of(1, 2, 3, 4, 5, 6).subarray(0, samples.length);
    const codec = fakeCodec({ interleaveMode, decoded, header: { components }, frame: { ...FRAME, componentCount: components } });
    expect(await codec.decode()).toMatchObject({ samples: Uint8Array.from(samples) });
  });

  test('is started once for all frames, and again when its memory has grown far', async () => {
    const small = fakeCodec({ memoryBytes: 128 * 1024 ** 2 });
    const large = fakeCodec({ memoryBytes: 128 * 1024 ** 2 + 1 });
    for (const codec of [small, large]) for (let frame = 0; frame < 3; frame += 1) expect(await codec.decode()).toMatchObject({ ok: true });
    expect([small.start.mock.calls.length, large.start.mock.calls.length]).toEqual([1, 3]);
  });

  test.each<[string, Partial<Fake>, string]>([
    ['decodes another width', { frame: { ...FRAME, width: 3 } }, 'damaged'],
    ['decodes another height', { frame: { ...FRAME, height: 2 } }, 'damaged'],
    ['decodes other components', { frame: { ...FRAME, componentCount: 1 } }, 'damaged'],
    ['returns too few bytes', { decoded: new Uint8Array(5) }, 'damaged'],
    [
      'gives up in the middle of its work',
      {
        decode: () => {
          throw new RangeError('unreachable');
        },
      },
      'damaged',
    ],
    [
      'refuses by name',
      {
        decode: () => {
          throw new CodecFault('unknown-process');
        },
      },
      'unknown-process',
    ],
  ])('that %s is started again for the next frame', async (_, fake, why) => {
    const codec = fakeCodec(fake);
    expect([await codec.decode(), await codec.decode()]).toEqual([
      { ok: false, why },
      { ok: false, why },
    ]);
    expect(codec.start).toHaveBeenCalledTimes(2);
  });

  test('is not started for a stream that differs from the header', async () => {
    const codec = fakeCodec({ header: { rows: 2 } });
    expect(await codec.decode()).toEqual({ ok: false, why: 'differs-from-header' });
    expect(codec.start).not.toHaveBeenCalled();
  });

  test('whose header reader fails otherwise throws', async () => {
    const read = createWasmDecoder(
      () => Promise.reject(new Error('not needed')),
      () => {
        throw new TypeError('a bug');
      },
    );
    await expect(read(STREAM, expected)).rejects.toThrow('a bug');
  });
});
