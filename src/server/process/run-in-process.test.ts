import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createMemorySource, type ByteSource } from '#imaging/byte-source.ts';
import { PIECE_BYTES, putTogether, takeApart } from './process-messages.ts';
import { runInProcess, type ProcessRun } from './run-in-process.ts';

// Each run starts a process, which is slow on a busy machine; times are not tested.
vi.setConfig({ testTimeout: 60_000 });

const never = new AbortController().signal;
const moduleOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const run = (code: string, about: Partial<ProcessRun> = {}) =>
  runInProcess(moduleOf(code), { input: null, signal: never, maxMs: 60_000, ...about });

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0)) await each();
});

/** Uses the operating system to notice the end of a process: a connection that it opens is closed then. */
async function heldConnections() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  undo.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return {
    /** Opens a connection, then blocks its thread forever. */
    open: `import { connect } from 'node:net'; await new Promise((resolve) => connect(${port}, '127.0.0.1').on('connect', resolve)); `,
    hangs: `import { connect } from 'node:net'; connect(${port}, '127.0.0.1').on('connect', () => { for (;;); }); export default () => new Promise(() => {});`,
    async next(): Promise<{ closed: Promise<unknown> }> {
      const [socket] = (await once(server, 'connection')) as [Socket];
      socket.on('error', () => undefined).resume();
      return { closed: once(socket, 'close') };
    },
  };
}

describe('data is exchanged with a process unchanged', () => {
  test('as values and bytes, empty or with many pieces, at any place', async () => {
    const code = `export default async (input) => ({ input, list: [new Uint8Array(0), { bytes: new Uint8Array(${2 * PIECE_BYTES + 3}).fill(7) }], last: Uint8Array.of(1, 2) })`;
    const output = (await run(code, { input: { name: 'ä', at: null, big: 2n } })) as {
      input: object;
      list: [Uint8Array, { bytes: Uint8Array }];
    };
    expect(output).toMatchObject({ input: { name: 'ä', at: null, big: 2n }, last: Uint8Array.of(1, 2) });
    expect([output.list[0].length, output.list[1].bytes.length]).toEqual([0, 2 * PIECE_BYTES + 3]);
    expect(output.list[1].bytes.every((byte) => byte === 7)).toBe(true);
  });

  test('as file ranges of at most a piece, without reading the rest', async () => {
    const bytes = new Uint8Array(3 * PIECE_BYTES + 5).map((_, index) => index % 251);
    const ranges: [number, number][] = [];
    const file: ByteSource = {
      size: bytes.length,
      read: (offset, length) => (ranges.push([offset, length]), createMemorySource(bytes).read(offset, length)),
    };
    const code = `export default async (_, [file]) => [file.size, await file.read(10, ${PIECE_BYTES + 1}), await file.read(file.size - 2, 100)]`;
    const [size, long, end] = (await run(code, { files: [file] })) as [number, Uint8Array, Uint8Array];
    expect(size).toBe(bytes.length);
    expect(Buffer.from(long).equals(bytes.subarray(10, 11 + PIECE_BYTES))).toBe(true);
    expect([...end]).toEqual([...bytes.subarray(-2)]);
    expect(ranges).toEqual([
      [10, PIECE_BYTES],
      [10 + PIECE_BYTES, 1],
      [bytes.length - 2, 2],
    ]);
  });

  test('as a value that is taken apart and put together', () => {
    const value = { a: [1, 'x', null, Uint8Array.of(1)], b: { c: Uint8Array.of(2, 3) } };
    const { shell, parts } = takeApart(value);
    expect(parts).toHaveLength(2);
    expect(putTogether(structuredClone(shell), parts)).toEqual(value);
  });

  test("without access to the server's environment, and without its input on the command line", async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://secret');
    const code = `export default async () => JSON.stringify([process.env, process.argv, process.execArgv])`;
    const seen = (await run(code, { input: 'Muster^Eva' })) as string;
    expect(seen).not.toMatch(/Muster|secret/);
    expect(Object.keys((JSON.parse(seen) as [object])[0]).filter((name) => !name.startsWith('NODE_'))).toEqual([]);
  });
});

describe('when a process fails, the run ends by name and the server continues', () => {
  test.each([
    ['throws', 'throw new Error("wasm trap")'],
    ['throws later', 'export default async () => { throw new TypeError("later"); }'],
    ['throws where nothing catches it', 'export default () => new Promise(() => setTimeout(() => { throw new Error("loose"); }))'],
    ['is killed, as by the kernel when memory runs out', 'process.kill(process.pid, "SIGKILL"); for (;;);'],
    ['crashes with SIGSEGV', 'process.kill(process.pid, "SIGSEGV"); for (;;);'],
    ['crashes with SIGTRAP, as V8 does', 'process.kill(process.pid, "SIGTRAP"); for (;;);'],
    ['aborts', 'process.abort()'],
    ['uses too much memory', 'const all = []; for (;;) all.push(new Array(100_000).fill({}));'],
  ])('because it %s', async (_how, code) => {
    const broken = run(code, { name: 'The test', heapMb: 32 });
    await expect(broken).rejects.toThrow(/^The test (broke|ended without an answer)$/);
    if (!code.includes('loose')) await expect(broken).rejects.toThrow('The test broke');
    expect(await run('export default async () => 1')).toBe(1);
  });

  test('because it ends without an answer', async () => {
    await expect(run('process.exit(3)')).rejects.toThrow('The converter ended without an answer');
  });

  test('because it cannot be started', async () => {
    const path = process.execPath;
    undo.push(() => (process.execPath = path));
    process.execPath = '/there/is/no/such/node';
    await expect(run('export default async () => 1')).rejects.toThrow('The converter broke');
  });

  test('with the error of a failed read', async () => {
    const gone = new Error('The object is gone');
    const files = [{ size: 5, read: () => Promise.reject(gone) }];
    await expect(run('export default async (_, [file]) => file.read(0, 5)', { files })).rejects.toBe(gone);
  });

  test('because it requests bytes outside its files', async () => {
    const files = [createMemorySource(new Uint8Array(2))];
    const code = `export default () => { process.send({ is: 'read', id: 9, file: 1, offset: 0, length: 1 }); return new Promise(() => {}); }`;
    await expect(run(code, { files })).rejects.toThrow('bytes outside its files');
  });
});

