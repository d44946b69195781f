import { describe, expect, it } from 'vitest';
import { drain } from './drain.ts';
import { NEVER, refused, World } from '#tests/support/transfer-world.ts';

function forArea(chunks: number): World {
  const world = new World(chunks);
  Object.assign(world, { registered: true, areaTarget: { dir: '/north', files: chunks, uuid: 'w' } });
  return world;
}

describe('an upload into a file area [FM-040]', () => {
  it('names its folder before the first chunk, and converts nothing', async () => {
    const world = forArea(2);
    expect(await drain(world.ports, NEVER)).toEqual({ kind: 'empty' });
    expect(world.calls).toEqual(['prepare', 'take', 'status', 'chunk 0', 'chunk 1', 'take']);
    expect(world.phase).toBe('sent');
  });

  it('is finished when the server has ended its session with the last file', async () => {
    const world = forArea(1);
    Object.assign(world, { phase: 'registered', token: 'up_token', workState: 'done' });
    world.fault = (call) => (call === 'status' ? refused(409, 'session_closed') : null);
    await drain(world.ports, NEVER);
    expect([world.phase, world.halt]).toEqual(['sent', null]);
  });

  it('stops where its work was cancelled, and keeps its files', async () => {
    const world = forArea(1);
    world.workState = 'cancelled';
    await drain(world.ports, NEVER);
    expect([world.phase, world.halt, world.sent()]).toEqual(['queued', { why: 'failed', code: 'work_ended', message: '' }, []]);
  });

  it('stops where the folder is gone', async () => {
    const world = forArea(1);
    world.fault = (call) => (call === 'take' ? refused(404, 'not_found') : null);
    await drain(world.ports, NEVER);
    expect([world.halt, world.sent()]).toEqual([{ why: 'failed', code: 'not_found', message: '' }, []]);
  });
});
