import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createChunkMemory } from './chunk-memory.ts';

test('returned memory is used again, but only if it was lent', () => {
  const memory = createChunkMemory();
  const first = memory.take(10);
  expect(first).toHaveLength(10);
  const { buffer } = first;
  expect(memory.take(20).buffer).not.toBe(buffer);
  memory.give(first.subarray(0, 3));
  memory.give(first);
  expect(memory.take(4_000_000).buffer).toBe(buffer);
  expect(memory.take(4_000_000).buffer).not.toBe(buffer);
  const own = Buffer.alloc(8);
  memory.give(own);
  expect(memory.take(8).buffer).not.toBe(own.buffer);
});

test("a body larger than a client's chunk gets its own memory", () => {
  const memory = createChunkMemory();
  const large = memory.take(12 * 1024 * 1024);
  memory.give(large);
  expect(memory.take(12 * 1024 * 1024).buffer).not.toBe(large.buffer);
});

test('a piece from the network is freed, and its copy stays; memory of other owners is not touched', async () => {
  const memory = createChunkMemory();
  const bytes = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, at) => at * 7));
  const copied: Buffer[] = [];
  const freed: number[] = [];
  const server = createServer((asked, answer) => {
    asked.on('data', (piece: Buffer) => {
      copied.push(Buffer.concat([piece]));
      memory.free(piece, asked);
      freed.push(piece.buffer.byteLength);
    });
    asked.on('end', () => answer.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [answer] = (await once(request({ host: '127.0.0.1', port, method: 'POST' }).end(bytes), 'response')) as [Readable];
  await once(answer.resume(), 'end');
  server.close();
  expect(Buffer.concat(copied).equals(bytes)).toBe(true);
  expect(freed.length).toBeGreaterThan(1);
  expect(freed.every((length) => length === 0)).toBe(true);

  const own = Buffer.alloc(100_000);
  memory.free(own, Readable.from([own]));
  expect(own).toHaveLength(100_000);
});
