import { deflateRawSync } from 'node:zlib';
import { expect, it, vi, onTestFinished } from 'vitest';
import { crc32 } from '#model/crc32.ts';
import { brickToBytes } from './brick-bytes.ts';
import { unpackBrick } from './unpack-brick.ts';

const samples = Int16Array.from({ length: 4 * 3 * 2 }, (_, at) => at * at - 50);
function stored(bytes: Uint8Array) {
  const packed = deflateRawSync(bytes);
  return { packed, brick: { from: [0, 0, 0], size: [4, 3, 2], offset: 0, length: packed.length, crc: crc32(packed) } as const };
}

it.each([true, false])('a brick is unpacked, with and without an inflater of the platform: %s', async (hasNative) => {
  if (!hasNative) vi.stubGlobal('DecompressionStream', undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { packed, brick } = stored(brickToBytes(samples));
  expect(await unpackBrick(packed, brick, 'int16')).toEqual(samples);
});

it('a brick that is cut off, changed, of another size or beyond all sizes is refused [ANN-57]', async () => {
  const { packed, brick } = stored(brickToBytes(samples));
  expect(await unpackBrick(packed.subarray(1), brick, 'int16')).toBeNull();
  expect(await unpackBrick(packed, { ...brick, crc: 1 }, 'int16')).toBeNull();
  expect(await unpackBrick(packed, { ...brick, size: [4, 3, 1] }, 'int16')).toBeNull();
  expect(await unpackBrick(packed, brick, 'float32')).toBeNull();
  const large = stored(new Uint8Array(64 ** 3 * 4 + 1));
  expect(await unpackBrick(large.packed, { ...large.brick, size: [1, 1, 1] }, 'uint8')).toBeNull();
  const garbage = Uint8Array.of(255, 255, 255);
  expect(await unpackBrick(garbage, { ...brick, length: 3, crc: crc32(garbage) }, 'int16')).toBeNull();
});
