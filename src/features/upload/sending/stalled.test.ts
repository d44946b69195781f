import { describe, expect, it } from 'vitest';
import { stallOf } from './stalled.ts';

const MOVES = { halt: null, waiting: null, bytes: { confirmed: 20_600_000, queued: 42_900_000 }, studies: 2 };
const WAITING = { reason: 'storage_full', until: 9, tries: 1 };
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

describe('a stalled upload', () => {
  it('is not reported while the upload makes progress', () => {
    expect(stallOf(MOVES, true)).toBeNull();
  });

  it('that failed shows the reason and what is safe, with or without a connection', () => {
    const halt = { why: 'failed', code: 'session_closed', message: '' } as const;
    for (const reachable of [true, false])
      expect(stallOf({ ...MOVES, halt, waiting: WAITING }, reachable)).toMatchObject({
        why: 'failed',
        look: 'failed',
        tone: 'broken',
        title: 'This upload was closed on the server. Clear it and drop the files again.',
        next: null,
      });
  });

  it('that needs a sign-in shows how much waits, and asks for it before it mentions the network', () => {
    const stall = stallOf({ ...MOVES, halt: { why: 'sign-in' } }, false);
    expect(stall).toMatchObject({ why: 'sign-in', look: 'person', title: 'Sign in to continue' });
    expect(plain(stall?.text)).toContain('22.3 MB of 2 studies wait on this device');
  });

  it.each([
    ['not_allowed', 'You may not upload to this team at the moment', 'as soon as your role allows it again'],
    ['not_a_member', 'You are no longer a member of this team', 'as soon as you are a member again'],
  ] as const)('that lacks a permission is not shown as failed, and says when it resumes: %s', (code, title, until) => {
    const stall = stallOf({ ...MOVES, halt: { why: 'rights', code } }, false);
    expect(stall).toMatchObject({ why: 'rights', look: 'lock', tone: 'you', title, next: null });
    expect(plain(stall?.text)).toBe(`22.3 MB of 2 studies wait on this device and resume ${until}.`);
  });

  it('without a network shows where the data is, and when it is retried', () => {
    const stall = stallOf({ ...MOVES, waiting: WAITING }, false);
    expect(stall).toMatchObject({ why: 'offline', look: 'network', next: WAITING });
    expect(plain(stall?.title)).toBe('There is no network. 20.6 of 42.9 MB are on the server, the rest is on this device.');
  });

  it('for which the server has no space waits for space', () => {
    expect(stallOf({ ...MOVES, waiting: WAITING }, true)).toMatchObject({ why: 'waiting', look: 'full', next: WAITING });
    expect(stallOf({ ...MOVES, waiting: { ...WAITING, reason: 'network' } }, true)?.look).toBe('network');
  });
});