describe('a process that has answered', () => {
  const asked = 'let asked = 0; export default async () => [process.pid, (asked += 1)]';

  test('is used again for its owner, and for nobody else', async () => {
    const [pid, first] = (await run(asked, { owner: 'a' })) as [number, number];
    expect([await run(asked, { owner: 'a' }), first]).toEqual([[pid, 2], 1]);
    for (const owner of ['b', undefined])
      expect(await run(asked, owner ? { owner } : {})).toEqual([expect.not.toSatisfy((one) => one === pid), 1]);
    expect(await run(asked, { owner: 'a' })).toEqual([pid, 3]);
    expect(await run(asked.replace('asked', 'other'), { owner: 'a' }).catch(() => 'other')).not.toEqual([pid, 4]);
  });

  test('reads the files of its latest request', async () => {
    const code = 'export default async (_, [file]) => [...(await file.read(0, 2))]';
    for (const byte of [1, 2, 3]) {
      const files = [createMemorySource(Uint8Array.of(byte, byte))];
      expect(await run(code, { owner: 'files', files })).toEqual([byte, byte]);
    }
  });

  test('returns the bytes of each answer, even when larger than a pipe', async () => {
    const length = 3 * PIECE_BYTES + 1;
    const code = `export default async (byte, files) => {
      const read = await Promise.all(files.map((file) => file.read(0, file.size)));
      return [new Uint8Array(${length}).fill(byte), Buffer.concat(read)];
    }`;
    const files = Array.from({ length: 30 }, (_, at) => createMemorySource(new Uint8Array(200_000).fill(at)));
    for (const byte of [1, 2, 3]) {
      const [own, read] = (await run(code, { owner: 'bytes', input: byte, files })) as [Uint8Array, Uint8Array];
      expect([own.length, own.every((one) => one === byte), read.length]).toEqual([length, true, 6_000_000]);
      expect(read.every((one, at) => one === Math.floor(at / 200_000))).toBe(true);
    }
  });

  test('that left a read unanswered is not used again', async () => {
    const code = `export default async (_, [file]) => { if (file) void file.read(0, 1); return process.pid; }`;
    const never: ByteSource = { size: 1, read: () => new Promise(() => undefined) };
    const first = await run(code, { owner: 'left', files: [never] });
    expect(await run(code, { owner: 'left' })).not.toBe(first);
  });

  test('is not used twice at the same time', async () => {
    const both = await Promise.all([run(asked, { owner: 'twice' }), run(asked, { owner: 'twice' })]);
    expect(both).toEqual([
      [expect.any(Number), 1],
      [expect.any(Number), 1],
    ]);
  });

  test('is ended after an error, high memory use or a time without requests', async () => {
    const { next, open } = await heldConnections();
    const codes = [
      `${open} export default async () => { throw new Error('broken'); }`,
      `${open} const much = []; export default async () => { much.push(Buffer.alloc(400_000_000, 1)); return 1; }`,
      `${open} export default async () => 1`,
    ];
    for (const code of codes) {
      const ended = run(code, { owner: 'gone', idleMs: 1 }).catch(() => undefined);
      const { closed } = await next();
      await ended;
      expect(await closed).toHaveLength(1);
    }
  });
});

describe('a process that hangs is ended', () => {
  test('after its time', async () => {
    expect(await run('for (;;);', { maxMs: 200 })).toBe('endless');
  });

  test('when it is cancelled', async () => {
    const { hangs, next } = await heldConnections();
    const controller = new AbortController();
    const ended = run(hangs, { signal: controller.signal });
    const { closed } = await next();
    controller.abort(new Error('called off'));
    await expect(ended).rejects.toThrow('called off');
    await closed;
  });

  test('when its server is killed', async () => {
    const { hangs, next } = await heldConnections();
    const code = `
      import { runInProcess } from ${JSON.stringify(new URL('./run-in-process.ts', import.meta.url).href)};
      await runInProcess(new URL(${JSON.stringify(moduleOf(hangs).href)}), { input: null, signal: new AbortController().signal, maxMs: 600_000 });`;
    const cwd = fileURLToPath(new URL('../../..', import.meta.url));
    const server = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd, stdio: 'ignore' });
    undo.push(() => server.kill('SIGKILL'));
    const { closed } = await next();
    server.kill('SIGKILL');
    expect(await closed).toHaveLength(1);
  });

  test.skipIf(process.platform === 'win32')('but not by Ctrl+C, which is up to the server', async () => {
    const code = `export default async () => { for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(process.pid, signal); await new Promise(setImmediate); return 'here'; }`;
    expect(await run(code)).toBe('here');
  });
});

test.runIf(process.platform === 'linux')('the kernel ends the process before its server when memory runs out', async () => {
  const code = `import { readFileSync } from 'node:fs'; export default async () => readFileSync('/proc/self/oom_score_adj', 'utf8')`;
  expect(Number(await run(code))).toBeGreaterThan(Number(readFileSync('/proc/self/oom_score_adj', 'utf8')));
});
