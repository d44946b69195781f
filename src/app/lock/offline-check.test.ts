import { beforeEach, describe, expect, it } from 'vitest';
import { createOfflineCheck, type KeptPassword } from './offline-check.ts';

const PASSWORD = 'a long enough password';
let kept: KeptPassword | null;
const check = createOfflineCheck({ read: async () => kept, write: async (next) => void (kept = next), iterations: 100 });

beforeEach(async () => {
  kept = null;
  await check.keep(7, PASSWORD);
});

describe('the offline password check', () => {
  it('accepts the password without having stored it', async () => {
    expect(await check.check(7, PASSWORD)).toEqual({ verdict: 'right' });
    expect(JSON.stringify(kept)).not.toContain(PASSWORD);
    expect(new TextDecoder().decode(kept?.hash)).not.toContain(PASSWORD);
  });

  it('uses a new salt each time', async () => {
    const before = kept;
    await check.keep(7, PASSWORD);
    expect(kept?.salt).not.toEqual(before?.salt);
    expect(kept?.hash).not.toEqual(before?.hash);
  });

  it('allows five tries, across reloads, after which even the right password fails', async () => {
    for (const left of [4, 3, 2, 1]) expect(await check.check(7, 'wrong')).toEqual({ verdict: 'wrong', left });
    expect(await check.check(7, 'wrong')).toEqual({ verdict: 'spent' });
    expect(await check.check(7, PASSWORD)).toEqual({ verdict: 'spent' });
    await check.keep(7, PASSWORD);
    expect(await check.check(7, PASSWORD)).toEqual({ verdict: 'right' });
  });

  it('resets the tries after a right password', async () => {
    await check.check(7, 'wrong');
    await check.check(7, PASSWORD);
    expect(await check.check(7, 'wrong')).toEqual({ verdict: 'wrong', left: 4 });
  });

  it('refuses the password of another user, or one that was forgotten', async () => {
    expect(await check.check(8, PASSWORD)).toEqual({ verdict: 'none' });
    await check.forget();
    expect(await check.check(7, PASSWORD)).toEqual({ verdict: 'none' });
  });
});
