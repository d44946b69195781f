import { expect, test } from 'vitest';
import { createFillInOrder } from './fill-in-order.ts';

test('bytes fill the waiting requests in order, however they are split', async () => {
  const all = Uint8Array.from({ length: 60 }, (_, at) => at);
  for (const cut of [1, 7, 30, 60]) {
    const filling = createFillInOrder();
    const filled = Promise.all([10, 0, 1, 49].map((length) => filling.next(new Uint8Array(length))));
    expect(filling.isIdle()).toBe(false);
    for (let at = 0; at < all.length; at += cut) filling.take(all.subarray(at, at + cut));
    expect((await filled).map((memory) => [...memory])).toEqual([[...all.subarray(0, 10)], [], [10], [...all.subarray(11)]]);
    expect(filling.isIdle()).toBe(true);
  }
});

test('more bytes than requested are an error', async () => {
  const filling = createFillInOrder();
  const filled = filling.next(new Uint8Array(2));
  expect(() => filling.take(Uint8Array.of(1, 2, 3))).toThrow('More bytes');
  expect([...(await filled)]).toEqual([1, 2]);
});
