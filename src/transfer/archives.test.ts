import { describe, expect, it } from 'vitest';
import { drain } from './drain.ts';
import { follow } from './follow.ts';
import { failing, NEVER, NO_NETWORK, refused, World } from '#tests/support/transfer-world.ts';

/** An upload in the preview, with an archive that the server opens. */
function arranged(chunks = 3): World {
  const world = new World(chunks);
  world.phase = 'none';
  world.opening = 'archive-waiting';
  return world;
}

describe('an archive for the server', () => {
  it('is sent before Process, and the server is told to open it once it is completely verified', async () => {
    const world = arranged();
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'empty' });
    expect(world.calls.slice(0, 2)).toEqual(['prepare', 'status']);
    expect(world.calls.at(-1)).toBe('sort');
    expect(world.calls).not.toContain('register');
    expect([world.phase, world.opening, world.sent().toSorted()]).toEqual(['none', 'archive-reading', [0, 1, 2]]);
  });

  it('is polled until the server has opened it, with or without an event from the socket [CONV-020]', async () => {
    const world = arranged(1);
    await drain(world.ports, NEVER);
    failing(world, 'sorted', refused(409, 'series_incomplete'), 2);
    expect((await follow(world.ports)).left).toBe(1);
    expect((await follow(world.ports)).left).toBe(1);
    expect(world.opened).toEqual([]);
    expect((await follow(world.ports)).left).toBe(0);
    expect([world.opening, world.opened.length]).toEqual([null, 1]);
  });

  it('is sent again when the server lost it, before or after it was told to open it', async () => {
    const world = arranged(2);
    failing(world, 'chunk', refused(404, 'not_found'), 1);
    await drain(world.ports, NEVER);
    expect(world.calls.filter((call) => call === 'prepare')).toHaveLength(2);
    world.held.clear();
    world.fault = (call) => (call === 'sorted' || call === 'sort' ? refused(409, 'series_incomplete') : null);
    await follow(world.ports);
    expect(world.opening).toBe('archive-waiting');
  });

  it('continues with the sign-in after its token has ended, whichever call notices that', async () => {
    const world = arranged(2);
    failing(world, 'sort', refused(401, 'upload_token_ended'), 1);
    await drain(world.ports, NEVER);
    expect([world.opening, world.halt]).toEqual(['archive-reading', null]);
    world.token = 'up_ended';
    failing(world, 'sorted', refused(401, 'upload_token_ended'), 1);
    await follow(world.ports);
    expect([world.opening, world.halt, world.opened.length]).toEqual([null, null, 1]);
  });

  it.each([
    ['no network', NO_NETWORK, { halt: null, waiting: 'network' }],
    ['401', refused(401, 'signed_out'), { halt: 'sign-in', waiting: undefined }],
    ['403 of a permission', refused(403, 'not_allowed'), { halt: 'rights', waiting: undefined }],
    ['413', refused(413, 'too_large'), { halt: 'failed', waiting: undefined }],
    ['507', refused(507, 'storage_full'), { halt: null, waiting: 'storage_full' }],
  ])('waits, or waits for the user, after %s, and loses nothing', async (_, answer, expected) => {
    const world = arranged(1);
    // With the first chunk the sign-in ends as well, so no new token is given.
    let isSending = false;
    world.fault = (call) => {
      isSending ||= call === 'chunk';
      return call === 'chunk' || (call === 'prepare' && isSending) ? answer : null;
    };
    await drain(world.ports, NEVER);
    expect({ halt: (world.halt as { why: string } | null)?.why ?? null, waiting: world.waiting?.reason }).toEqual(expected);
    expect([world.opening, world.confirmed.size]).toEqual(['archive-sending', 0]);
    Object.assign(world, { halt: null, waiting: null, fault: () => null });
    await drain(world.ports, NEVER);
    expect(world.opening).toBe('archive-reading');
  });

  it('that this device has lost is reported, and not requested in a loop', async () => {
    const world = arranged(1);
    world.archives = 'lost';
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'empty' });
    expect(world.halt).toMatchObject({ why: 'failed', code: 'archive_lost' });
  });
});
