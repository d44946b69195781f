import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { createMemorySource, type ByteSource } from '#imaging/byte-source.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { createTexture } from '#imaging/phantom/texture.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import { pointThrough } from '#model/registrations/rigid.ts';
import { createRegistrationRunner, type RegistrationOrder } from './registration-runner.ts';

// Each run starts a process, which is slow on a busy machine; times are not tested.
vi.setConfig({ testTimeout: 120_000 });

const texture = createTexture(3);
const never = new AbortController().signal;
const SIZE = [30, 30, 20] as const;
const MM = 4;

/** `shift`: mm in patient coordinates, from the object to where it is in this file. `volumes`: all but the first are empty. */
function fileOf(shift: Vector, volumes = 1): Uint8Array<ArrayBuffer> {
  const voxels = SIZE[0] * SIZE[1] * SIZE[2];
  return writeNifti({
    dims: volumes === 1 ? SIZE : [...SIZE, volumes],
    sform: [
      [-MM, 0, 0, 0],
      [0, -MM, 0, 0],
      [0, 0, MM, 0],
    ],
    voxel(index) {
      if (index >= voxels) return 0;
      const place = [index % SIZE[0], Math.floor(index / SIZE[0]) % SIZE[1], Math.floor(index / SIZE[0] / SIZE[1])];
      const [x, y, z] = place.map((each, axis) => each * MM - shift[axis as 0 | 1 | 2]) as [number, number, number];
      return Math.round(500 * texture.at(x, y, z, 25));
    },
  });
}

const order = (more: Partial<RegistrationOrder> = {}): RegistrationOrder => ({
  ...{ fixed: createMemorySource(fileOf([0, 0, 0])), moving: createMemorySource(fileOf([6, -5, 3])), seed: '1', isApart: false },
  ...more,
});

describe('a registration on the server', () => {
  it('runs in a process of its own, takes compressed volumes and the first of several, and says how far it is [REG-04, REG-10]', async () => {
    const heard: number[] = [];
    const files = {
      fixed: createMemorySource(fileOf([0, 0, 0], 2)),
      moving: createMemorySource(new Uint8Array(gzipSync(fileOf([6, -5, 3])))),
    };
    const outcome = await createRegistrationRunner().register(order(files), never, async (fraction) => void heard.push(fraction));
    if (!outcome.ok) throw new Error(outcome.why);
    const near = (value: number): unknown => expect.toSatisfy((found: number) => Math.abs(found - value) < 1);
    expect(pointThrough(outcome.matrix, [60, 60, 40])).toEqual([near(66), near(55), near(43)]);
    expect(outcome.errorMm).toBeLessThan(4);
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
    expect(heard.length).toBeGreaterThan(3);
  });

  it.each<[string, Partial<RegistrationOrder>, object?]>([
    ['unreadable', { moving: createMemorySource(new Uint8Array(500)) }],
    ['too-large', {}, { mostBytes: 1_000 }],
    ['endless', {}, { maxMs: 1 }],
  ])('refuses by name: %s [REG-03]', async (why, more, settings = {}) => {
    expect(await createRegistrationRunner(settings).register(order(more), never)).toEqual({ ok: false, why });
  });

  it('ends with its process when it is cancelled, and with the error of a file that is gone [REG-04]', async () => {
    const controller = new AbortController();
    const running = createRegistrationRunner().register(order(), controller.signal, async () => controller.abort(new Error('called off')));
    await expect(running).rejects.toThrow('called off');
    const gone: ByteSource = { size: 10, read: () => Promise.reject(new Error('The object is gone')) };
    await expect(createRegistrationRunner().register(order({ fixed: gone }), never)).rejects.toThrow('gone');
  });

  it('has a low priority and no network, and one that dies is a failure [REG-04]', async () => {
    const workerOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
    const tries = workerOf(`
      import { connect } from 'node:net';
      import { getPriority } from 'node:os';
      export default async () => ({ ok: false, why: await new Promise((resolve) => {
        try { connect(9, '127.0.0.1').on('error', ({ code }) => resolve([code, getPriority()])); } catch ({ code }) { resolve([code, getPriority()]); }
      }) });`);
    expect(await createRegistrationRunner({ worker: tries }).register(order(), never)).toEqual({
      ok: false,
      why: ['ERR_ACCESS_DENIED', 10],
    });
    const dies = workerOf(`export default () => process.kill(process.pid, 'SIGKILL');`);
    expect(await createRegistrationRunner({ worker: dies }).register(order(), never)).toEqual({ ok: false, why: 'died' });
  });
});
