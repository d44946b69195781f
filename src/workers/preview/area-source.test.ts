import { expect, it } from 'vitest';
import { createAreaSource } from './area-source.ts';

const MB = 1024 * 1024;

function sourceOf(size: number) {
  const asked: [number, number][] = [];
  const source = createAreaSource(size, async (offset, length) => {
    asked.push([offset, length]);
    return Uint8Array.from({ length }, (_, n) => (offset + n) % 251);
  });
  return { source, asked };
}

it('asks for pieces, once each, and gives exactly the bytes that are wanted', async () => {
  const { source, asked } = sourceOf(2 * MB + 10);
  const bytes = await source.read(MB - 3, 6);
  expect([...bytes]).toEqual(Array.from({ length: 6 }, (_, n) => (MB - 3 + n) % 251));
  await source.read(0, 100);
  expect(asked).toEqual([
    [0, MB],
    [MB, MB],
  ]);
});

it('gives fewer bytes at the end, and none behind it', async () => {
  const { source, asked } = sourceOf(MB + 10);
  expect([(await source.read(MB, 100)).length, (await source.read(MB + 10, 5)).length]).toEqual([10, 0]);
  expect(asked).toEqual([[MB, 10]]);
});

it('asks again for a piece that failed', async () => {
  let tries = 0;
  const source = createAreaSource(4, async (_, length) => {
    tries += 1;
    if (tries === 1) throw new Error('away');
    return new Uint8Array(length);
  });
  await expect(source.read(0, 4)).rejects.toThrow('away');
  expect((await source.read(0, 4)).length).toBe(4);
});
