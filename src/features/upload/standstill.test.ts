import { describe, expect, it } from 'vitest';
import { standstillOf } from './standstill.ts';

const MOVES = { halt: null, waiting: null, bytes: { confirmed: 20_600_000, queued: 42_900_000 }, studies: 2 };
const WAITING = { reason: 'storage_full', until: 9, tries: 1 };
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

describe('an upload', () => {
  it('that moves stands for nothing', () => {
    expect(standstillOf(MOVES, true)).toBeNull();
  });

  it('that failed says why and what is safe, wherever the server is', () => {
    const halt = { why: 'failed', code: 'session_closed', message: '' } as const;
    for (const reachable of [true, false])
      expect(standstillOf({ ...MOVES, halt, waiting: WAITING }, reachable)).toMatchObject({
        why: 'failed',
        look: 'failed',
        tone: 'broken',
        title: 'This upload was closed on the server. Clear it and drop the files again.',
        next: null,
      });
  });

  it('that waits for a sign-in says how much waits, and asks for it before it speaks of the network', () => {
    const standstill = standstillOf({ ...MOVES, halt: { why: 'sign-in' } }, false);
    expect(standstill).toMatchObject({ why: 'sign-in', look: 'person', title: 'Sign in to continue' });
    expect(plain(standstill?.text)).toContain('22.3 MB of 2 studies wait on this device');
  });

  it.each([
    ['not_allowed', 'You may not upload to this team at the moment', 'as soon as your role lets you upload again'],
    ['not_a_member', 'You are not a member of this team any more', 'as soon as you are one again'],
  ] as const)('that waits for a right says that it is no failure, and what makes it go on by itself: %s', (code, title, until) => {
    const standstill = standstillOf({ ...MOVES, halt: { why: 'rights', code } }, false);
    expect(standstill).toMatchObject({ why: 'rights', look: 'lock', tone: 'you', title, next: null });
    expect(plain(standstill?.text)).toBe(`22.3 MB of 2 studies wait on this device and go on by themselves ${until}.`);
  });

  it('without a network says what is where, and when it is tried again', () => {
    const standstill = standstillOf({ ...MOVES, waiting: WAITING }, false);
    expect(standstill).toMatchObject({ why: 'offline', look: 'network', next: WAITING });
    expect(plain(standstill?.title)).toBe('The network is away. 20.6 of 42.9 MB are on the server, the rest is on this device.');
  });

  it('for which the server has no room waits for room', () => {
    expect(standstillOf({ ...MOVES, waiting: WAITING }, true)).toMatchObject({ why: 'waiting', look: 'full', next: WAITING });
    expect(standstillOf({ ...MOVES, waiting: { ...WAITING, reason: 'network' } }, true)?.look).toBe('network');
  });
});
