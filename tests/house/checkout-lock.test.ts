import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withCheckoutLock } from '#commands/checkout-lock.mjs';

let folder: string;
let lock: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lightship-lock-'));
  lock = join(folder, '.lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A process that has ended: its number is nobody's. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '0']);
  await once(child, 'exit');
  return child.pid!;
}

describe('the checkout lock', () => {
  it('admits one at a time', async () => {
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      await readdir(folder);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 6 }, () => withCheckoutLock(lock, work)));
    expect(most).toBe(1);
  });

  it('names its owner while it is held, and is removed afterwards', async () => {
    expect(await withCheckoutLock(lock, () => readFile(lock, 'utf8'))).toBe(String(process.pid));
    expect(await readdir(folder)).toEqual([]);
  });

  it('is released when the work fails', async () => {
    await expect(withCheckoutLock(lock, () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
    expect(await readdir(folder)).toEqual([]);
  });

  it('is taken over from a dead owner by one of the waiting processes', async () => {
    await writeFile(lock, String(await deadPid()));
    let inside = 0;
    const work = async (): Promise<number> => {
      const others = inside++;
      await readdir(folder);
      inside -= 1;
      return others;
    };
    expect(await Promise.all([withCheckoutLock(lock, work), withCheckoutLock(lock, work), withCheckoutLock(lock, work)])).toEqual([
      0, 0, 0,
    ]);
    expect(await readdir(folder)).toEqual([]);
  });
});
