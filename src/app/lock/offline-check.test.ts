import { beforeEach, describe, expect, it } from 'vitest';
import { createOfflineCheck, type KeptPassword } from './offline-check.ts';

const PASSWORD = 'a long enough password';
let kept: KeptPassword | null;
const check = createOfflineCheck({ read: async () => kept, write: async (next) => void (kept = next), iterations: 100 });

beforeEach(async () => {
  kept = null;
  await check.keep(7, PASSWORD);
});

describe('the password without a server', () => {
  it('is known by what was kept of it, which is not it', async () => {
    expect(await check.check(7, PASSWORD)).toEqual({ verdict: 'right' });
    expect(JSON.stringify(kept)).not.toContain(PASSWORD);
    expect(new TextDecoder().decode(kept?.hash)).not.toContain(PASSWORD);
  });

  it('has another salt each time', async () => {
    const before = kept;
    await check.keep(7, PASSWORD);
    expect(kept?.salt).not.toEqual(before?.salt);
    expect(kept?.hash).not.toEqual(before?.hash);
  });

  it('is tried five times, however often the page is reloaded, and then not even the right one counts', async () => {
    for (const left of [4, 3, 2, 1]) expect(await check.check(7, 'wrong')).toEqual({ verdict: 'wrong', left });
    expect(await check.check(7, 'wrong')).toEqual({ verdict: 'spent' });
    expect(await check.check(7, PASSWORD)).toEqual({ verdict: 'spent' });
    await check.keep(7, PASSWORD);
    expect(await check.check(7, PASSWORD)).toEqual({ verdict: 'right' });
  });

  it('counts the tries anew after a right one', async () => {
    await check.check(7, 'wrong');
    await check.check(7, PASSWORD);
    expect(await check.check(7, 'wrong')).toEqual({ verdict: 'wrong', left: 4 });
  });

  it('of somebody else, or that was forgotten, opens nothing', async () => {
    expect(await check.check(8, PASSWORD)).toEqual({ verdict: 'none' });
    await check.forget();
    expect(await check.check(7, PASSWORD)).toEqual({ verdict: 'none' });
  });
});
